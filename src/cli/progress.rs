//! The progress of long work on standard error: a line on a terminal, removed when the work is done; or events in JSON,
//! one a line, for other programs. And how work is stopped by a signal.

use std::{
    env,
    io::{self, IsTerminal, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use clap::ValueEnum;
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag, low_level,
};

use crate::{
    locale::{Lang, grouped},
    say::{progress, time_left},
    simhash::Watch,
    t,
    text::{truncate_end, width},
};

/// Before the line appears.
const PATIENCE: Duration = Duration::from_millis(800);
/// Between two updates.
const PACE: Duration = Duration::from_millis(200);
/// Between two looks at whether a signal came.
const LOOK: Duration = Duration::from_millis(20);
/// No terminal is narrower, as a rule.
const WIDEST: usize = 60;

/// The form of progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ProgressForm {
    #[default]
    Auto,
    Json,
}

static AS_JSON: AtomicBool = AtomicBool::new(false);

/// Chooses the form for the whole process.
pub(super) fn show_as(form: ProgressForm) {
    AS_JSON.store(form == ProgressForm::Json, Ordering::Relaxed);
}

/// Runs the work, which reports its progress to the watch. `what` is a key of the locale.
pub(super) fn during<T>(what: &'static str, lang: Lang, work: impl FnOnce(&Watch) -> T) -> T {
    let (watch, started) = (Watch::default(), Instant::now());
    let line = || truncate_end(&said(what, &watch, started.elapsed(), lang), WIDEST).into_owned();
    shown_during(what, &watch, line, || work(&watch))
}

/// The same for work that counts things: with their number and the rate. Ctrl-C stops it; a second one ends the
/// program.
pub(super) fn counted<T>(what: &'static str, lang: Lang, work: impl FnOnce(&Watch) -> T) -> T {
    let (watch, started) = (Watch::default(), Instant::now());
    let line = || {
        let what = if watch.waiting() { "library-file.waiting" } else { what };
        let (elapsed, done) = (started.elapsed(), watch.done());
        let rate = (done as f64 / elapsed.as_secs_f64().max(0.001)).round() as u64;
        let counts = t!(lang, "work.pace", done = grouped(done), rate = grouped(rate));
        truncate_end(&format!("{}  {counts}", said(what, &watch, elapsed, lang)), WIDEST).into_owned()
    };
    stopping(&watch, || shown_during(what, &watch, line, || work(&watch)))
}

/// Shows the progress of a watch while the work is done.
fn shown_during<T>(what: &str, watch: &Watch, line: impl Fn() -> String + Sync, work: impl FnOnce() -> T) -> T {
    let shown: Box<dyn Shown + Send + '_> = if AS_JSON.load(Ordering::Relaxed) {
        Box::new(Events { work: what.rsplit_once('.').map_or(what, |(_, name)| name), watch, started: Instant::now() })
    } else if io::stderr().is_terminal() && env::var_os("TERM").is_some_and(|term| term != "dumb") {
        Box::new(TerminalLine { line: &line, width: 0 })
    } else {
        return work();
    };
    // Without a thread for it nothing is shown.
    let show = move |ended: Receiver<()>| {
        let (mut shown, mut wait) = (shown, PATIENCE);
        shown.begin();
        while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            wait = PACE;
            shown.update();
        }
        shown.end();
    };
    beside(show, work)
}

/// Does the work, and something else in a thread beside it, which hears of the end of the work, however it ends.
fn beside<T>(other: impl FnOnce(Receiver<()>) + Send, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (sender, ended) = mpsc::channel();
        _ = thread::Builder::new().spawn_scoped(scope, move || other(ended));
        let done = work();
        drop(sender);
        done
    })
}

/// Does the work; Ctrl-C and SIGTERM stop the watch, so that the work ends at its next convenient place and keeps what
/// it has; a second signal ends the program.
pub(super) fn stopping<T>(watch: &Watch, work: impl FnOnce() -> T) -> T {
    let pressed = Arc::new(AtomicBool::new(false));
    // If the system refuses, a signal ends the program at once.
    let handlers = [SIGINT, SIGTERM].map(|signal| {
        [flag::register_conditional_default(signal, pressed.clone()), flag::register(signal, pressed.clone())]
    });
    let done = stopped_by(&pressed, watch, work);
    handlers.into_iter().flatten().flatten().for_each(|handler| {
        low_level::unregister(handler);
    });
    done
}

/// Does the work; once the flag is set, the watch is stopped. Without a thread for it nothing stops the work.
pub(super) fn stopped_by<T>(flag: &AtomicBool, watch: &Watch, work: impl FnOnce() -> T) -> T {
    let look = |ended: Receiver<()>| {
        while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            if flag.load(Ordering::Relaxed) {
                watch.stop();
            }
        }
    };
    beside(look, work)
}

/// Progress in one of its forms. Standard error that is closed is no reason to stop the work.
trait Shown {
    fn begin(&mut self) {}
    fn update(&mut self);
    fn end(&mut self);
}

/// A line that is written over and removed at the end.
struct TerminalLine<'a> {
    line: &'a (dyn Fn() -> String + Sync),
    /// The cells that it takes now.
    width: usize,
}

impl Shown for TerminalLine<'_> {
    fn update(&mut self) {
        let text = (self.line)();
        let blank = self.width.saturating_sub(width(&text));
        _ = write!(io::stderr(), "\r{text}{:blank$}", "");
        _ = io::stderr().flush();
        self.width = width(&text);
    }

    fn end(&mut self) {
        let shown = self.width;
        if shown > 0 {
            _ = write!(io::stderr(), "\r{:shown$}\r", "");
            _ = io::stderr().flush();
        }
    }
}

/// An event at the beginning and the end, and between them as often as the line of a terminal changes.
struct Events<'a> {
    work: &'a str,
    watch: &'a Watch,
    started: Instant,
}

impl Events<'_> {
    fn event(&self, event: &str) {
        let mut object = serde_json::json!({ "event": event, "work": self.work });
        if event == "progress" {
            object["share"] = self.watch.share().into();
            object["done"] = self.watch.done().into();
            // For a server that recovers.
            object["waiting"] = self.watch.waiting().into();
        }
        if event != "begin" {
            object["seconds"] = (self.started.elapsed().as_millis() as f64 / 1000.0).into();
        }
        _ = writeln!(io::stderr(), "{object}");
    }
}

impl Shown for Events<'_> {
    fn begin(&mut self) {
        self.event("begin");
    }

    fn update(&mut self) {
        self.event("progress");
    }

    fn end(&mut self) {
        self.event("end");
    }
}

fn said(what: &str, watch: &Watch, elapsed: Duration, lang: Lang) -> String {
    let share = watch.share();
    progress(lang.find(what).unwrap_or_default(), share, time_left(share, elapsed), lang)
}

#[cfg(test)]
mod tests {
    use super::*;

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
