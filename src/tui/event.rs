//! The events that the loop waits for: keys and clicks, signals, results of work. One channel for all. Must not know
//! the model.
//!
//! The terminal's answer to the question for its background (OSC 11) reaches crossterm as keys. What begins like such
//! an answer is held back and handed on if it is none, so a late answer is never read as keys and no start waits for
//! it.

use std::{io, sync::mpsc::Sender, thread, time::SystemTime};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};

use super::{job::Message, journal::JournalUpdate, theme::Ground};
use crate::document::{FileChange, Source, watch};

#[derive(Debug)]
pub(super) enum Event {
    /// A key, a click, a paste, a new size.
    Input(Input),
    /// The terminal can no longer be read.
    InputEnded,
    /// The terminal said what ground it draws on.
    Ground(Ground),
    /// A signal, by its number.
    Signal(i32),
    Files(FileChange),
    /// A job of the workspace of that number has a message.
    Job(u64, Message),
    /// The journal of the review answered.
    Review(Box<JournalUpdate>),
    /// It is time for the next step.
    Tick,
}

/// Reads the terminal in a thread of its own, for as long as the program runs.
///
/// # Errors
/// If no thread can be started.
pub(super) fn read_input(sender: Sender<Event>) -> io::Result<()> {
    thread::Builder::new().name("input".into()).spawn(move || {
        let mut replies = Replies::default();
        loop {
            let events = if let Ok(input) = crossterm::event::read() {
                replies.sort_out(input)
            } else {
                let _ = sender.send(Event::InputEnded);
                return;
            };
            for event in events {
                if sender.send(event).is_err() {
                    return;
                }
            }
        }
    })?;
    Ok(())
}

/// Watches the files of documents, the first of which has the number `from`, for as long as the program runs.
///
/// # Errors
/// If no thread can be started.
pub(super) fn watch_files(from: usize, sources: &[Source], sender: Sender<Event>) -> io::Result<()> {
    watch(sources, SystemTime::now(), move |change| {
        let change = match change {
            FileChange::Files(files) => FileChange::Files(files.into_iter().map(|at| from + at).collect()),
            unwatched @ FileChange::Unwatched(..) => unwatched,
        };
        sender.send(Event::Files(change)).is_ok()
    })
}

/// Asks for the colour of the ground (OSC 11). The answer comes among the keys, early, late or never.
pub(super) const ASK_GROUND: &str = "\x1b]11;?\x1b\\";

/// Tells the terminal's answer to [`ASK_GROUND`] from keys: it arrives as Alt-`]`, then one key a character, then
/// Alt-`\` or Ctrl-g. No command of simscope needs Alt, so nothing that begins so can be meant for it.
#[derive(Debug, Default)]
struct Replies {
    held: Vec<Input>,
    text: String,
}

/// The longest answer there is: `11;rgb:ffff/ffff/ffff`.
const LONGEST: usize = 24;

impl Replies {
    fn sort_out(&mut self, input: Input) -> Vec<Event> {
        let Input::Key(KeyEvent { code: KeyCode::Char(c), modifiers, .. }) = input else {
            return self.give_up(input);
        };
        let alt = modifiers.contains(KeyModifiers::ALT);
        let control = modifiers.contains(KeyModifiers::CONTROL);
        match (self.held.is_empty(), c) {
            (true, ']') if alt => {
                self.held.push(input);
                Vec::new()
            }
            (true, _) => vec![Event::Input(input)],
            (false, '\\') if alt => self.answer(),
            (false, 'g') if control => self.answer(),
            (false, c) if !alt && !control && self.text.len() < LONGEST => {
                self.text.push(c);
                self.held.push(input);
                if "11;rgb:".starts_with(&self.text) || self.text.starts_with("11;rgb:") {
                    Vec::new()
                } else {
                    let held = std::mem::take(&mut self.held);
                    self.text.clear();
                    held.into_iter().map(Event::Input).collect()
                }
            }
            _ => self.give_up(input),
        }
    }

    /// Not an answer after all: the keys held back are keys.
    fn give_up(&mut self, input: Input) -> Vec<Event> {
        self.text.clear();
        self.held.drain(..).chain([input]).map(Event::Input).collect()
    }

    fn answer(&mut self) -> Vec<Event> {
        self.held.clear();
        let text = std::mem::take(&mut self.text);
        ground(&text).map(Event::Ground).into_iter().collect()
    }
}

/// Reads `11;rgb:RRRR/GGGG/BBBB`: light where the colour is nearer to white than to black.
fn ground(answer: &str) -> Option<Ground> {
    let mut sum = 0.0;
    let parts = answer.strip_prefix("11;rgb:")?.split('/');
    for (part, weight) in parts.zip([0.2126, 0.7152, 0.0722]) {
        let most = 16f64.powi(part.len() as i32) - 1.0;
        sum += weight * f64::from(u32::from_str_radix(part, 16).ok()?) / most.max(1.0);
    }
    Some(if sum > 0.5 { Ground::Light } else { Ground::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(replies: &mut Replies, c: char, modifiers: KeyModifiers) -> Vec<Event> {
        replies.sort_out(Input::Key(KeyEvent::new(KeyCode::Char(c), modifiers)))
    }

    #[test]
    fn an_answer_is_no_key() {
        let mut replies = Replies::default();
        assert!(feed(&mut replies, ']', KeyModifiers::ALT).is_empty());
        for c in "11;rgb:ffff/ffff/e0e0".chars() {
            assert!(feed(&mut replies, c, KeyModifiers::NONE).is_empty());
        }
        let events = feed(&mut replies, '\\', KeyModifiers::ALT);
        assert!(matches!(events[..], [Event::Ground(Ground::Light)]));
        assert!(matches!(feed(&mut replies, 'q', KeyModifiers::NONE)[..], [Event::Input(_)]));
    }

    #[test]
    fn what_only_begins_like_an_answer_is_keys() {
        let mut replies = Replies::default();
        assert!(feed(&mut replies, ']', KeyModifiers::ALT).is_empty());
        assert!(feed(&mut replies, '1', KeyModifiers::NONE).is_empty());
        assert_eq!(feed(&mut replies, 'x', KeyModifiers::NONE).len(), 3);
        assert_eq!(feed(&mut replies, 'y', KeyModifiers::NONE).len(), 1);
    }

    #[test]
    fn grounds() {
        assert_eq!(ground("11;rgb:0000/0000/0000"), Some(Ground::Dark));
        assert_eq!(ground("11;rgb:ff/ff/ff"), Some(Ground::Light));
        assert_eq!(ground("11;rgb:"), None);
        assert_eq!(ground("nonsense"), None);
    }
}
