//! Verdicts and notes: what opens their dialogs, and what the journal answers.

use std::sync::Arc;

use crate::{
    batch::Batch,
    compare::coverage::READING_VERSION,
    document::safe_path,
    locale::Lang,
    review::{
        Files, HunkId, ReviewChange, ReviewSettings, RuleKind, Target,
        journal::{JournalError, Received},
    },
    t,
    tui::{
        action::Action,
        dialog::{
            note::NoteDialog,
            orphans::OrphansPage,
            reader::Reader,
            received::{ReceivedDialog, ask},
            verdict::VerdictDialog,
        },
        journal::{Done, JournalCommand, JournalUpdate},
        model::{
            Model, OpenReview, Orphan, ReceivedReview, ReviewSubject, Workspace,
            effect::{Effect, Request},
        },
        screen::Screen,
        update::common::no_review,
        work,
    },
};

/// Carries out an action that is about the review; false where it is none.
pub(crate) fn act(model: &mut Model, action: Action) -> Option<Effect> {
    if !matches!(action, Action::Verdict | Action::Note | Action::Undo | Action::Redo | Action::Orphans) {
        return None;
    }
    if model.workspace.review.is_none() {
        no_review(model);
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
            model.workspace.dialogs.open(Reader::new(OrphansPage));
            None
        }
        _ => {
            open(model, action);
            None
        }
    })
}

/// Opens the dialog for the pair; on screen 4 it can be turned to the passage or the change under the cursor.
fn open(model: &mut Model, action: Action) {
    if model.workspace.screen == Screen::Overview {
        let (pairs, hidden) = model.workspace.marked_pairs();
        if !pairs.is_empty() {
            if action == Action::Verdict {
                model.workspace.dialogs.open(VerdictDialog::marked(pairs, hidden));
            } else if let Some(note) = NoteDialog::marked(model, &pairs) {
                model.workspace.dialogs.open(note);
            }
            return;
        }
        if hidden > 0 {
            let [filter, back] = model.keys_of([Action::Filter, Action::Back]);
            let lang = model.lang;
            model.notify(t!(lang, "reviewing.all-hidden", n = hidden, filter, back));
            return;
        }
    }
    let Some(pair) = model.workspace.pair() else {
        if !model.workspace.is_ranked() {
            let key = model.key_of(action);
            model.notify(t!(model.lang, "reviewing.not-ranked", key));
        }
        return;
    };
    let of = ReviewSubject { pair, hunk: None };
    let other = hunk(model).map(|hunk| ReviewSubject { pair, hunk: Some(hunk) });
    if model.workspace.review.as_ref().is_none_or(|review| review.target(&of).is_none()) {
        return;
    }
    if action == Action::Verdict {
        if let Some(dialog) = VerdictDialog::one(model, of, other) {
            model.workspace.dialogs.open(dialog);
        }
    } else if let Some(note) = NoteDialog::new(model, of, other)
        && !note.gives_away(model)
    {
        model.workspace.dialogs.open(note);
    }
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

/// Has the journal read the calibration for the recipe in use, and keep a new one, or one with another prior.
fn calibration(model: &mut Model) -> Vec<Request> {
    let Workspace { review, batch, meaning, .. } = &mut model.workspace;
    let Some(review) = review else { return Vec::new() };
    let mut requests = Vec::new();
    let asked = Some((batch.recipe.clone(), !review.is_received()));
    if review.asked_calibration != asked {
        review.asked_calibration = asked;
        requests.push(Request::Keep(JournalCommand::ReadCalibration(Box::new(batch.recipe.clone()))));
    }
    if let Some(calibration) = &mut batch.calibration {
        let moved = calibration.prior != meaning.prior;
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
        reviewer: model.workspace.review.as_ref().map_or_else(String::new, |review| review.reviewer().to_owned()),
    }
}

/// Takes the journal's answer in.
pub(crate) fn answered(model: &mut Model, answer: JournalUpdate) {
    let lang = model.lang;
    let Some(review) = &mut model.workspace.review else { return };
    review.place = safe_path(&answer.place);
    let before = std::mem::replace(&mut review.matched, answer.matched);
    // Points of alignment make other changes.
    review.places.retain(|&pair, _| before.points(pair) == review.matched.points(pair));
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
    if in_step && !review.is_received() && (refound || accepted || review.omitted != answer.omitted) {
        review.rules = model.workspace.batch.rules.apply(&answer.omitted, &review.files, model.workspace.batch.run);
        review.omitted = answer.omitted;
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
            said.push(t!(lang, "calibrate.kept", place = safe_path(place)));
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
        None => _ = workspace.dialogs.take::<ReceivedDialog>(),
    }
}
