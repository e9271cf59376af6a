//! A review: a folder, a pair, a verdict, a note; killed in the middle, and what is there the next time.

use std::fs;

use super::{Screen, Setup, Terminal, folder, quit, sentences};

/// A folder of three documents, two of them nearly the same, one of those a page of HTML.
fn suspects() -> tempfile::TempDir {
    let text = sentences(0, 60);
    let page =
        format!("<html><head><title>x</title></head><body><p>{}</p></body></html>", text.replace("mill7", "forge7"));
    let other = "茶路上的驿站每天清晨点灯，守夜的人记下风向，然后合上本子。\n".repeat(9);
    folder(&[("draft.txt", text.as_bytes()), ("page.html", page.as_bytes()), ("稿.txt", other.as_bytes())])
}

fn open(fixture: &tempfile::TempDir) -> Terminal {
    let terminal = Setup::simscope().folder_with_data(fixture.path()).args(["review", "."]).start();
    terminal.sees(&["RULE", "HEALTH", "VERDICT"]);
    terminal
}

#[test]
fn a_pair_is_decided_and_noted_by_keys_and_by_mouse_and_stays() {
    let fixture = suspects();
    let mut terminal = open(&fixture);
    terminal.sees(&["3 documents", "none yet", "page.html"]);
    // By keys: to the texts and back, a verdict, a note.
    terminal.keys("Enter");
    terminal.sees(&["change 1 of", "forge7"]);
    terminal.keys("1 v");
    terminal.sees(&["Your verdict on", "The verdict is yours"]);
    terminal.keys("2");
    terminal.sees(&["Saved: verdict 'quotation' on", "quotation"]);
    terminal.keys("c");
    terminal.sees(&["Note on"]);
    terminal.send("见第 3 页 see page 3".as_bytes());
    terminal.sees(&["见第 3 页 see page 3"]);
    terminal.keys("Esc");
    terminal.sees(&["NOTE", "见第 3 页 see page 3", "Saved: "]);
    // By mouse: another verdict.
    terminal.keys("v");
    let screen = terminal.sees(&["Your verdict on", "cleared"]);
    terminal.click(screen.find("cleared").expect("the row"));
    terminal.sees(&["Saved: ", "VERDICT   cleared"]);
    terminal.keys("u");
    terminal.sees(&["Undone: ", "VERDICT   quotation"]);
    // A filter, then all again.
    terminal.keys("/");
    terminal.sees(&["Filter pairs"]);
    terminal.send(b"verdict:none");
    terminal.keys("Enter");
    terminal.sees(&["2 match verdict:none"]);
    terminal.keys("q");
    terminal.finish();
    let terminal = open(&fixture);
    terminal.sees(&["VERDICT   quotation", "见第 3 页 see page 3"]);
}

#[test]
fn what_was_shown_as_saved_outlives_a_kill_and_so_does_a_draft() {
    let fixture = suspects();
    let mut terminal = open(&fixture);
    terminal.keys("v");
    terminal.sees(&["quotation", "unsure"]);
    terminal.keys("5");
    terminal.sees(&["Saved: ", "unsure"]);
    terminal.keys("c");
    terminal.sees(&["Note on"]);
    terminal.send("写到一半".as_bytes());
    terminal.sees(&["写到一半"]);
    let journal = fixture.path().join(".simscope/review.jsonl");
    let kept = || fs::read_to_string(&journal).is_ok_and(|all| all.contains("写到一半"));
    terminal.until_elsewhere("the draft on the disk", kept);
    terminal.signal("KILL");
    terminal.finish();
    // The last line is torn, as by a power cut.
    let mut torn = fs::read(&journal).expect("the journal");
    torn.extend_from_slice(b"{\"sum\":\"00");
    fs::write(&journal, torn).expect("written");
    let mut terminal = open(&fixture);
    terminal.sees(&["VERDICT   unsure", "an unsaved draft"]);
    terminal.keys("c");
    terminal.sees(&["写到一半", "Unsaved draft"]);
    terminal.keys("Esc");
    terminal.sees(&["NOTE      写到一半"]);
    fs::write(fixture.path().join("draft.txt"), sentences(3, 60)).expect("written");
    terminal.sees(&["given before draft.txt changed"]);
}

/// Verdicts given and taken back faster than they can be saved, and a kill somewhere in between: what a whole frame
/// says and shows is one state, and the disk has that state or one that later keys of those that were pressed led to.
#[test]
fn the_disk_has_what_the_last_frame_shows_or_what_later_keys_made_of_it() {
    const GIVEN: [&str; 4] = ["copy", "quotation", "cleared", "unsure"];
    const KEYS: [&str; 4] = ["1", "2", "4", "5"];
    // After each key: all of them given, then two taken back.
    let states: Vec<&str> = GIVEN.into_iter().chain([GIVEN[2], GIVEN[1]]).collect();
    for round in 0..states.len() {
        let fixture = suspects();
        let mut terminal = open(&fixture);
        let keys: Vec<String> = KEYS.map(|key| format!("v {key}")).into();
        terminal.keys(&format!("{} u u", keys.join(" ")));
        let said = |screen: &Screen, state: usize| {
            let notice = match state.checked_sub(GIVEN.len()) {
                None => format!("Saved: verdict '{}'", GIVEN[state]),
                Some(undone) => format!("Undone: verdict '{}'", GIVEN[GIVEN.len() - 1 - undone]),
            };
            screen.shows(&notice)
        };
        let at_least = |screen: &Screen| (round..states.len()).any(|state| said(screen, state));
        terminal.until("a verdict that is said to be saved", at_least);
        terminal.signal("KILL");
        terminal.finish();
        let last = terminal.screen();
        let shown = (0..states.len()).rfind(|&state| said(&last, state)).unwrap_or(round);
        if said(&last, shown) {
            assert!(last.shows(&format!("VERDICT   {}", states[shown])), "{}", last.text());
        }
        let again = open(&fixture);
        let on_disk = |screen: &Screen| states[shown..].iter().any(|state| screen.shows(&format!("VERDICT   {state}")));
        again.until(&format!("{shown} or a later one of {states:?}"), on_disk);
    }
}

#[test]
fn a_base_text_given_once_is_excluded_after_a_kill_and_without_its_file() {
    let fixture = suspects();
    let elsewhere = folder(&[("form.txt", sentences(0, 40).as_bytes())]);
    let form = elsewhere.path().join("form.txt");
    let open = |options: &[&str]| {
        let arguments = ["review", "."].into_iter().chain(options.iter().copied());
        Setup::simscope().folder_with_data(fixture.path()).args(arguments).start()
    };
    let excluded = ["base texts", "draft.txt: 6"];
    let terminal = open(&["--base", &form.to_string_lossy()]);
    terminal.sees(&excluded);
    let journal = fixture.path().join(".simscope/review.jsonl");
    terminal.until_elsewhere("the base text on the disk", || {
        fs::read_to_string(&journal).is_ok_and(|all| all.contains("\"kind\":\"base\""))
    });
    terminal.signal("KILL");
    terminal.finish();
    fs::remove_file(&form).expect("removed");
    let mut terminal = open(&[]);
    terminal.sees(&excluded);
    terminal.sees(&["form.txt is gone; its saved passages are still excluded"]);
    terminal.keys("q");
    terminal.finish();
}

#[test]
fn several_pairs_are_marked_decided_at_once_and_undone_as_one() {
    let fixture = suspects();
    let mut terminal = open(&fixture);
    terminal.keys("t t");
    terminal.sees(&["2 marked", "t mark"]);
    terminal.keys("v");
    terminal.sees(&["Your verdict on 2 marked pairs"]);
    terminal.keys("4");
    let screen = terminal.sees(&["Saved: verdict 'cleared' on 2 pairs."]);
    assert!(!screen.shows("marked"), "{}", screen.text());
    terminal.keys("u");
    terminal.sees(&["Undone: verdict 'cleared' on 2 pairs."]);
    terminal.keys("C-r g");
    terminal.sees(&["VERDICT   cleared"]);
    terminal.signal("KILL");
    terminal.finish();
    let mut terminal = open(&fixture);
    terminal.sees(&["VERDICT   cleared"]);
    terminal.keys("G");
    terminal.sees(&["VERDICT   none yet"]);
    // Leaving the dialog with the key that leaves everywhere decides nothing.
    terminal.keys("t v");
    terminal.sees(&["Your verdict on 1 marked pair"]);
    terminal.keys("k q");
    terminal.sees(&["VERDICT   none yet", "1 marked"]);
    terminal.keys("Esc");
    terminal.until("no marks", |screen| !screen.shows("1 marked"));
    quit(terminal);
}

#[test]
fn a_newcomer_chooses_a_folder_to_review_on_the_samples() {
    let fixture = suspects();
    let state = fixture.path().join(".state");
    let state = state.to_string_lossy();
    let start = || Setup::simscope().folder_with_data(fixture.path()).var("XDG_STATE_HOME", &state).start();
    let mut terminal = start();
    terminal.sees(&["harbour", "f review a folder"]);
    terminal.keys("f");
    terminal.sees(&["Review a folder", "draft.txt"]);
    terminal.keys("f");
    // The screens of the review read the same keyboard.
    terminal.sees(&["3 documents", "VERDICT"]);
    terminal.keys("v 2");
    terminal.sees(&["Saved: verdict 'quotation' on"]);
    terminal.keys("q");
    terminal.finish();
    let terminal = start();
    terminal.sees(&["harbour", "L lessons"]);
    assert!(!terminal.screen().shows("These documents are samples"), "a way on was taken");
}

#[test]
fn a_review_opens_where_it_was_left_and_the_folder_does_not_know() {
    let fixture = suspects();
    let open = || {
        let state = fixture.path().join(".data").to_string_lossy().into_owned();
        let setup = Setup::simscope().folder_with_data(fixture.path()).var("XDG_STATE_HOME", &state);
        let terminal = setup.args(["review", "."]).start();
        terminal.sees(&["RULE", "HEALTH", "VERDICT"]);
        terminal
    };
    let mut terminal = open();
    terminal.keys("/");
    terminal.send("name:稿".as_bytes());
    terminal.keys("Enter");
    terminal.sees(&["2 match name:稿"]);
    terminal.keys("j");
    terminal.sees(&["page.html  ×  稿.txt"]);
    terminal.keys("v");
    terminal.sees(&["r sets the name"]);
    terminal.keys("r");
    terminal.send(b"Ann");
    terminal.keys("Enter");
    terminal.sees(&["Your verdict on"]);
    terminal.keys("Esc");
    terminal.sees(&["q quit"]);
    quit(terminal);
    let mut terminal = open();
    terminal.sees(&["2 match name:稿", "page.html  ×  稿.txt"]);
    terminal.keys("v");
    terminal.sees(&["Reviewer: Ann"]);
    terminal.keys("Esc");
    terminal.sees(&["q quit"]);
    quit(terminal);
    let kept = fs::read_dir(fixture.path().join(".simscope")).map_or(0, Iterator::count);
    assert!(kept <= 2, "{kept} files");
}
