//! The journals that version 0.1.0 wrote: each line is read and written again byte for byte, and all together give the
//! same state.
//!
//! Names in the file are derived from names of variants, so these tests fail when a variant is renamed.

use std::collections::BTreeSet;

use super::line::{ParsedLine, header, parse};
use crate::review::{EventRecord, Exclusion, ReviewChange, ReviewEvent, ReviewState, Target, Verdict, state::Note};

const REVIEW: &str = include_str!("../../../tests/fixtures/0.1.0/review.jsonl");
const OF_TWO_FOLDERS: &str = include_str!("../../../tests/fixtures/0.1.0/review-of-two-folders.jsonl");

fn lines() -> Vec<(&'static str, EventRecord)> {
    let event = |text: &'static str| match parse(text.trim_end_matches('\n').as_bytes()) {
        ParsedLine::Header(..) => None,
        ParsedLine::Event(line) => Some((text, *line)),
        ParsedLine::Damaged => panic!("{text}"),
    };
    [REVIEW, OF_TWO_FOLDERS].iter().flat_map(|all| all.split_inclusive('\n')).filter_map(event).collect()
}

fn state() -> ReviewState {
    let mut state = ReviewState::default();
    for text in REVIEW.lines() {
        if let ParsedLine::Event(line) = parse(text.as_bytes()) {
            state.apply(*line);
        }
    }
    state
}

#[test]
fn every_line_is_written_again_byte_for_byte() {
    for (text, line) in lines() {
        assert_eq!(line.line(), text);
    }
    assert_eq!(REVIEW.split_inclusive('\n').next(), Some(&*header(None, None)));
    let folders = ["/tmp/texts/two/north", "/tmp/texts/two/south"].map(str::to_owned);
    assert_eq!(OF_TWO_FOLDERS.split_inclusive('\n').next(), Some(&*header(Some(&folders), None)));
}

/// The kinds of change in a line. There is no wildcard, so a new variant must be added here: with an empty list, since
/// 0.1.0 did not write it.
fn kinds(event: &ReviewEvent) -> Vec<String> {
    let of = |target: &Target| if target.hunk.is_some() { "change" } else { "pair" };
    let over = |over: &Vec<_>| if over.is_empty() { "" } else { " over others" };
    let text = |text: &str| if text.is_empty() { "empty " } else { "" };
    let kind = match event {
        ReviewEvent::Change(ReviewChange::Verdict { of: target, verdict }) => {
            let verdict = match verdict {
                Some(Verdict::Copy) => "copy",
                Some(Verdict::Quotation) => "quotation",
                Some(Verdict::Common) => "common",
                Some(Verdict::Cleared) => "cleared",
                Some(Verdict::Unsure) => "unsure",
                None => "none",
            };
            format!("verdict {verdict} on a {}", of(target))
        }
        ReviewEvent::Change(ReviewChange::Verdicts { .. }) => return Vec::new(),
        ReviewEvent::Change(ReviewChange::Note { of: target, text: words, over: others }) => {
            format!("{}note on a {}{}", text(words), of(target), over(others))
        }
        ReviewEvent::Change(ReviewChange::Draft { of: target, text: words, over: others }) => {
            format!("{}draft on a {}{}", text(words), of(target), over(others))
        }
        ReviewEvent::Change(ReviewChange::Align { of: _, paragraphs: _, on }) => format!("align {on}"),
        ReviewEvent::Change(ReviewChange::Exclude { exclusions, on }) => {
            return exclusions.iter().map(|one| omitted(one, *on)).collect();
        }
        ReviewEvent::Undo(_) => "undo".into(),
        ReviewEvent::Redo(_) => "redo".into(),
        ReviewEvent::Settings(settings) => {
            format!("settings with{} exclusions", if settings.exclusions.is_empty() { "out" } else { "" })
        }
        ReviewEvent::Unknown(name) => panic!("0.1.0 knew {name}"),
    };
    vec![kind]
}

fn omitted(what: &Exclusion, on: Option<bool>) -> String {
    let reason = |quotation: &bool| if *quotation { "as a quotation" } else { "as common text" };
    let what = match what {
        Exclusion::Quotations => "quotations".into(),
        Exclusion::References => "references".into(),
        Exclusion::Common { least: _ } => "common text".into(),
        Exclusion::Base(_) => panic!("0.1.0 did not write base texts"),
        Exclusion::Pattern { pattern: _ } => "a pattern".into(),
        Exclusion::Passage { text: _, quotation } => format!("a passage {}", reason(quotation)),
        Exclusion::Place { file: _, text: _, nth: _, quotation } => format!("a place {}", reason(quotation)),
    };
    let on = match on {
        Some(true) => "on",
        Some(false) => "off",
        None => "forgotten",
    };
    format!("omit {what} {on}")
}

#[test]
fn every_kind_of_line_is_in_the_fixture() {
    let found: BTreeSet<String> = lines().iter().flat_map(|(_, line)| kinds(&line.event)).collect();
    let known = [
        "align false",
        "align true",
        "draft on a change",
        "draft on a pair",
        "draft on a pair over others",
        "empty draft on a pair",
        "empty draft on a pair over others",
        "empty note on a pair over others",
        "note on a change",
        "note on a pair",
        "note on a pair over others",
        "omit a passage as a quotation off",
        "omit a passage as a quotation on",
        "omit a passage as common text forgotten",
        "omit a passage as common text on",
        "omit a pattern off",
        "omit a pattern on",
        "omit a place as a quotation on",
        "omit a place as common text forgotten",
        "omit a place as common text on",
        "omit common text off",
        "omit common text on",
        "omit quotations on",
        "omit references off",
        "omit references on",
        "redo",
        "settings with exclusions",
        "settings without exclusions",
        "undo",
        "verdict cleared on a change",
        "verdict cleared on a pair",
        "verdict common on a change",
        "verdict common on a pair",
        "verdict copy on a change",
        "verdict copy on a pair",
        "verdict none on a change",
        "verdict none on a pair",
        "verdict quotation on a change",
        "verdict quotation on a pair",
        "verdict unsure on a change",
        "verdict unsure on a pair",
    ];
    assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), known);
}

#[test]
fn verdicts_notes_and_drafts_give_the_same_state() {
    let decisions = state().all().into_iter().map(|(target, of_target)| {
        let [a, b] = target.files.map(|file| file.path);
        let place = target.hunk.map(|hunk| format!(" at {:.11} → {}", hunk.a.text, hunk.b.text)).unwrap_or_default();
        let verdict = of_target.verdict.as_ref().map_or("none", |given| given.verdict.key());
        let words = |all: &[Note]| all.iter().map(|noted| noted.text.clone()).collect::<Vec<_>>().join(" | ");
        format!("{a} × {b}{place}: {verdict}; {}; {}", words(&of_target.notes), words(&of_target.drafts))
    });
    let expected = [
        "gauge-two.txt × gauge.txt: copy; ; ",
        "gauge.txt × page.html: quotation; Mine. | Theirs.; ",
        "gauge-two.txt × page.html: common; ; ",
        "gone.txt × kite.txt: cleared; Only the cloth differs.; ",
        "潮位-改.txt × 潮位.txt: unsure; 见第一段：“每周”与“每天”。\n\"see\" page 2 \\ tab; ",
        "gauge-edited.txt × gauge.txt: none; Compare the pages. Then ask.; ",
        "gauge-edited.txt × page.html: cleared; ; ",
        "gauge-edited.txt × gauge.txt at In February → : quotation; ; ",
        "gauge-edited.txt × gauge.txt at vellum → paper: copy; vellum is dear; ",
        "gauge-edited.txt × gauge.txt at day → week: unsure; a day, not a week; ",
        "gauge-near.txt × gauge.txt: copy; ; 写到一半 half-written",
    ];
    assert_eq!(decisions.collect::<Vec<_>>(), expected);
}

#[test]
fn exclusions_alignments_and_settings_give_the_same_state() {
    let state = state();
    let omissions = state.exclusions().into_iter().map(|known| {
        let least = if let Exclusion::Common { least } = known.exclusion { least.to_string() } else { String::new() };
        let words: String = known.exclusion.words().map_or(least, |words| words.chars().take(12).collect());
        format!("{}: {words}", omitted(&known.exclusion, Some(known.on)))
    });
    let expected = [
        "omit a passage as common text on: My task was ",
        "omit a passage as a quotation off: I have read ",
        "omit a place as common text on: day",
        "omit a place as common text on: week",
        "omit a place as a quotation on: vellum",
        "omit a place as a quotation on: paper",
        "omit quotations on: ",
        "omit references off: ",
        "omit common text on: 5",
        "omit a pattern on: [0-9]{4}",
    ];
    assert_eq!(omissions.collect::<Vec<_>>(), expected);
    let points = state.points(|target| Some((target.files.clone().map(|file| file.path), false)));
    let points = points.into_iter().map(|(files, points)| (files, points.iter().map(|p| p.numbers).collect()));
    let files = ["gauge-edited.txt", "gauge-two.txt"].map(str::to_owned);
    assert_eq!(points.collect::<Vec<(_, Vec<_>)>>(), [(files, vec![[2, 2]])]);
    let settings = state.settings().expect("said");
    assert_eq!((settings.k, settings.run, &*settings.program), (5, [13, 8], "0.1.0"));
    assert_eq!(settings.exclusions, ["--exclude quotations", "--common 5", "--exclude-pattern '[0-9]{4}'"]);
    assert_eq!(state.unknown(), 0);
}
