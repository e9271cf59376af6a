//! Progress of long work: the share that is done, and the time left.

use std::time::Duration;

use crate::{
    locale::{Lang, grouped},
    t,
};

/// The time left, if the work goes on as before; `None` where too little is done to estimate it.
pub(crate) fn time_left(share: f64, elapsed: Duration) -> Option<Duration> {
    const LEAST_SHARE: f64 = 0.02;
    const LEAST_TIME: Duration = Duration::from_secs(2);
    (share >= LEAST_SHARE && elapsed >= LEAST_TIME).then(|| elapsed.mul_f64((1.0 - share.min(1.0)) / share))
}

/// The work with its share and the time left; an ellipsis while the amount of work is unknown.
pub(crate) fn progress(work: &str, share: f64, left: Option<Duration>, lang: Lang) -> String {
    if share <= 0.0 {
        return format!("{work} {}", lang.set("…"));
    }
    let far = format!("{work} {:.0}{}%", share * 100.0, lang.gap());
    match left.map(|left| left.as_secs_f64().ceil() as u64) {
        None | Some(0) => far,
        Some(seconds @ ..120) => t!(lang, "work.seconds-left", far = far, n = seconds),
        Some(seconds) => t!(lang, "work.minutes-left", far = far, n = grouped(seconds.div_ceil(60))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(share: f64, elapsed: u64, lang: Lang) -> String {
        progress("reading", share, time_left(share, Duration::from_secs(elapsed)), lang)
    }

    #[test]
    fn the_time_left_is_said_once_it_can_be_estimated() {
        assert_eq!(said(0.0, 9, Lang::En), "reading …");
        assert_eq!(said(0.01, 9, Lang::En), "reading 1 %");
        assert_eq!(said(0.426, 1, Lang::En), "reading 43 %");
        assert_eq!(said(0.25, 4, Lang::En), "reading 25 %, 12 s left");
        assert_eq!(said(0.25, 40, Lang::En), "reading 25 %, 2 min left");
        assert_eq!(said(1.0, 9, Lang::En), "reading 100 %");
        assert_eq!(said(0.25, 4, Lang::Zh), "reading 25%，剩余 12 秒");
    }
}
