//! An archive of fingerprints, and documents that come with a whole folder.

use std::{fs, process::Command};

use super::{Setup, Terminal, folder, sentences};

/// A batch of two, an archive of two of which one is only a fingerprint, and a folder of more.
fn fixture() -> tempfile::TempDir {
    let (text, other) = (sentences(0, 60), sentences(3, 60));
    let edited = text.replace("mill7", "forge7");
    let fixture = folder(&[("draft.txt", text.as_bytes()), ("other.txt", other.as_bytes())]);
    for name in ["batch", "old", "more", "more/deep"] {
        fs::create_dir(fixture.path().join(name)).expect("made");
    }
    for name in ["draft.txt", "other.txt"] {
        fs::rename(fixture.path().join(name), fixture.path().join("batch").join(name)).expect("moved");
    }
    for (name, text) in [("old/gone.txt", &edited), ("old/kept.txt", &edited), ("more/deep/late.txt", &text)] {
        fs::write(fixture.path().join(name), text).expect("written");
    }
    fs::write(fixture.path().join("more/image.png"), "no").expect("written");
    let mut hash = Command::new(env!("CARGO_BIN_EXE_simscope"));
    let hash = hash.args(["hash", "--format", "jsonl", "old"]).current_dir(fixture.path()).output().expect("hashed");
    fs::write(fixture.path().join("prints.jsonl"), hash.stdout).expect("written");
    fs::remove_file(fixture.path().join("old/gone.txt")).expect("removed");
    fixture
}

fn open(fixture: &tempfile::TempDir) -> Terminal {
    let args = ["review", "batch", "--against", "prints.jsonl"];
    let terminal = Setup::simscope().folder_with_data(fixture.path()).args(args).start();
    terminal.sees(&["4 documents", "2 fingerprints, 2 near", "gone.txt"]);
    terminal
}

#[test]
fn what_is_near_in_an_archive_is_a_pair_and_what_is_not_known_is_said() {
    let fixture = fixture();
    let mut terminal = open(&fixture);
    terminal.keys("/");
    terminal.sees(&["Filter pairs"]);
    terminal.send(b"name:gone near");
    terminal.keys("Enter");
    terminal.sees(&["Only the fingerprint of gone.txt is known, from prints.jsonl: line 1"]);
    terminal.keys("3");
    terminal.sees(&["A xor B", "Only the fingerprint of gone.txt is known"]);
    terminal.keys("4");
    terminal.sees(&["No text to compare", "old/gone.txt"]);
    // It is decided like any other pair, and that is found again.
    terminal.keys("1 v 1");
    terminal.sees(&["Saved: ", "VERDICT   copy"]);
    terminal.keys("6");
    terminal.sees(&["LOOKED UP", "COMPARED", "comparing all pairs finds the same"]);
    terminal.keys("q q q");
    terminal.finish();
    let mut again = open(&fixture);
    again.keys("/");
    again.sees(&["Filter pairs"]);
    again.send(b"verdict:copy");
    again.keys("Enter");
    again.sees(&["1 matches verdict:copy", "VERDICT   copy"]);
}

#[test]
fn a_whole_folder_is_added_on_the_chosen_side() {
    let fixture = fixture();
    let mut terminal = open(&fixture);
    terminal.keys("o");
    terminal.sees(&["DOCUMENTS", "draft.txt"]);
    terminal.keys("h");
    terminal.sees(&["more/", "old/"]);
    terminal.keys("/");
    terminal.send(b"more");
    terminal.keys("Enter");
    terminal.keys("Space");
    terminal.sees(&["all 1 documents inside; 1 skipped", "1 to add"]);
    terminal.keys("s");
    terminal.sees(&["1 to add to the archive"]);
    terminal.keys("Enter");
    terminal.sees(&["image.png: skipped"]);
    terminal.keys("Esc");
    terminal.sees(&["5 documents", "late.txt"]);
}
