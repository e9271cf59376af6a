//! The screens: a loop that waits, updates and draws.
//!
//! | room | for | may know |
//! |---|---|---|
//! | `app` | the loop | event, update, view, job, terminal |
//! | `update` | (model, event) → effects | model, action, flow |
//! | `view` | (model, frame), one file a screen | model, widget, theme, locale, keymap, flow |
//! | `headless` | the same without a terminal, for benchmarks | update, view, job, model |
//! | `widget` | charts, bit rows, bars | theme, and [`text`](crate::text) |
//!
//! Never the other way: a widget knows no model, a view changes nothing.

mod action;
mod app;
mod event;
mod flow;
#[doc(hidden)]
pub mod headless;
mod job;
mod keymap;
mod model;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod update;
mod view;
mod widget;

use std::{env, io};

use model::{Look, Model};
use theme::{Depth, Ground};

use crate::{document::Source, locale::Lang, simhash::Recipe};

/// Opens the screens over `sources` and returns when the reader quits.
///
/// # Errors
/// Where the terminal cannot be set, read or written to.
pub fn run(sources: Vec<Source>, recipe: Recipe, k: Option<u32>, lang: Lang) -> io::Result<()> {
    let look = Look { depth: depth(), ground: ground(), choice: None };
    app::run(Model::new(sources, recipe, k, lang, look))
}

/// What the environment says of the terminal's colours.
fn depth() -> Depth {
    let variable = |name| env::var(name).unwrap_or_default();
    let (term, colours) = (variable("TERM"), variable("COLORTERM"));
    if term == "dumb" {
        Depth::Plain
    } else if !variable("NO_COLOR").is_empty() {
        Depth::Mono
    } else if colours == "truecolor" || colours == "24bit" || term.contains("direct") {
        Depth::True
    } else if term.contains("256") {
        Depth::Indexed
    } else {
        Depth::Ansi
    }
}

/// The ground as COLORFGBG says, until the terminal itself answers; dark where nobody does.
fn ground() -> Ground {
    let value = env::var("COLORFGBG").unwrap_or_default();
    match value.rsplit(';').next() {
        Some("7" | "15") => Ground::Light,
        _ => Ground::Dark,
    }
}
