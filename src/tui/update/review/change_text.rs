//! A change of the review in words: what was done, and to which files. It must not know whether it is saved.

use crate::{
    locale::Lang,
    review::{ReviewChange, Target},
    t,
};

/// The message of that key about a change, as in `Undone: verdict 'copy' on draft.txt × final.txt`.
pub(super) fn change_text(change: &ReviewChange, key: &'static str, lang: Lang) -> String {
    let what = match change {
        ReviewChange::Verdict { of, verdict: Some(verdict) } => {
            t!(lang, "reviewing.change-verdict", verdict = verdict.label(lang), of = files(of, lang))
        }
        ReviewChange::Verdicts { of, verdict } => {
            let label = verdict.map_or(t!(lang, "reviewing.no-verdict"), |verdict| verdict.label(lang));
            t!(lang, "reviewing.change-verdicts", verdict = label, n = of.len())
        }
        ReviewChange::Verdict { of, verdict: None } => t!(lang, "reviewing.change-no-verdict", of = files(of, lang)),
        ReviewChange::Note { of, .. } | ReviewChange::Draft { of, .. } => {
            t!(lang, "reviewing.change-note", of = files(of, lang))
        }
        ReviewChange::Align { of, .. } => t!(lang, "reviewing.change-align", of = files(of, lang)),
        ReviewChange::Exclude { exclusions, .. } => t!(lang, "reviewing.change-exclude", n = exclusions.len()),
    };
    lang.fill(key, &[("what", &what)])
}

/// The two files, and that it is of one place in them.
fn files(of: &Target, lang: Lang) -> String {
    let [a, b] = of.files.each_ref().map(|file| file.path.rsplit('/').next().unwrap_or(&file.path));
    let pair = format!("{a} {} {b}", lang.set("×"));
    match &of.hunk {
        Some(place) if place.shared => t!(lang, "reviewing.change-passage", pair = pair),
        Some(_) => t!(lang, "reviewing.change-at", pair = pair),
        None => pair,
    }
}
