//! The parts of the recipe, each with its value.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::picker::Picker;
use crate::{
    t,
    text::pad_end,
    tui::{
        action::Action,
        model::{Drawn, List, Model, Setting, dialog::Dialog, effect::Effect},
        view::{
            frame::{frame, picker_keys},
            names,
            parts::choices,
        },
        widget::{Pen, widest},
    },
};

/// All settings of the recipe.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecipeDialog {
    list: List,
}

impl Dialog for RecipeDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let rows: Vec<(&str, String)> =
            Setting::RECIPE.iter().map(|&s| names::setting(lang, s, &model.workspace.batch.recipe)).collect();
        let mut dialog = frame(pen, rows.len() as u16 + 4, t!(lang, "overlay.recipe"), &picker_keys(model));
        let Pen { theme, area, .. } = dialog;
        let names = widest(rows.iter().map(|(name, _)| name));
        for (row, y, style) in
            choices(&mut dialog, drawn, Rect { height: rows.len() as u16, ..area }, &self.list, rows.len())
        {
            let (name, value) = &rows[row];
            dialog.text(area.x + 2, y, &pad_end(name, names.into()), theme.label);
            dialog.text(area.x + 4 + names, y, value, style);
        }
        let y = area.y + rows.len() as u16 + 1;
        dialog.paragraph(area.x, y, 2, &model.workspace.batch.recipe.to_string(), theme.label);
    }

    fn key(&mut self, model: &mut Model, _: KeyEvent, action: Option<Action>) -> Effect {
        match action {
            Some(Action::Open) => return self.pick(model, self.list.selected),
            Some(Action::Back | Action::Quit | Action::Recipe) => model.workspace.dialogs.close(),
            Some(action) => _ = self.list.motion(action, Setting::RECIPE.len(), Setting::RECIPE.len()),
            None => {}
        }
        None
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }

    /// Opens the choices of that part.
    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        self.list.selected = row.min(Setting::RECIPE.len() - 1);
        let picker = Picker::new(model, Setting::RECIPE[self.list.selected]);
        model.workspace.dialogs.open(picker);
        None
    }
}
