//! The lab: a session with Chinese input, undo, a killed terminal, and what is there the next time.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use super::{Screen, Setup, Terminal, folder, quit, samples, story};

/// Goes to the lab and waits until all of it is there.
fn lab(terminal: &mut Terminal) {
    terminal.keys("5");
    terminal.sees(&["FINGERPRINT", "BITS AT RISK", "No bits differ from the original."]);
}

/// The fingerprint of B, as it is on the screen.
fn fingerprint(screen: &Screen) -> String {
    let row = screen.row_with("now  ").unwrap_or_default();
    row.rsplit("now  ").next().unwrap_or_default().trim().to_owned()
}

/// Waits until a draft holds that. Nothing on the screen tells of it, as a reader need not know.
fn written(drafts: &Path, part: &str) {
    let end = Instant::now() + Duration::from_secs(60);
    let holds = || {
        let files = fs::read_dir(drafts).into_iter().flatten().flatten();
        files.filter_map(|file| fs::read_to_string(file.path()).ok()).any(|text| text.contains(part))
    };
    while !holds() {
        assert!(Instant::now() < end, "no draft holds {part:?}");
        std::thread::yield_now();
    }
}

#[test]
fn chinese_is_typed_undone_and_survives_a_kill() {
    let home = folder(&[("a.txt", "夜里的海是黑色的。灯塔亮着，看守人写日记。\n".as_bytes())]);
    let state = home.path().join("state").display().to_string();
    let setup = || Setup::simscope().args(["a.txt"]).folder(home.path()).var("XDG_STATE_HOME", &state);
    let mut terminal = setup().start();
    terminal.sees(&["Only one document"]);
    lab(&mut terminal);
    let original = fingerprint(&terminal.screen());
    terminal.keys("i");
    terminal.sees(&["editing", "Esc stop"]);
    // Three bytes a character, and some of them in a packet of their own.
    let typed = "海上起了大风，渡船停了。";
    terminal.send(&typed.as_bytes()[..4]);
    terminal.send(&typed.as_bytes()[4..]);
    terminal.sees(&["海上起了大风，渡船停了。夜里的海"]);
    terminal.until("another fingerprint", |screen| screen.row_with("HD ").is_some_and(|row| !row.contains("HD 0 of")));
    let first = fingerprint(&terminal.screen());
    assert_ne!(first, original);
    // Within the edit, back and forth.
    terminal.keys("C-u");
    terminal.lacks("渡船停了");
    terminal.keys("C-r");
    terminal.sees(&["渡船停了。夜里"]);
    // Only the last draft of all holds this.
    terminal.send("灯塔守着海岛，".as_bytes());
    terminal.sees(&["渡船停了。灯塔守着海岛，夜里"]);
    let screen = terminal.settled("its fingerprint", |screen| fingerprint(screen) != first);
    let edited = fingerprint(&screen);
    let drafts = home.path().join("state/simscope/drafts");
    written(&drafts, "渡船停了。灯塔守着海岛，夜里");
    terminal.signal("KILL");
    terminal.finish();

    let mut terminal = setup().start();
    terminal.sees(&["Only one document"]);
    terminal.keys("5");
    terminal.sees(&["渡船停了。灯塔守着海岛，夜里", "Your changes from last time are restored"]);
    terminal.until("the same fingerprint", |screen| fingerprint(screen) == edited);
    terminal.keys("u");
    terminal.sees(&["No bits differ from the original."]);
    assert_eq!(fingerprint(&terminal.screen()), original);
    terminal.keys("C-r");
    terminal.sees(&["渡船停了。灯塔守着海岛，夜里"]);
    // As it was found, it is not asked about; changed again, it is.
    terminal.keys("p j Enter");
    terminal.lacks("No bits differ from the original.");
    terminal.keys("q");
    terminal.sees(&["Only one document"]);
    terminal.keys("q");
    terminal.sees(&["Keep the changes in the lab?", "keep for next time"]);
    terminal.keys("j Enter");
    assert!(terminal.finish().success());
    terminal.restored();
    assert_eq!(fs::read_dir(&drafts).map_or(0, Iterator::count), 0, "it was discarded");
    assert_eq!(
        fs::read_to_string(home.path().join("a.txt")).expect("the file is there"),
        "夜里的海是黑色的。灯塔亮着，看守人写日记。\n",
        "the original is not touched"
    );
}

#[test]
fn a_lab_session_by_keys_alone() {
    let mut terminal = samples();
    lab(&mut terminal);
    story(
        &mut terminal,
        &[
            ("Space", &["[ ]", "1 removed"]),
            ("p", &["Preset", "shuffle the paragraphs"]),
            ("j j Enter", &["1 removed", "i edit"]),
            ("R j j j Enter", &["Weight"]),
            ("j j j j Enter", &["all settings that change bits"]),
            ("Esc", &["1 removed", "i edit"]),
            ("u u u", &["No bits differ from the original."]),
        ],
    );
    terminal.keys("q");
    terminal.sees(&["MATRIX"]);
    quit(terminal);
}

#[test]
fn a_paste_of_ten_megabytes_is_refused_with_the_limit() {
    let mut terminal = samples();
    lab(&mut terminal);
    terminal.keys("i");
    terminal.sees(&["Esc stop"]);
    let mut paste = b"\x1b[200~".to_vec();
    paste.extend("茶路 and the lamp, ".repeat(450_000).bytes());
    paste.extend(b"\x1b[201~");
    terminal.send(&paste);
    terminal.sees(&["limit of the lab is 4,194,304"]);
    terminal.send("一".as_bytes());
    terminal.sees(&["一The Harbour"]);
}
