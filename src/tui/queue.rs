//! The events that wait for the loop. Input is bounded, so that no flood of it fills the memory: more waits in the
//! terminal. A signal that ends the program comes before all that waits. Letters that wait where a text is typed are
//! one paste, with one computation and one frame. Must not know the model.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    time::Duration,
};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::event::Event;

/// The limit of queued input, in bytes; one paste may exceed it.
const MOST_WAITING: usize = 8 << 20;
/// This many queued letters are a paste: more than a person types during a frame.
const RUN: usize = 16;
/// The most letters of a run.
const LONGEST_RUN: usize = 1 << 20;
/// The number of events handled between two frames.
const BURST: usize = 1 << 12;

/// What waits of the input, in bytes, and the signal that ends the program; `closed` once the queue is dropped.
#[derive(Debug, Default)]
struct Waiting {
    bytes: usize,
    signal: Option<i32>,
    closed: bool,
}

#[derive(Debug, Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    taken: Condvar,
}

/// The way in for input.
#[derive(Clone, Debug)]
pub(super) struct InputSender {
    sender: Sender<Event>,
    shared: Arc<Shared>,
}

/// The way out.
#[derive(Debug)]
pub(super) struct EventQueue {
    events: Receiver<Event>,
    shared: Arc<Shared>,
    /// What was taken out of the channel and comes next.
    next: VecDeque<Event>,
    /// How many events were taken in since the last frame.
    burst: usize,
}

/// A queue; the way in for all that is not input, and that for input.
pub(super) fn queue() -> (Sender<Event>, InputSender, EventQueue) {
    let (sender, events) = mpsc::channel();
    let shared = Arc::new(Shared::default());
    let input = InputSender { sender: sender.clone(), shared: shared.clone() };
    (sender, input, EventQueue { events, shared, next: VecDeque::new(), burst: 0 })
}

/// The memory that an event takes while it waits, in bytes; 0 for what is no input.
fn cost(event: &Event) -> usize {
    match event {
        Event::Input(Input::Paste(text)) => size_of::<Event>() + text.len(),
        Event::Input(_) => size_of::<Event>(),
        _ => 0,
    }
}

impl Shared {
    fn waiting(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl InputSender {
    /// Sends an event, once there is space for it.
    pub(super) fn send(&self, event: Event) {
        let mut waiting = self.shared.waiting();
        while !waiting.admits() {
            waiting = self.shared.taken.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        waiting.bytes += cost(&event);
        drop(waiting);
        // A loop that has ended wants no input.
        _ = self.sender.send(event);
    }

    /// Sends an event that is not input.
    #[cfg(unix)]
    pub(super) fn send_now(&self, event: Event) {
        _ = self.sender.send(event);
    }

    /// Notes a signal that ends the program, and wakes the loop.
    #[cfg(unix)]
    pub(super) fn end_by(&self, signal: i32) {
        self.shared.waiting().signal = Some(signal);
        _ = self.sender.send(Event::Signal(signal));
    }
}

impl Waiting {
    fn admits(&self) -> bool {
        self.closed || self.bytes < MOST_WAITING
    }
}

impl EventQueue {
    /// Waits for the next event, at most so long.
    ///
    /// # Errors
    /// If none came, or none can come.
    pub(super) fn next(&mut self, wait: Option<Duration>) -> Result<Event, RecvTimeoutError> {
        self.burst = 1;
        if let Some(event) = self.at_hand() {
            return Ok(event);
        }
        let event = match wait {
            Some(wait) => self.events.recv_timeout(wait)?,
            None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected)?,
        };
        self.take(&event);
        Ok(self.signal().unwrap_or(event))
    }

    /// The next event that waits; `None` if there is none, or it is time for a frame.
    pub(super) fn waiting(&mut self) -> Option<Event> {
        if self.burst >= BURST {
            return None;
        }
        self.burst += 1;
        self.at_hand()
    }

    /// The event with the letters that follow it, as a paste, if it is the first of many.
    pub(super) fn joined(&mut self, event: Event) -> Event {
        let Some(first) = letter(&event) else { return event };
        let (mut letters, mut followers) = (String::from(first), Vec::new());
        while followers.len() < LONGEST_RUN
            && let Some(next) = self.at_hand()
        {
            let letter = letter(&next);
            letters.extend(letter);
            followers.push(next);
            if letter.is_none() {
                break;
            }
        }
        let is_run = letters.chars().nth(RUN - 1).is_some();
        if is_run {
            followers.drain(..letters.chars().count() - 1);
        }
        for next in followers.into_iter().rev() {
            self.next.push_front(next);
        }
        if is_run { Event::Input(Input::Paste(letters)) } else { event }
    }

    fn at_hand(&mut self) -> Option<Event> {
        if let Some(event) = self.signal().or_else(|| self.next.pop_front()) {
            return Some(event);
        }
        let event = self.events.try_recv().ok()?;
        self.take(&event);
        Some(event)
    }

    fn signal(&self) -> Option<Event> {
        #[cfg(unix)]
        return self.shared.waiting().signal.take().map(Event::Signal);
        #[cfg(not(unix))]
        None
    }

    /// Notes that an event does not wait any more.
    fn take(&self, event: &Event) {
        let mut waiting = self.shared.waiting();
        waiting.bytes = waiting.bytes.saturating_sub(cost(event));
        self.shared.taken.notify_one();
    }
}

impl Drop for EventQueue {
    fn drop(&mut self) {
        self.shared.waiting().closed = true;
        self.shared.taken.notify_all();
    }
}

/// The letter of a key that types one.
fn letter(event: &Event) -> Option<char> {
    match event {
        Event::Input(Input::Key(KeyEvent { code: KeyCode::Char(c), modifiers, kind, .. })) => {
            let typed =
                !c.is_control() && *kind != KeyEventKind::Release && (*modifiers - KeyModifiers::SHIFT).is_empty();
            typed.then_some(*c)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(code: KeyCode) -> Event {
        Event::Input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    /// What comes out, as text: a paste between brackets, other keys by a sign.
    fn all(queue: &mut EventQueue) -> Vec<String> {
        let mut out = Vec::new();
        while let Some(event) = queue.waiting() {
            out.push(match queue.joined(event) {
                Event::Input(Input::Paste(text)) => format!("[{text}]"),
                event => letter(&event).map_or("!".into(), String::from),
            });
        }
        out
    }

    proptest! {
        #[test]
        fn letters_stay_in_their_order_and_only_many_are_a_paste(keys in "[a-z茶]{0,40}(!?[a-z]{0,40}){0,4}") {
            let (_others, input, mut queue) = queue();
            for c in keys.chars() {
                input.send(key(if c == '!' { KeyCode::Enter } else { KeyCode::Char(c) }));
            }
            let out = all(&mut queue);
            prop_assert_eq!(out.concat().replace(['[', ']'], ""), &*keys);
            let runs = keys.split('!').filter(|run| run.chars().count() >= RUN).count();
            prop_assert_eq!(out.iter().filter(|part| part.starts_with('[')).count(), runs);
            prop_assert_eq!(queue.shared.waiting().bytes, 0);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_signal_is_next_whatever_waits() {
        let (_others, input, mut queue) = queue();
        (0..100_000).for_each(|_| input.send(key(KeyCode::Char('x'))));
        assert!(letter(&queue.next(None).unwrap()).is_some());
        input.end_by(15);
        assert!(matches!(queue.waiting(), Some(Event::Signal(15))), "the next of a burst");
        input.end_by(1);
        assert!(matches!(queue.next(None), Ok(Event::Signal(1))), "the next after a frame");
        let mut taken = 0;
        while queue.waiting().is_some() {
            taken += 1;
        }
        assert!(taken < BURST, "a frame comes between bursts");
    }

    #[test]
    fn what_waits_is_bounded_and_goes_on_when_it_is_taken() {
        let (_others, input, mut queue) = queue();
        let paste = || Event::Input(Input::Paste("x".repeat(1 << 20)));
        let mut sent = 0;
        while input.shared.waiting().admits() {
            input.send(paste());
            sent += 1;
        }
        assert!(input.shared.waiting().bytes < MOST_WAITING + (2 << 20) && sent <= 8);
        let thread = std::thread::spawn(move || input.send(paste()));
        assert!(queue.waiting().is_some());
        thread.join().unwrap();
        let (_others, input, queue) = self::queue();
        while input.shared.waiting().admits() {
            input.send(paste());
        }
        drop(queue);
        input.send(paste());
    }
}
