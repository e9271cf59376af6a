//! Work in the background: a computation over immutable values in a thread of its own, and what its results do to the
//! model, back in the loop. A computation never sees the model; the loop never waits for one.

use std::{fmt, io, sync::Arc, thread, time::Instant};

use super::{Model, Slot, Task, TaskProgress, Workspace};
use crate::{
    room::within_memory,
    say,
    simhash::{Stopped, Watch},
};

/// A computation, which posts its results.
type Computation = Box<dyn FnOnce(&Watch, &Route) -> Result<(), Stopped> + Send>;

/// A computation to be started for a workspace.
pub(crate) struct Job {
    /// Progress, and the way to stop it.
    watch: Arc<Watch>,
    /// The watch of the computation whose place it takes.
    before: Arc<Watch>,
    progress: TaskProgress,
    ended: fn(&mut Model, bool),
    run: Computation,
}

/// A message of a computation to the loop.
#[derive(Debug)]
pub(crate) enum Message {
    Result(Installation),
    Ended(End),
}

/// The way back to the loop: takes messages of the workspace with that number.
type Deliver = Arc<dyn Fn(u64, Message) + Send + Sync>;

/// The way back to the loop, for one workspace.
struct Route {
    workspace: u64,
    deliver: Deliver,
}

/// Installs a result in the model, back in the loop.
pub(crate) struct Installation(Box<dyn FnOnce(&mut Model) + Send>);

/// Takes the parts of a result as they are found.
pub(crate) struct Post<'a, P> {
    route: &'a Route,
    install: fn(&mut Model, P),
}

/// The end of a computation. While one of these is left, a computation is not known to have ended.
#[derive(Debug)]
pub(crate) struct End {
    /// That of the computation.
    pub watch: Arc<Watch>,
    _running: Arc<()>,
}

impl<P: Send + 'static> Post<'_, P> {
    /// Hands a part over.
    pub(crate) fn send(&self, part: P) {
        let install = self.install;
        self.route.send(Box::new(move |model| install(model, part)));
    }
}

impl Route {
    fn send(&self, installation: Box<dyn FnOnce(&mut Model) + Send>) {
        (self.deliver)(self.workspace, Message::Result(Installation(installation)));
    }
}

impl Installation {
    pub(crate) fn install(self, model: &mut Model) {
        (self.0)(model);
    }
}

impl Job {
    /// Computes the value of `key` for a slot, which keeps it.
    pub(crate) fn of<K, V>(
        workspace: &mut Workspace,
        slot: fn(&mut Workspace) -> &mut Slot<K, V>,
        key: K,
        compute: impl FnOnce(&Watch) -> Result<Option<V>, Stopped> + Send + 'static,
    ) -> Self
    where
        K: Clone + PartialEq + Send + 'static,
        V: Send + 'static,
    {
        let [before, watch] = slot(workspace).ask(key.clone());
        let run = move |watch: &Watch, route: &Route| {
            let value = compute(watch)?;
            watch.check()?;
            if let Some(value) = value {
                route.send(Box::new(move |model| _ = slot(&mut model.workspace).install(key, value)));
            }
            Ok(())
        };
        Self { watch, before, progress: TaskProgress::Hidden, ended: |_, _| {}, run: Box::new(run) }
    }

    /// Computes what belongs to `key` of a slot in parts, each of which is installed as soon as it is there.
    pub(crate) fn in_parts<K: PartialEq, V, P: Send + 'static>(
        slot: &mut Slot<K, V>,
        key: K,
        install: fn(&mut Model, P),
        compute: impl FnOnce(&Watch, &Post<P>) -> Result<(), Stopped> + Send + 'static,
    ) -> Self {
        let [before, watch] = slot.ask(key);
        let run = move |watch: &Watch, route: &Route| compute(watch, &Post { route, install });
        Self { watch, before, progress: TaskProgress::Hidden, ended: |_, _| {}, run: Box::new(run) }
    }

    /// The same, seen while it runs.
    #[must_use]
    pub(crate) fn seen(self, progress: TaskProgress) -> Self {
        Self { progress, ..self }
    }

    /// The same, with a function to call at its end; its argument says whether the computation was stopped. It is not
    /// called if another computation took its place.
    #[must_use]
    pub(crate) fn ending(self, ended: fn(&mut Model, bool)) -> Self {
        Self { ended, ..self }
    }

    /// The same under a watch that was made before.
    #[must_use]
    pub(crate) fn under(self, watch: Arc<Watch>) -> Self {
        Self { watch, ..self }
    }

    /// Enters it among the computations of a workspace.
    pub(crate) fn enter(&self, workspace: &mut Workspace) {
        let task = Task {
            watch: self.watch.clone(),
            progress: self.progress,
            shown: false,
            begun: Instant::now(),
            left: None,
            ended: self.ended,
        };
        workspace.tasks.begin(task, &self.before);
    }
}

pub(crate) struct Jobs {
    deliver: Deliver,
    running: Arc<()>,
}

impl Jobs {
    /// Messages go to `deliver`, with the number of their workspace.
    pub(crate) fn new(deliver: impl Fn(u64, Message) + Send + Sync + 'static) -> Self {
        Self { deliver: Arc::new(deliver), running: Arc::default() }
    }

    /// Whether a job is not known to have ended; for those that wait for all of them.
    pub(crate) fn running(&self) -> bool {
        Arc::strong_count(&self.running) > 1
    }

    /// Starts a job for the workspace of that number.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn start(&self, workspace: u64, job: Job) -> io::Result<()> {
        let route = Route { workspace, deliver: self.deliver.clone() };
        let (watch, run) = (job.watch.clone(), job.run);
        let ended = Ended { route, end: Some(End { watch: job.watch, _running: self.running.clone() }) };
        let work = move || {
            // Stopped work has no result; only its end is reported.
            let done: Result<Result<(), Stopped>, _> = within_memory(|| run(&watch, &ended.route));
            if let Err(refused) = done {
                watch.stop();
                ended.route.send(Box::new(move |model| model.notify(say::no_memory(refused, model.lang))));
            }
        };
        thread::Builder::new().name("work".into()).spawn(work)?;
        Ok(())
    }
}

/// Tells the end of a computation, also where it panicked.
struct Ended {
    route: Route,
    /// Given away with the message, so that nothing of it is left here once that is received.
    end: Option<End>,
}

impl Drop for Ended {
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            (self.route.deliver)(self.route.workspace, Message::Ended(end));
        }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("progress", &self.progress).finish_non_exhaustive()
    }
}

impl fmt::Debug for Jobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jobs").field("running", &self.running()).finish_non_exhaustive()
    }
}

impl fmt::Debug for Installation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Installation")
    }
}
