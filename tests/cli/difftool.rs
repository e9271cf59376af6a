//! `simscope difftool` as git calls it, and progress for other programs.

use super::fixture::{Fixture, done};

#[test]
fn two_versions_are_shown_under_the_names_of_git() {
    let fixture = Fixture::new();
    let outside = fixture.run("difftool story.txt en.txt 1111111 100644 en-edited.txt 2222222 100644");
    assert_eq!((outside.code, &*outside.err), (0, ""));
    for part in ["A  a/story.txt  1111111\n", "B  b/story.txt  2222222\n", "[-gull-]{+albatross+}"] {
        assert!(outside.out.contains(part), "{part}\n{}", outside.out);
    }
    let renamed = fixture.run("difftool old.txt en.txt 1 100644 en-edited.txt 2 100644 new.txt similarity");
    assert!(renamed.out.contains("A  a/old.txt  1\nB  b/new.txt  2\n"), "{}", renamed.out);
    let merged = fixture.run("difftool en.txt en-edited.txt chapter.md");
    assert!(merged.out.contains("A  a/chapter.md\nB  b/chapter.md\n"), "{}", merged.out);
    // Without a terminal there is no screen to show them on.
    assert!(fixture.run("difftool en.txt en-edited.txt").out.contains("[-gull-]{+albatross+}"));
}

#[test]
fn nothing_that_git_hands_over_makes_it_stop() {
    let fixture = Fixture::new();
    let new = fixture.run("difftool story.txt /dev/null . . en.txt 2222222 100644");
    assert_eq!((new.code, &*new.err), (0, ""));
    assert!(new.out.contains("{+The keeper of the lighthouse") && new.out.contains("A  (new file)\n"), "{}", new.out);
    let deleted = fixture.run("difftool story.txt en.txt 1 100644 /dev/null . .");
    assert!(deleted.out.contains("B  (deleted file)\n"), "{}", deleted.out);
    fixture.write("-x.txt", "Nothing that git hands over is an option.");
    let dashed = fixture.run("difftool -x.txt -x.txt");
    assert!((dashed.code, &*dashed.err) == (0, "") && dashed.out.contains("A  -x.txt\n"), "{}", dashed.out);
    assert!(fixture.run("difftool --help").out.contains("Usage:"));
    let text = fixture.run("--text difftool --text other");
    assert!(text.code == 1 && text.out.contains("text 1"), "the word is the value of an option: {}", text.err);
    let gone = fixture.run("difftool story.txt en.txt 1 100644 not-there.txt 2 100644");
    assert_eq!((gone.code, &*gone.err), (0, ""));
    assert!(gone.out.starts_with("b/story.txt  2: "), "{}", gone.out);
    let conflict = fixture.run("difftool story.txt");
    assert_eq!(conflict.code, 0);
    assert!(conflict.out.contains("story.txt has an unresolved conflict"), "{}", conflict.out);
    for wrong in ["difftool", "difftool 1 2 3 4 5 6", "difftool 1 2 3 4 5 6 7 8"] {
        assert_eq!(fixture.run(wrong).code, 2, "{wrong}");
    }
}

#[test]
fn git_shows_them_in_its_diff() {
    let fixture = Fixture::new();
    let mut git = fixture.command_of("git");
    let tool = format!("'{}' difftool", env!("CARGO_BIN_EXE_simscope"));
    let Ok(output) =
        git.env("GIT_EXTERNAL_DIFF", tool).args(["diff", "--no-index", "en.txt", "en-edited.txt"]).output()
    else {
        return eprintln!("skipped: there is no git");
    };
    let done = done(&output);
    // With --no-index git says 1 where the files differ.
    assert_eq!((done.code, &*done.err), (1, ""));
    assert!(done.out.contains("[-gull-]{+albatross+}"), "{}", done.out);
}

#[test]
fn progress_is_events_for_other_programs() {
    let fixture = Fixture::new();
    let done = fixture.run("compare --progress json en.txt en-edited.txt");
    let events: Vec<serde_json::Value> =
        done.err.lines().map(|line| serde_json::from_str(line).expect("an event a line")).collect();
    let named =
        |event: &str| events.iter().filter(|one| one["event"] == event).map(|one| &one["work"]).collect::<Vec<_>>();
    assert!(named("begin").contains(&&"reading".into()), "{}", done.err);
    assert_eq!(named("begin"), named("end"));
    assert_eq!(done.out, fixture.run("compare en.txt en-edited.txt").out);
}
