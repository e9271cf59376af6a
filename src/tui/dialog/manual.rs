//! The manual in the reader: its topics, and the list of them.

use super::reader::{Reader, ReaderPage};
use crate::{
    manual::{self, Block, Line, Look, Piece},
    page::Page,
    say, t,
    text::{pad_end, width},
    tui::{
        action::Action,
        model::{Model, effect::Effect},
    },
};

/// Text is not wider than this many cells.
const WIDEST: usize = 100;

/// A topic; `None` is the list of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ManualPage(Option<usize>);

impl ReaderPage for ManualPage {
    const OPENER: Action = Action::Manual;
    const TALL: bool = true;

    fn title(&self, model: &Model, _: u16) -> String {
        let lang = model.lang;
        let topic = self.0.map(|topic| manual::topics()[topic].title(lang));
        topic.map_or_else(|| t!(lang, "manual.title").into(), |topic| t!(lang, "manual.of-topic", topic))
    }

    fn lines(&self, model: &Model, columns: usize, _: &str) -> Vec<Line> {
        let all = manual::topics();
        if let Some(topic) = self.0 {
            return manual::lines(&all[topic].blocks(model.lang), columns.min(WIDEST));
        }
        let mut page = Page::new(model.lang);
        let names = all.iter().map(|topic| width(topic.name)).max().unwrap_or(0);
        for topic in all {
            let name = Piece::new(format!(" {}", pad_end(topic.name, names + 3)), Look::Code).to(&topic.name);
            page.pieces([name, topic.title(model.lang).into()]);
        }
        page.lines(columns)
    }

    fn keys(&self, model: &Model) -> String {
        let [down, up, tab] = model.keys_of([Action::Down, Action::Up, Action::NextPane]);
        match self.0 {
            None => t!(model.lang, "manual.list-keys", down, up),
            Some(_) => t!(model.lang, "manual.page-keys", down, up, tab),
        }
    }

    fn is_list(&self) -> bool {
        self.0.is_none()
    }

    fn linked(&self, model: &Model, link: &str) -> Option<(Self, usize)> {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let topic = if file.is_empty() { self.0? } else { manual::find(file.trim_end_matches(".md"))? };
        let named = |block: &Block| matches!(block, Block::Heading(_, text) if manual::anchor(text) == anchor);
        let block = manual::topics()[topic].blocks(model.lang).iter().position(named);
        Some((Self(Some(topic)), block.unwrap_or(0)))
    }

    fn search(&self, model: &Model, words: &str, forward: bool) -> Option<(Self, usize)> {
        let last = manual::topics().len() - 1;
        let from = self.0.unwrap_or(if forward { last } else { 0 });
        manual::search(words, from, forward, model.lang).map(|(topic, block)| (Self(Some(topic)), block))
    }

    /// Names the address of a link that leads out of the manual.
    fn act(&mut self, model: &mut Model, action: Action, link: Option<&str>) -> Option<Effect> {
        let link = link.filter(|link| action == Action::Open && self.linked(model, link).is_none())?;
        model.notify(link);
        Some(None)
    }
}

/// Opens the manual at the page on the screen that is shown, before the list of topics.
pub(crate) fn open(model: &mut Model) {
    let mut reader = Reader::new(ManualPage::default());
    if let Some(topic) = manual::find("screens") {
        let second = |(_, block): &(usize, Block)| matches!(block, Block::Heading(2, _));
        let blocks = manual::topics()[topic].blocks(model.lang).into_iter().enumerate();
        let block = blocks.filter(second).nth(model.workspace.screen.number() - 1).map_or(0, |(block, _)| block);
        reader.go(model, (ManualPage(Some(topic)), block));
    }
    model.workspace.dialogs.take::<Reader<ManualPage>>();
    model.workspace.dialogs.open(reader);
}

/// Opens a topic.
///
/// # Errors
/// If there is none of that name, a message with the names.
pub(crate) fn open_topic(model: &mut Model, name: &str) -> Result<(), String> {
    let topic = say::topic(name, model.lang)?;
    let mut reader = Reader::new(ManualPage::default());
    reader.go(model, (ManualPage(Some(topic)), 0));
    model.workspace.dialogs.open(reader);
    Ok(())
}
