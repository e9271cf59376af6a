//! The clipboard of the terminal.

use super::{Request, ScreenEffect};
use crate::{locale::grouped, t, tui::model::Model};

/// So many bytes every terminal takes that takes any: in the base 64 of OSC 52 they are 100,000, and xterm, hterm and
/// others drop in silence what is longer.
const CLIPBOARD: usize = 74_994;

/// Puts text on the clipboard and says so; or says why not.
pub(super) fn copy(model: &mut Model, text: String) -> Vec<ScreenEffect> {
    if text.is_empty() {
        return Vec::new();
    }
    if text.len() > CLIPBOARD {
        let (bytes, limit) = (grouped(text.len() as u64), grouped(CLIPBOARD as u64));
        model.workspace.notice = Some(t!(model.session.lang, "notice.too-large", bytes = bytes, limit = limit));
        return Vec::new();
    }
    let chars = text.chars().count();
    model.workspace.notice = Some(t!(model.session.lang, "notice.copied", chars = chars));
    vec![Request::Copy(text).into()]
}
