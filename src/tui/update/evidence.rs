//! Keys of the dialog with the other methods: the methods, and the paragraphs under them.

use super::{Effect, ScreenEffect, TextPlaces};
use crate::{
    compare::evidence::{EvidenceMethod, Paragraphs},
    say,
    simhash::Span,
    tui::{
        action::Action,
        model::{Dialog, EvidencePage, Evidenced, List, Model},
        screen::Screen,
    },
};

/// The length of the name of a finding in the search line, in characters.
const NAME: usize = 24;

pub(super) fn key(model: &mut Model, action: Option<Action>) -> Effect {
    let (k, lang) = (model.workspace.k, model.lang);
    let Some(Dialog::Evidence(documents, page)) = model.workspace.dialogs.last_mut() else { return None };
    let known = model.workspace.results.evidence_of(*documents).cloned();
    let paragraphs = known.as_ref().and_then(|known| Some(&known.found.prose.as_ref()?.paragraphs));
    match action {
        Some(Action::Evidence) => _ = model.workspace.dialogs.pop(),
        Some(Action::Back | Action::Quit) if page.paragraphs.take().is_none() => _ = model.workspace.dialogs.pop(),
        Some(action @ (Action::MoreK | Action::LessK)) => return Some(ScreenEffect::Act(action)),
        Some(Action::Next | Action::Previous) => {
            if let (Some(list), Some(paragraphs)) = (&mut page.paragraphs, paragraphs) {
                near(list, paragraphs, k, action == Some(Action::Next), model.workspace.drawn.rows);
            }
        }
        Some(Action::Open) => {
            let methods = known.as_ref().map(|known| say::findings(&known.found, k, lang)).unwrap_or_default();
            let methods: Vec<EvidenceMethod> = methods.into_iter().map(|finding| finding.method).collect();
            return open(model, known.as_deref(), &methods);
        }
        Some(action) => {
            let len = match (&page.paragraphs, paragraphs) {
                (Some(_), paragraphs) => paragraphs.map_or(0, |paragraphs| paragraphs.nearest.len()),
                (None, _) => known.map_or(0, |known| say::findings(&known.found, k, lang).len()),
            };
            page.list_under_cursor().motion(action, len, model.workspace.drawn.rows);
        }
        None => {}
    }
    None
}

/// To the next paragraph, or the one before, that is near one of B and not too short to tell.
fn near(list: &mut List, paragraphs: &Paragraphs, k: u32, forward: bool, height: usize) {
    let near = |&at: &usize| {
        let nearest = paragraphs.nearest[at];
        !paragraphs.of[0][at].short() && nearest.is_some_and(|nearest| nearest.hamming <= k)
    };
    let len = paragraphs.nearest.len();
    let found =
        if forward { (list.selected + 1..len).find(near) } else { (0..list.selected.min(len)).rev().find(near) };
    if let Some(found) = found {
        list.select(found, len, height);
    }
}

/// Opens the finding under the cursor: the list of paragraphs, or its places in the two texts.
fn open(model: &mut Model, known: Option<&Evidenced>, methods: &[EvidenceMethod]) -> Option<ScreenEffect> {
    let Some(Dialog::Evidence(_, EvidencePage { methods: list, paragraphs })) = model.workspace.dialogs.last_mut()
    else {
        return None;
    };
    let (known, prose) = known.and_then(|known| Some((known, known.found.prose.as_ref()?)))?;
    let spans = match (paragraphs.as_mut(), methods.get(list.selected)) {
        (Some(list), _) => {
            let paragraph = prose.paragraphs.of[0].get(list.selected)?;
            let nearest = prose.paragraphs.nearest.get(list.selected).copied().flatten();
            let other = nearest.and_then(|nearest| prose.paragraphs.of[1].get(nearest.paragraph));
            [vec![paragraph.span], other.map(|other| other.span).into_iter().collect()]
        }
        (None, Some(EvidenceMethod::Paragraphs)) => {
            *paragraphs = Some(List::default());
            return None;
        }
        (None, Some(EvidenceMethod::Sentences)) => {
            let spans = |side: usize| prose.sentences.sentences[side].iter().map(|sentence| sentence.span).collect();
            [spans(0), spans(1)]
        }
        (None, _) => return None,
    };
    let first = [0, 1].into_iter().find_map(|side| Some(spans[side].first()?.of(&known.texts[side].text)));
    let name: String = first.unwrap_or_default().chars().take_while(|c| !c.is_control()).take(NAME).collect();
    model.workspace.dialogs.clear();
    model.workspace.screen = Screen::Diff;
    let of = spans.map(|spans| spans.into_iter().map(Span::range).collect());
    Some(ScreenEffect::Show(TextPlaces { name, of, from_first: true }))
}
