//! Verdicts and notes: keys, and what the journal answers; the list of those that have lost what they were of; and the
//! question whether a review that came with a folder is accepted.

use std::{collections::BTreeSet, sync::Arc};

use crossterm::event::{KeyCode, KeyEvent};

use super::{
    common::{copied, to_clipboard},
    typing::{Keyed, pasted},
};
use crate::{
    batch::Batch,
    compare::coverage::READING_VERSION,
    document::safe_name,
    locale::Lang,
    review::{
        Decision, Files, HunkId, ReviewChange, ReviewSettings, RuleKind, Target, Verdict,
        journal::{JournalError, LONGEST, Received},
    },
    t,
    tui::{
        action::Action,
        journal::{Done, JournalCommand, JournalUpdate},
        model::{
            Dialog, DiffState, Diffed, Editor, List, Lost, MeaningTab, Model, Motion, NoteDialog, OpenReview, Orphan,
            ReceivedReview, ReviewSubject, Slot, VerdictDialog, VerdictSubject, Workspace,
            effect::{Effect, Request, ScreenEffect},
        },
        screen::Screen,
        work,
    },
};

/// Rows of the dialog of verdicts: each of them, and none.
pub(crate) const ROWS: usize = VerdictDialog::ROWS;

/// Carries out an action that is about the review; false where it is none.
pub(crate) fn act(model: &mut Model, action: Action) -> Option<Effect> {
    if !matches!(action, Action::Verdict | Action::Note | Action::Undo | Action::Redo | Action::Orphans) {
        return None;
    }
    if model.workspace.review.is_none() {
        model.notify(t!(model.lang, "reviewing.none"));
        return Some(None);
    }
    let received = model.workspace.review.as_ref().is_some_and(OpenReview::is_received);
    Some(match action {
        // Before anything is typed.
        Action::Verdict | Action::Note if received => {
            ask(model);
            None
        }
        Action::Undo => Some(Request::Keep(JournalCommand::Undo).into()),
        Action::Redo => Some(Request::Keep(JournalCommand::Redo).into()),
        Action::Orphans => {
            work::gather(model);
            model.workspace.dialogs.push(Dialog::Orphans(List::default()));
            None
        }
        _ => {
            open(model, action);
            None
        }
    })
}

/// Opens the dialog for what is looked at: on screen 4 the place under the cursor, if differences are marked.
fn open(model: &mut Model, action: Action) {
    if action == Action::Verdict && model.workspace.screen == Screen::Overview {
        let (pairs, hidden) = model.workspace.marked_pairs();
        if !pairs.is_empty() {
            let of = VerdictSubject::Marked { pairs, hidden };
            model.workspace.dialogs.push(Dialog::Verdict(Box::new(VerdictDialog { of, list: List::default() })));
            return;
        }
        if hidden > 0 {
            let [filter, back] = model.keys_of([Action::Filter, Action::Back]);
            let lang = model.lang;
            model.notify(t!(lang, "reviewing.all-hidden", n = hidden, filter, back));
            return;
        }
    }
    let Some(pair) = model.workspace.pair() else { return };
    let whole = ReviewSubject { pair, hunk: None };
    let place = hunk(model).map(|hunk| ReviewSubject { pair, hunk: Some(hunk) });
    let (of, other) = match place {
        Some(place) => (place, Some(whole)),
        None => (whole, None),
    };
    let Some(review) = model.workspace.review.as_ref().filter(|review| review.target(&of).is_some()) else { return };
    let overlay = if action == Action::Verdict {
        let given = review.decision(&of).and_then(|decision| decision.verdict.as_ref());
        let row = given.and_then(|given| Verdict::ALL.iter().position(|one| *one == given.verdict));
        let list = List { selected: row.unwrap_or(0), offset: 0 };
        Dialog::Verdict(Box::new(VerdictDialog { of: VerdictSubject::One(of, other), list }))
    } else {
        let Some(noting) = noting(model, of, other) else { return };
        if gives_away(model, &noting) {
            return;
        }
        Dialog::Note(Box::new(noting))
    };
    model.workspace.dialogs.push(overlay);
}

fn noting(model: &Model, of: ReviewSubject, other: Option<ReviewSubject>) -> Option<NoteDialog> {
    let review = model.workspace.review.as_ref()?;
    let target = review.target(&of)?;
    let writing = review.decision(&of).map(Decision::note_input).unwrap_or_default();
    let mut editor = Editor::new(&writing.text);
    editor.put_cursor(writing.text.len(), false);
    Some(NoteDialog { of, other, target, editor, before: writing.text, over: writing.over, recovered: writing.draft })
}

/// The passage or the change under the cursor of screen 4.
fn hunk(model: &Model) -> Option<(usize, HunkId)> {
    let workspace = &model.workspace;
    let documents = workspace.pair().filter(|_| workspace.screen == Screen::Diff)?;
    if workspace.shows_shared() {
        let (passages, at) = (workspace.passages_of(documents)?, workspace.shared.passage);
        let number = passages.get(at)?.number?;
        return Some((number as usize - 1, passages.id(at)?.clone()));
    }
    let places = &workspace.results.diff_of(documents)?.places;
    Some((workspace.diff.hunk, places.get(workspace.diff.hunk)?.clone()))
}

/// Handles a key for the dialog of verdicts. Movement and leaving are those of the keymap; of all other keys only
/// digits give a verdict, so that no key means one thing here and another elsewhere.
pub(crate) fn decide(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
    let Some(Dialog::Verdict(deciding)) = model.workspace.dialogs.last_mut() else { return None };
    match (event.code, action) {
        (KeyCode::Esc, _) | (_, Some(Action::Back | Action::Quit)) => _ = model.workspace.dialogs.pop(),
        (KeyCode::Tab, _) => {
            if let VerdictSubject::One(of, Some(other)) = &mut deciding.of {
                std::mem::swap(of, other);
            }
        }
        (KeyCode::Enter, _) | (_, Some(Action::Open)) => {
            let row = deciding.list.selected;
            return give(model, row);
        }
        (_, Some(action)) if deciding.list.motion(action, ROWS, ROWS) => {}
        (KeyCode::Char(digit @ '0'..='9'), _) if event.modifiers.is_empty() => {
            if let Some(row) = row_of(digit) {
                return give(model, row);
            }
        }
        // The letters that decided before there were digits.
        (KeyCode::Char('x'), _) => name_digit(model, None),
        (KeyCode::Char(letter), _) if let Some(verdict) = Verdict::of_letter(letter) => {
            name_digit(model, Some(verdict));
        }
        _ => {}
    }
    None
}

/// Says which digit gives a verdict, or none.
fn name_digit(model: &mut Model, verdict: Option<Verdict>) {
    let lang = model.lang;
    let row = Verdict::ALL.iter().position(|&one| Some(one) == verdict).unwrap_or(Verdict::ALL.len());
    let label = verdict.map_or(t!(lang, "reviewing.no-verdict"), |verdict| verdict.label(lang));
    let digit = VerdictDialog::digit_of(row);
    model.notify(t!(lang, "reviewing.digit", verdict = label, digit));
}

fn row_of(digit: char) -> Option<usize> {
    (0..ROWS).find(|&row| char::from_digit(VerdictDialog::digit_of(row) as u32, 10) == Some(digit))
}

/// Gives the verdict of that row.
pub(crate) fn give(model: &mut Model, row: usize) -> Effect {
    let Some(Dialog::Verdict(deciding)) = model.workspace.dialogs.pop() else { return None };
    let review = model.workspace.review.as_ref()?;
    let verdict = Verdict::ALL.get(row).copied();
    let change = match &deciding.of {
        VerdictSubject::One(of, _) => review.target(of).map(|of| ReviewChange::Verdict { of, verdict }),
        VerdictSubject::Marked { pairs, .. } => {
            let targets = pairs.iter().map(|&pair| review.target(&ReviewSubject { pair, hunk: None }));
            let targets: Option<Vec<Target>> = targets.collect();
            targets.map(|mut of| match of.len() {
                1 => ReviewChange::Verdict { of: of.remove(0), verdict },
                _ => ReviewChange::Verdicts { of, verdict },
            })
        }
    };
    let change = change?;
    if let VerdictSubject::Marked { pairs, .. } = deciding.of {
        model.workspace.overview.marked.retain(|pair| !pairs.contains(pair));
    }
    Some(Request::Keep(JournalCommand::Save(change)).into())
}

/// Handles a key for a note: all are its text's but Esc, which saves and closes, and Ctrl-c, which leaves it as it was.
pub(crate) fn write(model: &mut Model, event: KeyEvent) -> Effect {
    let (width, page) = model.workspace.drawn.text;
    let Some(Dialog::Note(noting)) = model.workspace.dialogs.last_mut() else { return None };
    if event.code == KeyCode::Esc {
        return close(model);
    }
    if event.code == KeyCode::Tab && noting.other.is_some() {
        turn(model);
        return None;
    }
    match Keyed::of(event, page) {
        None => {}
        Some(Keyed::Copy(out)) => {
            let selected = noting.editor.selection()?;
            let text = noting.editor.text()[selected].to_owned();
            if out {
                noting.editor.delete(Motion::Left, width);
            }
            let copied = copied(model, text);
            return Some(ScreenEffect::Requests(copied.into_iter().chain(draft(model)).collect()));
        }
        Some(Keyed::Insert(text)) => return insert(model, &text),
        Some(keyed) => {
            let before = noting.editor.text().to_owned();
            keyed.apply(&mut noting.editor, width);
            // A key that only moves the cursor saves nothing.
            if noting.editor.text() != before {
                return Some(draft(model)?.into());
            }
        }
    }
    None
}

/// From the note of one hunk to that of the whole pair, or back, as long as nothing was typed.
fn turn(model: &mut Model) {
    let Some(Dialog::Note(begun)) = model.workspace.dialogs.last() else { return };
    if begun.editor.text() != begun.before {
        model.notify(t!(model.lang, "reviewing.note-begun"));
        return;
    }
    let (of, other) = (begun.of.clone(), begun.other.clone());
    let Some(other) = other.and_then(|other| noting(model, other, Some(of))) else { return };
    if gives_away(model, &other) {
        return;
    }
    model.workspace.dialogs.pop();
    model.workspace.dialogs.push(Dialog::Note(Box::new(other)));
}

/// Whether the note holds a hidden name; says so. A text that is edited cannot be shown without its names.
fn gives_away(model: &mut Model, noting: &NoteDialog) -> bool {
    let away = model.workspace.batch.hidden.as_ref().is_some_and(|hiding| hiding.known.gives_away(&noting.before));
    if away {
        model.notify(t!(model.lang, "hidden.note", key = model.key_of(Action::HideNames)));
    }
    away
}

/// Takes pasted text in, whole or not at all.
pub(crate) fn paste(model: &mut Model, text: &str) -> Effect {
    insert(model, &pasted(text))
}

fn insert(model: &mut Model, text: &str) -> Effect {
    let lang = model.lang;
    let Some(Dialog::Note(noting)) = model.workspace.dialogs.last_mut() else { return None };
    let selected = noting.editor.selection().map_or(0, |selected| selected.len());
    if noting.editor.text().len() + text.len() - selected > LONGEST {
        model.notify(t!(lang, "journal.too-long", limit = LONGEST >> 10));
        return None;
    }
    noting.editor.insert(text);
    Some(draft(model)?.into())
}

/// Has what is written so far be kept.
pub(crate) fn draft(model: &Model) -> Option<Request> {
    let noting = model.workspace.dialogs.iter().find_map(|dialog| match dialog {
        Dialog::Note(noting) => Some(noting),
        _ => None,
    });
    let noting = noting?;
    let (of, text) = (noting.target.clone(), noting.editor.text().to_owned());
    Some(Request::Keep(JournalCommand::Draft(ReviewChange::Draft { of, text, over: noting.over.clone() })))
}

/// Saves the note and closes it.
pub(crate) fn close(model: &mut Model) -> Effect {
    let Some(Dialog::Note(noting)) = model.workspace.dialogs.pop() else { return None };
    let NoteDialog { target: of, editor, before, over, recovered, .. } = *noting;
    // A draft that was found again is a note only once it is saved.
    if editor.text() == before && !recovered {
        return None;
    }
    Some(Request::Keep(JournalCommand::Save(ReviewChange::Note { of, text: editor.text().to_owned(), over })).into())
}

/// Closes the note without saving it.
pub(crate) fn leave(model: &mut Model) -> Effect {
    let Some(Dialog::Note(noting)) = model.workspace.dialogs.pop() else { return None };
    let NoteDialog { target: of, editor, before, over, .. } = *noting;
    if editor.text() == before {
        return None;
    }
    model.notify(t!(model.lang, "reviewing.left"));
    // An empty draft removes the notes it replaces, so they are named only if they are not to come back.
    let over = if before.is_empty() { over } else { Vec::new() };
    Some(Request::Keep(JournalCommand::Draft(ReviewChange::Draft { of, text: String::new(), over })).into())
}

/// Sends the journal thread the files, the exclusions and the settings that changed.
pub(crate) fn follow(model: &mut Model) -> Vec<Request> {
    let settings = settings(model);
    let (generation, settled) = (model.workspace.batch.generation, model.workspace.batch.settled());
    let mut requests = calibration(model);
    let Some(review) = &mut model.workspace.review else { return requests };
    if review.settings.as_ref() != Some(&settings) {
        review.settings = Some(settings.clone());
        requests.push(Request::Keep(JournalCommand::Settings(settings)));
    }
    if review.sent_generation != generation && settled {
        review.sent_generation = generation;
        let files = model.workspace.batch.entries.iter().map(|entry| (entry.source.clone(), entry.bytes()));
        requests.push(Request::Keep(JournalCommand::Files(files.collect())));
    }
    if !model.workspace.batch.rules.are(&review.rules)
        && let Some(changes) = model.workspace.batch.rules.changes_since(&review.rules, &review.files)
    {
        review.rules.clone_from(&model.workspace.batch.rules.list);
        review.ahead += changes.len() as u64;
        requests.extend(changes.into_iter().map(|change| Request::Keep(JournalCommand::Save(change))));
    }
    requests
}

/// Has the journal read the calibration for the recipe in use, and keep a new one, or one whose prior the reader moved.
fn calibration(model: &mut Model) -> Vec<Request> {
    // A share is moved by many keys, so the file waits for the last of them.
    let moving = model.workspace.shows_meaning(MeaningTab::Distances) && !model.quit;
    let Workspace { review, batch, meaning, .. } = &mut model.workspace;
    let Some(review) = review else { return Vec::new() };
    let mut requests = Vec::new();
    let asked = Some((batch.recipe.clone(), !review.is_received()));
    if review.asked_calibration != asked {
        review.asked_calibration = asked;
        requests.push(Request::Keep(JournalCommand::ReadCalibration(Box::new(batch.recipe.clone()))));
    }
    if let Some(calibration) = &mut batch.calibration {
        let moved = !moving && calibration.prior != meaning.prior;
        if moved {
            Arc::make_mut(calibration).prior = meaning.prior;
        }
        if moved || review.kept_calibration != meaning.revision {
            review.kept_calibration = meaning.revision;
            requests.push(Request::Keep(JournalCommand::KeepCalibration(calibration.clone())));
        }
    }
    requests
}

fn settings(model: &Model) -> ReviewSettings {
    let batch = &model.workspace.batch;
    ReviewSettings {
        program: env!("CARGO_PKG_VERSION").into(),
        recipe: batch.recipe.to_string(),
        k: model.workspace.k,
        run: [batch.run.han, batch.run.words],
        exclusions: if batch.excludes() { batch.rules.on().filter_map(RuleKind::option).collect() } else { Vec::new() },
        reading: READING_VERSION,
    }
}

/// Sets beside each other what the review keeps, in the pairs of which that is not what it was.
fn take_points(review: &mut OpenReview, diff: &mut DiffState, asked: &mut Slot<[usize; 2], Arc<Diffed>>) {
    let points = review.matched.aligned_pairs().map(|pair| (pair, review.matched.points(pair).to_vec())).collect();
    let before = std::mem::replace(&mut review.points, points);
    for pair in review.points.keys().chain(before.keys()).copied().collect::<BTreeSet<_>>() {
        let now = review.points.get(&pair).cloned().unwrap_or_default();
        if before.get(&pair).map_or(&[][..], Vec::as_slice) == now {
            continue;
        }
        review.places.remove(&pair);
        if diff.points.get(&pair) != Some(&now) {
            diff.points.insert(pair, now);
            if asked.asked() == Some(&pair) {
                asked.forget();
            }
        }
    }
}

/// Takes the journal's answer in.
pub(crate) fn answered(model: &mut Model, answer: JournalUpdate) {
    let lang = model.lang;
    let Some(review) = &mut model.workspace.review else { return };
    review.place = safe_name(&answer.place.to_string_lossy());
    review.matched = answer.matched;
    let refound = !Arc::ptr_eq(&review.files, &answer.files);
    review.files = answer.files;
    review.revision += 1;
    review.unsaved = answer.unsaved;
    let unusable = model.workspace.batch.rules.unusable(lang);
    let was_received = review.is_received();
    update_received(&mut review.received, answer.received, (&model.workspace.batch, &review.files, lang));
    let accepted = was_received && !review.is_received();
    // The reader changed this after the journal's last report; its next report will have it.
    let in_step = review.ahead == answer.ahead && model.workspace.batch.rules.are(&review.rules);
    if in_step && !review.is_received() {
        if refound || accepted || review.omitted != answer.omitted {
            review.rules = model.workspace.batch.rules.apply(&answer.omitted, &review.files, model.workspace.batch.run);
            review.omitted = answer.omitted;
        }
        take_points(review, &mut model.workspace.diff, &mut model.workspace.results.diff);
    }
    review.orphans =
        Orphan::all((&review.matched, &review.files, &review.places), &model.workspace.batch, &model.workspace.results)
            .into();
    let mut read = None;
    let mut said: Vec<String> = answer.notices.iter().map(|notice| notice.message(lang)).collect();
    said.extend(model.workspace.batch.rules.unusable(lang).filter(|now| Some(now) != unusable.as_ref()));
    match answer.done {
        Done::Nothing | Done::CalibrationRead(Ok(None)) => {}
        Done::CalibrationKept(Ok(place)) => {
            said.push(t!(lang, "calibrate.kept", place = safe_name(&place.to_string_lossy())));
        }
        Done::CalibrationKept(Err(reason)) => said.push(t!(lang, "calibrate.not-kept", reason)),
        Done::CalibrationRead(Ok(Some(known))) => read = Some(*known),
        Done::CalibrationRead(Err(unused)) => model.workspace.meaning.failure = Some(unused.message(lang)),
        Done::Others => said.push(t!(lang, "reviewing.others").into()),
        Done::Accepted => said.push(t!(lang, "received.accepted").into()),
        Done::Saved(None) => said.push(t!(lang, "reviewing.saved").into()),
        Done::Saved(Some(change)) => said.push(change_text(&change, "reviewing.saved-change", lang)),
        Done::Undone(None, true) => said.push(t!(lang, "reviewing.nothing-to-undo").into()),
        Done::Undone(None, false) => said.push(t!(lang, "reviewing.nothing-to-redo").into()),
        Done::Undone(Some(undone), back) => {
            let key = match (undone.overruled, back) {
                (true, _) => "reviewing.overruled",
                (false, true) => "reviewing.undone",
                (false, false) => "reviewing.redone",
            };
            said.push(change_text(&undone.change, key, lang));
        }
    }
    if matches!(answer.why, Some(JournalError::NotAccepted))
        && let Some(received) = &mut review.received
    {
        received.asked = false;
    }
    if let Some(known) = read {
        review.kept_calibration = model.workspace.meaning.revision + 1;
        model.workspace.install_calibration(known);
    }
    said.extend(answer.why.map(|why| why.message(lang)));
    if !said.is_empty() {
        model.notify(model.workspace.redacted(&said.join(" ")).into_owned());
    }
}

/// The message of that key about a change, as in `Undone: verdict 'copy' on draft.txt × final.txt`.
fn change_text(change: &ReviewChange, key: &'static str, lang: Lang) -> String {
    let what = match change {
        ReviewChange::Verdict { of, verdict: Some(verdict) } => {
            t!(lang, "reviewing.change-verdict", verdict = verdict.label(lang), of = pair_text(of, lang))
        }
        ReviewChange::Verdicts { of, verdict } => {
            let label = verdict.map_or(t!(lang, "reviewing.no-verdict"), |verdict| verdict.label(lang));
            t!(lang, "reviewing.change-verdicts", verdict = label, n = of.len())
        }
        ReviewChange::Verdict { of, verdict: None } => {
            t!(lang, "reviewing.change-no-verdict", of = pair_text(of, lang))
        }
        ReviewChange::Note { of, .. } | ReviewChange::Draft { of, .. } => {
            t!(lang, "reviewing.change-note", of = pair_text(of, lang))
        }
        ReviewChange::Align { of, .. } => t!(lang, "reviewing.change-align", of = pair_text(of, lang)),
        ReviewChange::Exclude { exclusions, .. } => t!(lang, "reviewing.change-exclude", n = exclusions.len()),
    };
    lang.fill(key, &[("what", &what)])
}

/// The two files, and that it is of one place in them.
fn pair_text(of: &Target, lang: Lang) -> String {
    let [a, b] = of.files.each_ref().map(|file| file.path.rsplit('/').next().unwrap_or(&file.path));
    let pair = format!("{a} {} {b}", lang.set("×"));
    match &of.hunk {
        Some(place) if place.shared => t!(lang, "reviewing.change-passage", pair),
        Some(_) => t!(lang, "reviewing.change-at", pair),
        None => pair,
    }
}

/// Handles a key of the list of verdicts and notes that have lost what they were of.
pub(crate) fn orphans_key(model: &mut Model, action: Option<Action>) -> Effect {
    let workspace = &mut model.workspace;
    let rows = workspace.drawn.rows;
    let review = workspace.review.as_ref()?;
    let all = review.orphans.clone();
    let Some(Dialog::Orphans(list)) = workspace.dialogs.last_mut() else { return None };
    let under = all.get(list.selected.min(all.len().saturating_sub(1)));
    match action {
        Some(Action::Back | Action::Quit | Action::Orphans) => _ = workspace.dialogs.pop(),
        Some(Action::Open) => {
            let orphan = under?;
            match orphan.pair.filter(|&pair| workspace.batch.pair(pair).is_some()) {
                Some(pair) => {
                    workspace.dialogs.pop();
                    workspace.show(pair);
                    if orphan.lost == Lost::Words {
                        workspace.screen = Screen::Diff;
                    }
                }
                None => model.notify(t!(model.lang, "orphans.no-pair")),
            }
        }
        Some(Action::Copy) => {
            let note = under.and_then(Orphan::note).map(|(note, _)| workspace.redacted(&note).into_owned());
            return note.and_then(|note| to_clipboard(model, note));
        }
        Some(action) => _ = list.motion(action, all.len(), rows),
        None => {}
    }
    None
}

/// How many answers there are: only look, accept.
const ANSWERS: usize = 2;
const ACCEPT: usize = 1;

/// Updates the received parts to those that the journal reported.
fn update_received(
    known: &mut Option<ReceivedReview>,
    now: Option<Received>,
    (batch, files, lang): (&Batch, &Files, Lang),
) {
    let Some(parts) = now else {
        *known = None;
        return;
    };
    let rules = batch.received_rules(&parts.rules, files, lang);
    let before = known.take().unwrap_or_default();
    let same = before.parts == parts && before.rules == rules;
    *known = Some(ReceivedReview {
        // A reader who only looks is asked again about more, not about less.
        asked: before.asked && parts.rules.iter().all(|rule| before.parts.rules.contains(rule)),
        revision: before.revision + u64::from(!same),
        parts,
        rules,
    });
}

/// Asks what was not asked yet, once nothing else has the keys.
pub(crate) fn follow_received(model: &mut Model) {
    let workspace = &mut model.workspace;
    let idle = workspace.dialogs.is_empty() && !workspace.editing() && workspace.lesson.is_none();
    let received = workspace.review.as_mut().and_then(|review| review.received.as_mut());
    match received {
        Some(received) if !received.asked && idle => ask(model),
        Some(_) => {}
        None => workspace.dialogs.retain(|dialog| !matches!(dialog, Dialog::Received(_))),
    }
}

/// Opens the question, which the reader has then seen.
fn ask(model: &mut Model) {
    if let Some(received) = model.workspace.review.as_mut().and_then(|review| review.received.as_mut()) {
        received.asked = true;
        model.workspace.dialogs.push(Dialog::Received(List::default()));
    }
}

/// Handles a key of the question whether what came with a folder is accepted.
pub(crate) fn received_key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
    let Some(Dialog::Received(list)) = model.workspace.dialogs.last_mut() else { return None };
    match (action, event.code) {
        (_, KeyCode::Enter) => {
            let row = list.selected;
            return answer(model, row);
        }
        (Some(Action::Back | Action::Quit), _) => return answer(model, 0),
        (Some(action), _) => _ = list.motion(action, ANSWERS, ANSWERS),
        _ => {}
    }
    None
}

/// The answer in that row.
pub(crate) fn answer(model: &mut Model, row: usize) -> Effect {
    model.workspace.dialogs.pop();
    if row == ACCEPT {
        return Some(Request::Keep(JournalCommand::Accept).into());
    }
    let (lang, key) = (model.lang, model.key_of(Action::Verdict));
    let whole = model.workspace.review.as_ref().is_some_and(OpenReview::is_received);
    model.notify(if whole {
        t!(lang, "received.kept-apart", key)
    } else {
        t!(lang, "received.rules-off", key = model.key_of(Action::Exclusions))
    });
    None
}
