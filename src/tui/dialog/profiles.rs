//! The selected pair under every profile.
//!
//! ```text
//! ── Every profile on a.txt × b.txt ──────────────────────────────────────────────────
//!   profile         HD  of    0                32
//! > simscope         2  64    ██               =
//!   pypi-simhash     6  64    █████
//!   …
//!
//! A 082bfc1a36a71d6b   B 082bfc1a36a71d6b
//! pypi-simhash has HD 6 of 64, not near; simscope has …
//! ```

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use crate::{
    compare::profiles::Opinion,
    say, t,
    table::{Column, Width},
    tui::{
        action::Action,
        model::{
            Drawn, List, Model,
            dialog::Dialog,
            effect::{Effect, ScreenEffect},
        },
        view::{
            frame::frame,
            names,
            parts::{choices, indented, only_fingerprint},
        },
        widget::{Grid, Pen, widest},
    },
};

/// The pair of these documents under every profile.
#[derive(Clone, Debug)]
pub(crate) struct ProfilesDialog {
    documents: [usize; 2],
    list: List,
}

impl ProfilesDialog {
    /// Asks again for a result whose computation was stopped.
    pub(crate) fn new(model: &mut Model, documents: [usize; 2]) -> Self {
        model.workspace.results.profiles.retry();
        Self { documents, list: List::default() }
    }

    pub(crate) fn documents(&self) -> [usize; 2] {
        self.documents
    }
}

impl Dialog for ProfilesDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let (lang, documents) = (model.lang, self.documents);
        let opinions = model.workspace.opinions_of(documents).unwrap_or_default();
        let wanted = 2 + opinions.len().max(1) as u16 + WORDS;
        let [a, b] = names::in_title(model, documents, pen.area.width, TITLE);
        let title = t!(lang, "profiles.title", a, b);
        let mut dialog = frame(pen, wanted, &title, t!(lang, "profiles.keys"));
        let Pen { theme, area, .. } = dialog;
        if only_fingerprint(model, documents, &mut dialog) {
            return;
        }
        let Some((own, _)) = opinions.split_first() else {
            let text = lang.text(if model.workspace.works() { "overview.working" } else { "profiles.stopped" });
            dialog.text(area.x, area.y, text, theme.label);
            return;
        };
        let names = widest(opinions.iter().map(|opinion| say::profile_name(opinion, lang)));
        let columns = [
            Column::left("table.profile", names).gap(0),
            Column::right("HD", 4).gap(0),
            Column::right("profiles.bits", 5).gap(2),
            Column::flexible("", Width::Bar { least: 0, most: 48 }).gap(2),
            Column::left("", 10),
        ];
        let grid = Grid::new(columns, indented(area), lang);
        let (y, bar) = (area.y, grid.bar());
        grid.head(&mut dialog, y);
        dialog.text(bar.start, y, "0", theme.label);
        dialog.text_right(bar.end, y, t!(lang, "profiles.half"), theme.label);
        let height = area.height.saturating_sub(1 + WORDS).max(1);
        let rows = choices(&mut dialog, drawn, Rect { y: y + 1, height, ..area }, &self.list, opinions.len());
        for &(row, y, style) in &rows {
            let opinion = &opinions[row];
            let near = opinion.near(model.workspace.k);
            let (hamming, hd_style) = match opinion.hamming {
                Some(hamming) => (hamming.to_string(), if near { theme.alert } else { style }),
                None => (theme.marks.none.to_owned(), theme.label),
            };
            let half = f64::from(opinion.recipe.bits) / 2.0;
            let mut line = grid.line(&mut dialog, y);
            line.cell(say::profile_name(opinion, lang), style);
            line.cell(&hamming, hd_style);
            line.cell(&opinion.recipe.bits.to_string(), theme.label);
            line.bar(opinion.hamming.map_or(0.0, f64::from) / half, if near { theme.alert } else { theme.bar });
            if near {
                line.cell(&format!("= {}", t!(lang, "table.near")), theme.alert);
            }
        }
        let below = y + 2 + rows.len() as u16;
        let Some(opinion) = opinions.get(self.list.selected) else { return };
        words(model, documents, [opinion, own], &mut dialog, below);
    }

    fn key(&mut self, model: &mut Model, _: KeyEvent, action: Option<Action>) -> Effect {
        let workspace = &mut model.workspace;
        match action {
            Some(Action::Back | Action::Quit | Action::Profiles) => workspace.dialogs.close(),
            Some(action @ (Action::MoreK | Action::LessK)) => return Some(ScreenEffect::Act(action)),
            Some(action) => {
                let rows = workspace.opinions_of(self.documents).map_or(0, <[Opinion]>::len);
                self.list.motion(action, rows, workspace.drawn.rows);
            }
            None => {}
        }
        None
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }
}

/// How many rows the words below the list take at most: the fingerprints, the sentence, the method.
const WORDS: u16 = 7;
/// Cells of the title beside the names.
const TITLE: u16 = 30;

/// The fingerprints under the cursor, and why they are not as far from each other as those of the own recipe.
fn words(model: &Model, documents: [usize; 2], [opinion, own]: [&Opinion; 2], pen: &mut Pen<'_>, mut y: u16) {
    let Pen { theme, area, lang, .. } = *pen;
    let hex = say::profile_fingerprints(opinion, lang);
    pen.line(area.x, y, &[("A ", theme.label), (&hex[0], theme.text), ("   B ", theme.label), (&hex[1], theme.text)]);
    y += 1;
    let mut say = |text: &str, style| {
        y += pen.fill(area.x, y, text, style);
    };
    if std::ptr::eq(opinion, own) {
        say(t!(lang, "profiles.first"), theme.label);
    } else {
        say(
            &say::profile(opinion, own, model.workspace.k, documents.map(|i| model.workspace.batch.name(i)), lang),
            theme.text,
        );
    }
    if say::same_method(&opinion.recipe, lang).is_some() {
        say(t!(lang, "profiles.method"), theme.label);
    }
}
