//! The loop, and nothing else: wait, drain, update, draw once.

use std::{
    io,
    path::{Path, PathBuf},
    sync::mpsc::{RecvTimeoutError, Sender},
    time::{Duration, Instant},
};

use super::{
    event::{Event, watch_files},
    export, input,
    journal::{JournalThread, JournalWriter},
    model::{Model, Transition, effect::Request, job::Jobs},
    queue::{self, EventQueue, InputSender},
    signals::{self, CaughtSignals},
    terminal::{self, Tui},
    theme::Depth,
    update, view,
};
use crate::{review::ReviewChange, room::within_memory};

/// How long the loop waits before it shows how far running work is.
const PROGRESS: Duration = Duration::from_millis(100);

/// The rest of the work once the screens are closed.
#[derive(Debug)]
pub(super) struct Ended {
    /// The changes that could not be saved.
    pub unsaved: Vec<ReviewChange>,
    /// The files and folders that are to be reviewed next.
    pub review: Vec<PathBuf>,
}

/// Shows the model until the reader quits.
///
/// # Errors
/// If the terminal cannot be set, read or written to.
pub(super) fn run(mut model: Model, journal: Option<JournalWriter>) -> io::Result<Ended> {
    terminal::leave_on_panic();
    // Before the terminal is taken over: a signal in between must not end the program at once.
    let signals = CaughtSignals::catch()?;
    let mut tui = terminal::enter()?;
    let result = watch(&mut tui, &mut model, signals, journal);
    terminal::leave();
    keep_progress(&model);
    if let Some(first) = &model.first_run {
        first.keep();
    }
    if let Some(left) = &model.left {
        left.keep(&model.workspace);
    }
    if let Some(signal) = model.signal {
        signals::end_by(signal);
    }
    Ok(Ended { unsaved: result?, review: model.to_review })
}

fn watch(
    tui: &mut Tui,
    model: &mut Model,
    signals: CaughtSignals,
    journal: Option<JournalWriter>,
) -> io::Result<Vec<ReviewChange>> {
    let (sender, input, mut events) = queue::queue();
    let journal = journal
        .map(|journal| {
            let sender = sender.clone();
            // The program may be ending; what was asked for is written all the same.
            JournalThread::begin(journal, move |update| _ = sender.send(Event::Review(Box::new(update))))
        })
        .transpose()?;
    let attended = within_memory(|| attend(tui, model, signals, (sender, input, &mut events), journal.as_ref()));
    let result = attended.unwrap_or_else(|refused| Err(io::Error::new(io::ErrorKind::OutOfMemory, refused)));
    // Whatever became of the loop, what was ordered is saved.
    let left = journal.map_or_else(Vec::new, JournalThread::end);
    result.map(|()| left)
}

fn attend(
    tui: &mut Tui,
    model: &mut Model,
    signals: CaughtSignals,
    (sender, input, events): (Sender<Event>, InputSender, &mut EventQueue),
    journal: Option<&JournalThread>,
) -> io::Result<()> {
    let size = tui.size()?;
    model.size = (size.width, size.height);
    // The first frame is drawn before anything is read or any dictionary is loaded.
    draw(tui, model)?;
    // For the test of what a panic leaves behind; no other way to one is known.
    #[cfg(debug_assertions)]
    assert!(std::env::var_os("SIMSCOPE_TEST_PANIC").is_none(), "asked for by a test");
    signals.send(input.clone())?;
    input::read(input)?;
    watch_files(0, &model.workspace.batch.sources_from(0), sender.clone())?;
    // A Windows console would hand over the answer as keys.
    if cfg!(unix) && model.look.depth != Depth::Plain {
        terminal::ask_ground()?;
    }
    let posted = sender.clone();
    // A loop that has ended wants no results.
    let jobs = Jobs::new(move |workspace, message| _ = posted.send(Event::Job(workspace, message)));
    let mut outside = Outside { tui, jobs, journal, sender };
    outside.perform(update::start(model), model)?;
    let mut clock = Clock::default();
    while !model.quit {
        let Some(first) = next(events, model, &mut clock) else {
            draw(outside.tui, model)?;
            continue;
        };
        let mut waiting = Some(first);
        while let Some(event) = waiting {
            let event = if model.types() { events.joined(event) } else { event };
            let requests = update::update(model, event);
            outside.perform(requests, model)?;
            if model.quit {
                return Ok(());
            }
            waiting = events.waiting();
        }
        draw(outside.tui, model)?;
    }
    Ok(())
}

/// Writes how far lessons were read, after what is being written. If that fails, they begin at an earlier page.
fn keep_progress(model: &Model) {
    if let Some(folder) = model.lessons.folder() {
        _ = folder.write();
    }
}

/// When something comes by itself.
#[derive(Debug, Default)]
struct Clock {
    /// When the next step comes, and how long after the one before.
    step: Option<(Instant, Duration)>,
    /// When the last frame of a motion was asked for.
    frame: Option<Instant>,
}

impl Clock {
    /// How long to wait for the next step, where one comes by itself.
    fn step_in(&mut self, pace: Option<Duration>, now: Instant) -> Option<Duration> {
        self.step = pace.map(|pace| match self.step {
            Some((due, before)) if before == pace => (due, pace),
            _ => (now + pace, pace),
        });
        self.step.map(|(due, _)| due.saturating_duration_since(now))
    }

    /// How long to wait for the next frame, while something moves.
    fn frame_in(&mut self, moving: bool, now: Instant) -> Option<Duration> {
        self.frame = moving.then(|| self.frame.unwrap_or(now));
        self.frame.map(|last| (last + Transition::FRAME).saturating_duration_since(now))
    }
}

/// The next event; `None` when it is time to show progress. Without work, motion or steps that follow by themselves
/// there is no tick.
fn next(events: &mut EventQueue, model: &mut Model, clock: &mut Clock) -> Option<Event> {
    let now = Instant::now();
    let progress = model.workspace.tasks.seen().then_some(PROGRESS);
    let step = clock.step_in(model.pace(), now);
    let frame = clock.frame_in(model.transition.is_some(), now);
    let wait = [progress, step, frame].into_iter().flatten().min();
    match events.next(wait) {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) if step.is_some_and(|step| wait == Some(step)) => {
            clock.step = None;
            Some(Event::Tick)
        }
        // A slow terminal is drawn fewer frames, not a longer motion.
        Err(RecvTimeoutError::Timeout) if frame.is_some_and(|frame| wait == Some(frame)) => {
            let last = clock.frame.replace(Instant::now()).unwrap_or(now);
            Some(Event::Frame(last.elapsed()))
        }
        Err(RecvTimeoutError::Timeout) => {
            model.workspace.tasks.show(Instant::now());
            None
        }
        Err(RecvTimeoutError::Disconnected) => {
            model.quit = true;
            None
        }
    }
}

fn draw(tui: &mut Tui, model: &mut Model) -> io::Result<()> {
    let theme = model.styles();
    let mut drawn = None;
    terminal::draw(tui, |frame| drawn = Some(view::draw(model, &theme, frame)))?;
    if let Some(drawn) = drawn {
        model.workspace.drawn = drawn;
    }
    Ok(())
}

/// Everything outside the model that requests act on.
struct Outside<'a> {
    tui: &'a mut Tui,
    jobs: Jobs,
    journal: Option<&'a JournalThread>,
    sender: Sender<Event>,
}

impl Outside<'_> {
    /// Does what the interface asked for.
    fn perform(&mut self, requests: Vec<Request>, model: &mut Model) -> io::Result<()> {
        for request in requests {
            match request {
                Request::Start(workspace, job) => {
                    if let Err(error) = self.jobs.start(workspace, job) {
                        model.workspace.notice = Some(error.to_string());
                    }
                }
                Request::Keep(order) => {
                    if let Some(journal) = self.journal {
                        journal.order(order);
                    }
                }
                Request::Watch(from) => {
                    if let Err(error) =
                        watch_files(from, &model.workspace.batch.sources_from(from), self.sender.clone())
                    {
                        model.workspace.notice = Some(error.to_string());
                    }
                }
                Request::Copy(text) => terminal::copy(&text)?,
                // Into the folder where the program was started.
                Request::Picture => model.workspace.notice = Some(export::picture(model, Path::new(""))),
                Request::Suspend => {
                    terminal::leave();
                    signals::suspend();
                    terminal::hold()?;
                    terminal::forget(self.tui)?;
                }
                #[cfg(unix)]
                Request::Resume => {
                    terminal::hold()?;
                    terminal::forget(self.tui)?;
                }
                Request::Redraw => terminal::forget(self.tui)?,
            }
        }
        Ok(())
    }
}
