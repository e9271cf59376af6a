//! The dialog on which documents are chosen.
//!
//! ```text
//! ── Documents ───────────────────────────────────────────────────────────────
//!   FOLDER  /home/me/suspects   BATCH  6 documents             2 come   1 goes
//!
//!   ..
//!   drafts/
//! > [x] draft-1.txt                    12 kB
//!   [+] draft-2.docx                   40 kB   comes
//!   [-] letter.txt                      3 kB   goes
//!   [ ] scan.pdf                      1.2 MB
//! ```

use ratatui::{layout::Rect, style::Style};

use super::{frame::frame, parts::choices};
use crate::{
    compare::Groups,
    document::safe_name,
    locale::{Lang, bytes as bytes_of, grouped},
    t,
    text::{truncate_end, truncate_middle, truncate_start, width},
    tui::{
        action::Action,
        model::{ApplyError, Browser, BrowserPurpose, Drawn, FolderRow, FolderScan, List, Membership, Model},
        theme::Theme,
        widget::Pen,
    },
};

/// Cells of the mark, of the size and of the word behind it.
const MARK: u16 = 4;
const SIZE: u16 = 10;
const FATE: u16 = 14;

pub(crate) fn draw(model: &Model, browser: &Browser, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let batch = &model.workspace.batch;
    let lang = model.lang;
    let reviews = browser.purpose == BrowserPurpose::Review;
    let keys = match (browser.typing, browser.of_batch) {
        (true, _) => t!(lang, "browser.typing-keys"),
        (false, true) => t!(lang, "browser.batch-keys"),
        (false, false) if reviews => &t!(lang, "browser.review-keys", key = model.key_of(Action::ReviewFolder)),
        (false, false) if batch.has_archive() => t!(lang, "browser.side-keys"),
        (false, false) => t!(lang, "browser.keys"),
    };
    let title = lang.text(if reviews { "browser.review-title" } else { "browser.title" });
    let mut dialog = frame(pen, u16::MAX, title, keys);
    head(model, browser, &mut dialog);
    let Pen { theme, area, .. } = dialog;
    let list = Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area };
    let refused = browser.refused.map(|why| match why {
        ApplyError::Walking => t!(lang, "browser.still-walking").to_owned(),
        ApplyError::TooMany(pairs) => {
            t!(lang, "browser.too-many", pairs = grouped(pairs), most = grouped(Groups::HELD))
        }
    });
    if let Some(text) = refused {
        let text = truncate_end(&text, usize::from(area.width)).into_owned();
        dialog.text(area.x + 2, area.y + 1, &text, theme.error);
    }
    if browser.of_batch {
        for (at, y, style) in choices(&mut dialog, drawn, list, &browser.documents, batch.entries.len()) {
            let label = format!("{} {}", at + 1, batch.name(at));
            row(&mut dialog, y, (&label, None), Some(browser.fate_of_document(at, batch)), style);
        }
        return;
    }
    let rows = browser.rows();
    let selected = browser.list.selected.min(rows.len().saturating_sub(1));
    for (at, y, style) in choices(&mut dialog, drawn, list, &List { selected, ..browser.list }, rows.len()) {
        match rows[at] {
            FolderRow::Above(_) => row(&mut dialog, y, ("..", None), None, style),
            FolderRow::Item(item) if item.bytes.is_none() => {
                let name = format!("{}/", item.name);
                row(&mut dialog, y, (&name, None), None, style);
                if let Some(taken) = browser.taken.get(&item.path) {
                    folder(&mut dialog, y, taken, width(&name));
                }
            }
            FolderRow::Item(item) => {
                let fate = browser.fate_of_file(&item.path, batch);
                row(&mut dialog, y, (&item.name, item.bytes), Some(fate), style);
            }
        }
    }
    let said = match &browser.found {
        None => Some((t!(lang, "browser.looking").to_owned(), theme.label)),
        Some(Err(why)) => Some((why.clone(), theme.error)),
        Some(Ok(items)) if items.is_empty() => Some((t!(lang, "browser.empty").to_owned(), theme.label)),
        Some(Ok(_)) if rows.is_empty() => Some((t!(lang, "browser.no-match").to_owned(), theme.label)),
        Some(Ok(_)) => None,
    };
    if let Some((text, style)) = said {
        let y = list.y + rows.len() as u16 + 1;
        dialog.paragraph(area.x + 2, y, area.bottom().saturating_sub(y), &text, style);
    }
}

/// The contents of a folder that is added whole.
fn folder(dialog: &mut Pen<'_>, y: u16, taken: &FolderScan, name: usize) {
    let Pen { theme, area, lang, .. } = *dialog;
    let mark = match taken {
        FolderScan::Failed(_) => "[!]",
        FolderScan::Walking(_) | FolderScan::Walked(_) => "[+]",
    };
    let x = area.x + 2 + (name as u16).min(area.width / 2) + 3;
    dialog.text(x, y, mark, theme.alert);
    let (text, style) = match taken {
        FolderScan::Walking(watch) => (t!(lang, "browser.walking-so-far", n = grouped(watch.done())), theme.label),
        FolderScan::Walked(walk) if walk.skipped.is_empty() => {
            (t!(lang, "browser.walked", n = grouped(walk.sources.len() as u64)), theme.alert)
        }
        FolderScan::Walked(walk) => {
            let [n, out] = [walk.sources.len(), walk.skipped.len()].map(|n| grouped(n as u64));
            (t!(lang, "browser.walked-but", n, out), theme.alert)
        }
        FolderScan::Failed(why) => (why.clone(), theme.error),
    };
    let x = x + MARK;
    dialog.cut(x, y, area.right(), &text, style);
}

/// The list that is shown, and the batch as it would be.
fn head(model: &Model, browser: &Browser, dialog: &mut Pen<'_>) {
    let lang = model.lang;
    let Pen { theme, area, .. } = *dialog;
    let documents = browser.toggled.iter().map(|&at| browser.fate_of_document(at, &model.workspace.batch));
    let gone = documents.filter(|&fate| fate == Membership::Goes).count();
    let come = browser.coming().len() + browser.toggled.len() - gone;
    let coming = if browser.purpose == BrowserPurpose::Archive { "browser.coming-archive" } else { "browser.coming" };
    let mut end = area.right();
    for (n, key) in [(gone, "browser.going"), (come, coming)] {
        if n > 0 {
            let text = lang.fill(key, &[("n", &n.to_string())]);
            end = dialog.text_right(end, area.y, &text, theme.alert).saturating_sub(3);
        }
    }
    let [folder, batch] = [t!(lang, "browser.folder"), t!(lang, "browser.batch")];
    let style = |current: bool| if current { theme.strong } else { theme.label };
    let mut x = dialog.text(area.x + 2, area.y, folder, style(!browser.of_batch)) + 2;
    if !browser.of_batch {
        let filter = if browser.typing || !browser.filter.is_empty() {
            format!("  {} {}", t!(lang, "browser.filter"), browser.filter)
        } else {
            String::new()
        };
        let max_width = usize::from(end.saturating_sub(x + 4)).saturating_sub(width(batch) + width(&filter));
        let path = safe_name(&browser.folder.to_string_lossy());
        x = dialog.text(x, area.y, &truncate_start(&path, max_width), theme.text);
        x = dialog.text(x, area.y, &filter, theme.alert);
        if browser.typing {
            x = dialog.text(x, area.y, " ", theme.cursor);
        }
        x += 3;
    }
    if browser.purpose != BrowserPurpose::Review {
        dialog.text(x, area.y, batch, style(browser.of_batch));
    }
}

fn row(dialog: &mut Pen<'_>, y: u16, (name, bytes): (&str, Option<u64>), fate: Option<Membership>, strong: Style) {
    let Pen { theme, area, lang, .. } = *dialog;
    let end = area.right().saturating_sub(FATE);
    let max_width = usize::from(end.saturating_sub(area.x + 2 + MARK + SIZE));
    match fate {
        None => _ = dialog.text(area.x + 2, y, &truncate_middle(name, max_width), theme.strong),
        Some(fate) => {
            let (mark, word, style) = fated(theme, lang, fate);
            dialog.text(area.x + 2, y, mark, style);
            dialog.text(area.x + 2 + MARK, y, &truncate_middle(name, max_width), strong);
            if let Some(bytes) = bytes {
                dialog.text_right(end, y, &bytes_of(bytes), theme.label);
            }
            dialog.text(end + 3, y, word, style);
        }
    }
}

fn fated<'a>(theme: &Theme, lang: Lang, fate: Membership) -> (&'a str, &'static str, Style) {
    match fate {
        Membership::Stays => ("[x]", "", theme.text),
        Membership::Comes => ("[+]", t!(lang, "browser.comes"), theme.alert),
        Membership::Goes => ("[-]", t!(lang, "browser.goes"), theme.alert),
        Membership::Out => ("[ ]", "", theme.label),
    }
}
