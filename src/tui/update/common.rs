//! What several screens and dialogs do alike.

use crate::{
    locale::grouped,
    t,
    tui::{
        action::Action,
        model::{
            Model,
            effect::{Effect, Request},
        },
        screen::Screen,
    },
};

/// Has documents be called by their numbers, or by their names again.
pub(crate) fn hide_names(model: &mut Model, hide: bool) {
    let lang = model.lang;
    if hide {
        model.workspace.batch.hide(lang);
    } else {
        model.workspace.batch.hidden = None;
    }
    let key = if hide { "hidden.now" } else { "hidden.no-more" };
    model.notify(lang.text(key));
}

/// Sets the threshold.
pub(crate) fn set_k(model: &mut Model, k: u32) {
    model.workspace.k = k.min(u32::from(model.workspace.batch.recipe.bits));
}

/// So many bytes every terminal takes that takes any: in the base 64 of OSC 52 they are 100,000, and xterm, hterm and
/// others drop in silence what is longer.
const CLIPBOARD: usize = 74_994;

/// Puts text on the clipboard.
pub(crate) fn to_clipboard(model: &mut Model, text: String) -> Effect {
    Some(copied(model, text)?.into())
}

/// Copies text and says so; or says why not.
pub(crate) fn copied(model: &mut Model, text: String) -> Option<Request> {
    if text.is_empty() {
        return None;
    }
    if text.len() > CLIPBOARD {
        let (bytes, limit) = (grouped(text.len() as u64), grouped(CLIPBOARD as u64));
        model.notify(t!(model.lang, "notice.too-large", bytes, limit));
        return None;
    }
    let chars = text.chars().count();
    model.notify(t!(model.lang, "notice.copied", chars));
    Some(Request::Copy(text))
}

/// Says how a review is begun, where there is none.
pub(crate) fn no_review(model: &mut Model) {
    let keys = model.keymap.keys(Screen::Overview, Action::ReviewFolder);
    let key = keys.first().map_or_else(|| format!(":{}", Action::ReviewFolder.name()), ToString::to_string);
    model.notify(t!(model.lang, "reviewing.none", key));
}
