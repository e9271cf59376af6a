//! A review handed over from the screens: which pairs, where to, and that its numbers are those that are shown.

use std::{fs, path::Path, sync::Arc};

use serde_json::Value;

use super::*;
use crate::{
    review::{
        Decisions, EventId, EventRecord, FileId, Files, ReviewChange, ReviewEvent, ReviewState, Roots, Target as Of,
        Timestamp, Verdict,
    },
    tui::{
        dialog::export::{ExportDialog, ExportStage},
        model::{ClickTarget, OpenReview},
    },
};

/// The samples, of which two were decided.
fn bench() -> Bench {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    let files: Vec<FileId> =
        (0..6).map(|at| FileId::of(bench.model.workspace.batch.document(at).unwrap(), &Roots::new(["."]))).collect();
    let mut state = ReviewState::default();
    let of = Of::pair(&files[0], &files[1]);
    let changes = [
        ReviewChange::Verdict { of: of.clone(), verdict: Some(Verdict::Copy) },
        ReviewChange::Note { of, text: "see page 3".into(), over: Vec::new() },
    ];
    for (change, number) in changes.into_iter().zip(1..) {
        state.apply(EventRecord {
            at: Timestamp::of(std::time::UNIX_EPOCH),
            id: EventId { session: 1, number },
            event: ReviewEvent::Change(change),
        });
    }
    let files = Arc::new(Files::new(files));
    let matched = Arc::new(Decisions::new(&state, &files));
    bench.model.workspace.review =
        Some(OpenReview { matched, files, ..OpenReview::new(&bench.model.workspace.batch.rules, None) });
    bench
}

fn dialog(bench: &Bench) -> &ExportDialog {
    bench.model.workspace.dialogs.find().expect("the dialog")
}

/// Opens the dialog and names a file.
fn to(bench: &mut Bench, path: &Path) {
    bench.keys("e G Ctrl-a").type_text(&path.to_string_lossy());
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_numbers_of_a_report_are_those_of_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = bench();
    // Screen 6 shows clusters, and the report has those of its cutoff.
    bench.keys("6 ] ] 1");
    let path = folder.path().join("all.json");
    to(&mut bench, &path);
    bench.keys("Enter");
    assert!(bench.draw().contains("Written: ") && bench.draw().contains("15 pairs listed, "), "{}", bench.draw());
    assert!(bench.model.workspace.dialogs.is_empty() && !bench.model.workspace.writes_report());
    let report = json(&path);
    let pairs = report["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), bench.model.workspace.listing.len());
    for (row, pair) in pairs.iter().enumerate() {
        let shown = bench.model.workspace.listed(row).unwrap();
        let [a, b] = shown.documents().map(|at| at as u64 + 1);
        assert_eq!([&pair["a"], &pair["b"]].map(Value::as_u64), [Some(a), Some(b)], "as ranked as the list");
        assert_eq!(pair["hamming"].as_u64(), shown.hamming().map(u64::from));
        // The parser of this test rounds the last digit otherwise.
        let near = |name: &str, share: f64| (pair[name].as_f64().unwrap() - share).abs() < 1e-12;
        assert!(near("a_in_b", shown.coverage[0]) && near("b_in_a", shown.coverage[1]), "{pair}");
        assert_eq!(pair["longest"].as_u64(), Some(shown.longest.into()));
        assert_eq!(pair["near_duplicate"], shown.near(bench.model.workspace.k));
    }
    let tally = &bench.model.workspace.listing.tally;
    assert_eq!(report["counts"]["near"], tally.near);
    assert_eq!(report["counts"]["shared_not_near"], tally.shared);
    assert_eq!(report["counts"]["decided"], 1);
    let (cutoff, found) = (bench.model.workspace.library.cutoff, bench.model.workspace.library.found.clone());
    assert_eq!((report["cutoff"].as_u64(), cutoff > 10), (Some(cutoff.into()), true));
    let members = |cluster: &Value| {
        cluster["documents"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as u32 - 1).collect::<Vec<_>>()
    };
    let clusters: Vec<Vec<u32>> = report["clusters"].as_array().unwrap().iter().map(members).collect();
    assert_eq!(clusters, found.clusters.iter().map(|cluster| cluster.members.clone()).collect::<Vec<_>>());
    // The sentences are those under the list.
    let said: Vec<&str> =
        report["closer"][0]["said"].as_array().unwrap().iter().map(|s| s["text"].as_str().unwrap()).collect();
    let picture: String = bench.draw().split_whitespace().collect();
    assert!(picture.contains(&said[1].split_whitespace().collect::<String>()), "{said:?}");
}

#[test]
fn exclusions_are_in_the_report_with_both_scores() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = bench();
    bench.keys("b Space j Space Esc");
    let path = folder.path().join("rest.json");
    to(&mut bench, &path);
    bench.keys("Enter");
    let report = json(&path);
    assert_eq!(report["exclusions"].as_array().map(Vec::len), Some(2), "{report}");
    for (row, pair) in report["pairs"].as_array().unwrap().iter().enumerate() {
        let shown = bench.model.workspace.listed(row).unwrap();
        let (rest, current) = bench.model.workspace.batch.pair_remainder(shown.documents()).unwrap();
        assert!(current);
        assert_eq!(pair["rest"]["hamming"].as_u64(), rest.hamming().map(u64::from));
        assert!((pair["rest"]["a_in_b"].as_f64().unwrap() - rest.coverage[0]).abs() < 1e-12, "{pair}");
    }
}

#[test]
fn what_is_chosen_is_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = bench();
    bench.keys("/").type_text("name:lighthouse").keys("Enter");
    let listed = bench.model.workspace.listing.len();
    bench.keys("e");
    assert_eq!(dialog(&bench).counted[0], listed, "what is listed comes first");
    // The form follows the ending, and the ending the form.
    bench.keys("G Ctrl-a").type_text(&folder.path().join("one.csv").to_string_lossy()).keys("Up Up Up Up Up l");
    assert!(dialog(&bench).path.text().ends_with("one.json"), "{}", dialog(&bench).path.text());
    bench.keys("Enter");
    let report = json(&folder.path().join("one.json"));
    assert_eq!((report["pairs"].as_array().unwrap().len(), &report["filter"]), (listed, &"name:lighthouse".into()));
    for (keys, pairs) in [("j l l", 1), ("j l l l", 1)] {
        let path = folder.path().join("next.json");
        to(&mut bench, &path);
        bench.keys("Up Up Up Up Up").keys(keys).keys("Enter");
        assert_eq!(json(&path)["pairs"].as_array().unwrap().len(), pairs, "{keys}");
        assert_eq!(json(&path)["closer"].as_array().unwrap().len(), 1);
        fs::remove_file(path).unwrap();
    }
    // Names hidden on the screen are hidden in the file.
    bench.command("hide-names");
    let path = folder.path().join("h.json");
    to(&mut bench, &path);
    assert!(dialog(&bench).hidden);
    bench.keys("Enter");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("Document 1") && !text.contains("lighthouse"), "{text}");
}

#[test]
fn the_words_to_hide_are_shown_and_can_be_edited() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = bench();
    to(&mut bench, &folder.path().join("shown.json"));
    bench.keys("Enter");
    let shown = fs::read_to_string(folder.path().join("shown.json")).unwrap();
    assert!(shown.contains("see page 3"), "{shown}");
    to(&mut bench, &folder.path().join("hidden.json"));
    bench.keys("Up Up l Down");
    let drawn = bench.draw();
    assert!(drawn.contains("> HIDE") && drawn.contains("lighthouse"), "{drawn}");
    bench.keys("Ctrl-a").type_text("page, Wick");
    assert_eq!(dialog(&bench).chosen_words(), ["page", "Wick"]);
    bench.keys("Enter");
    let hidden = fs::read_to_string(folder.path().join("hidden.json")).unwrap();
    assert!(hidden.contains("see [name] 3") && hidden.contains("Document 1"), "{hidden}");
    // While the screens hide names, the dialog does not list them, and nothing can be typed there.
    bench.command("hide-names");
    to(&mut bench, &folder.path().join("third.json"));
    bench.keys("Up Up").type_text("x");
    let drawn = bench.draw();
    assert!(drawn.contains("> HIDE") && !drawn.contains("lighthouse") && drawn.contains("for editing"), "{drawn}");
    assert!(!dialog(&bench).chosen_words().contains(&"x".to_owned()));
}

#[test]
fn a_file_that_is_there_is_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json");
    fs::write(&path, "mine").unwrap();
    let mut bench = bench();
    to(&mut bench, &path);
    bench.keys("Enter");
    assert_eq!((&dialog(&bench).stage, fs::read_to_string(&path).unwrap().as_str()), (&ExportStage::Taken, "mine"));
    assert!(bench.draw().contains("overwrite the file"));
    // Another name is another question.
    bench.type_text("x");
    assert_eq!(dialog(&bench).stage, ExportStage::Asking);
    bench.keys("Esc");
    to(&mut bench, &path);
    bench.keys("Enter Enter");
    assert!(json(&path)["pairs"].is_array());
    // Nowhere to write to: said in the dialog, which keeps what was typed.
    to(&mut bench, &folder.path().join("no/folder/r.html"));
    bench.keys("Enter");
    assert!(
        matches!(&dialog(&bench).stage, ExportStage::Failed(why) if why.contains("r.html")),
        "{:?}",
        dialog(&bench).stage
    );
    to(&mut bench, Path::new(" "));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn it_can_be_stopped_and_leaving_says_that_it_would_be_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.html");
    let mut bench = bench();
    to(&mut bench, &path);
    let press = |bench: &mut Bench, code, modifiers| {
        update::update(&mut bench.model, Event::Input(Input::Key(KeyEvent::new(code, modifiers))))
    };
    // Stopped before it begins, as slow as the machine may be.
    let effects = press(&mut bench, KeyCode::Enter, KeyModifiers::NONE);
    assert!(bench.model.workspace.writes_report());
    bench.model.workspace.dialogs.close_all();
    bench.keys("e");
    assert!(bench.draw().contains("Writing a report"), "{}", bench.draw());
    bench.keys("q");
    assert!(!bench.model.quit && bench.draw().contains("Press again to leave and stop it"));
    press(&mut bench, KeyCode::Char('c'), KeyModifiers::CONTROL);
    bench.perform(effects);
    bench.settle();
    assert!(!bench.model.workspace.writes_report() && bench.draw().contains("Nothing was written"), "{}", bench.draw());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn over_one_pair_the_file_is_that_of_its_case() {
    let mut bench = bench();
    bench.keys("4 e");
    let picture = bench.draw();
    assert!(picture.contains("[selected]") && picture.contains("1 pair, 1 with a section"), "{picture}");
    let shown = dialog(&bench).path.text().to_owned();
    assert_eq!(shown, "lighthouse-zh-lighthouse-zh-edited.html");
    bench.keys("Esc 1 e");
    assert!(bench.draw().contains("[all]") && dialog(&bench).path.text() == "simscope-report.html");
}

#[test]
fn what_has_no_room_is_said_before_it_is_written() {
    let texts: Vec<String> =
        (0..90).map(|n| format!("The keeper lit lamp {n} at dusk and wrote the wind down in the book.")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut bench = Bench::of(&texts);
    bench.keys("e j j l l");
    let picture = bench.draw();
    assert!(picture.contains("The first 200 of 4,005 pairs have a section"), "{picture}");
    bench.keys("k k l l");
    let picture = bench.draw();
    assert!(!picture.contains("The first"), "CSV has room for them\n{picture}");
}

#[test]
fn the_mouse_chooses_too_and_the_dialog_fits_a_small_screen() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = bench();
    bench.model.size = (80, 24);
    to(&mut bench, &folder.path().join("m.html"));
    for target in
        [ClickTarget::Choose(0, 1), ClickTarget::Choose(2, 3), ClickTarget::Choose(3, 1), ClickTarget::Choose(7, 0)]
    {
        let found =
            bench.model.workspace.drawn.targets.iter().find(|(_, other)| *other == target).expect("it is drawn").0;
        for kind in [MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left)] {
            let modifiers = KeyModifiers::NONE;
            bench.send(Event::Input(Input::Mouse(MouseEvent { kind, column: found.x, row: found.y, modifiers })));
        }
        bench.settle();
    }
    let text = fs::read_to_string(folder.path().join("m.md")).unwrap();
    assert!(text.starts_with("# Review") && text.contains("Document 1") && !text.contains("lighthouse-zh"), "{text}");
    for (lang, size) in [(Lang::En, (120, 36)), (Lang::Zh, (80, 24))] {
        let mut bench = Bench::new(samples(), lang, size);
        bench.keys("e");
        bench.holds("export");
    }
}
