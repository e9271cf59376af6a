//! A line of progress on standard error, if that is a terminal and the work takes long; removed when the work is done.

use std::{
    env,
    io::{self, IsTerminal, Write},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use super::interrupt;
use crate::{
    locale::{Lang, grouped},
    simhash::Watch,
    t,
    text::{truncate_end, width},
};

/// Before the line appears.
const PATIENCE: Duration = Duration::from_millis(800);
/// Between two updates.
const PACE: Duration = Duration::from_millis(200);
/// No terminal is narrower, as a rule.
const WIDEST: usize = 60;

/// Runs the work, which reports its progress to the watch. `what` is a key of the locale.
pub(super) fn during<T>(what: &'static str, lang: Lang, work: impl FnOnce(&Watch) -> T) -> T {
    let watch = Watch::default();
    shown_during(|| line(lang.text(what), watch.share(), lang), || work(&watch))
}

/// The same for work that counts things: with their number, the rate, and the time left. Ctrl-C stops it; a second one ends
/// the program.
pub(super) fn counted<T>(what: &'static str, lang: Lang, work: impl FnOnce(&Watch) -> T) -> T {
    let (watch, started) = (Watch::default(), Instant::now());
    let line = || {
        let what = if watch.waiting() { "library-file.waiting" } else { what };
        let text = line(lang.text(what), watch.share(), lang);
        let counts = pace(watch.done(), watch.share(), started.elapsed(), lang);
        truncate_end(&format!("{text}  {counts}"), WIDEST).into_owned()
    };
    interrupt::stopping(&watch, || shown_during(line, || work(&watch)))
}

/// Shows a line while the work is done.
fn shown_during<T>(line: impl Fn() -> String + Sync, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() || env::var_os("TERM").is_none_or(|term| term == "dumb") {
        return work();
    }
    thread::scope(|scope| {
        // Dropping the sender reports the end of the work, however it ends.
        let (sender, ended) = mpsc::channel::<()>();
        let line = &line;
        let show = move || {
            let mut shown = 0_usize;
            let mut wait = PATIENCE;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = PACE;
                let text = line();
                let blank = shown.saturating_sub(width(&text));
                _ = write!(io::stderr(), "\r{text}{:blank$}", "");
                _ = io::stderr().flush();
                shown = width(&text);
            }
            if shown > 0 {
                _ = write!(io::stderr(), "\r{:shown$}\r", "");
                _ = io::stderr().flush();
            }
        };
        // Without a thread for it nothing is shown.
        _ = thread::Builder::new().spawn_scoped(scope, show);
        let done = work();
        drop(sender);
        done
    })
}

/// How many are done, how many a second, and the seconds left.
fn pace(done: u64, share: f64, elapsed: Duration, lang: Lang) -> String {
    let seconds = elapsed.as_secs_f64().max(0.001);
    let rate = (done as f64 / seconds).round() as u64;
    let left = if share > 0.0 { (seconds * (1.0 - share) / share).ceil() as u64 } else { 0 };
    t!(lang, "work.pace", done = grouped(done), rate = grouped(rate), left = grouped(left))
}

/// An ellipsis replaces the share while the amount of work is unknown.
fn line(what: &str, share: f64, lang: Lang) -> String {
    let text =
        if share > 0.0 { format!("{what} {:.0} %", share * 100.0) } else { format!("{what} {}", lang.set("…")) };
    truncate_end(&text, WIDEST).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_shown_once_it_is_known() {
        assert_eq!(line("reading", 0.0, Lang::En), "reading …");
        assert_eq!(line("reading", 0.426, Lang::En), "reading 43 %");
    }

    #[test]
    fn the_work_is_done_and_its_result_given_back() {
        let result = during("work.reading", Lang::En, |watch| {
            watch.expect(2);
            watch.advance(1);
            watch.share()
        });
        assert!((result - 0.5).abs() < 1e-12);
    }
}
