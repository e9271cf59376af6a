//! In every dialog, keys that move or leave on the screens move or leave, and do nothing else.

use std::{fs, path::Path};

use super::*;
use crate::tui::{action::Action, keymap::Keymap};

/// The actions that move or leave.
const HARMLESS: [Action; 12] = [
    Action::Down,
    Action::Up,
    Action::Left,
    Action::Right,
    Action::First,
    Action::Last,
    Action::HalfDown,
    Action::HalfUp,
    Action::PageDown,
    Action::PageUp,
    Action::Back,
    Action::Quit,
];

/// Keys that dialogs take themselves, bound to movement and leaving as a reader may bind them.
const OTHER_KEYS: &str = r#"
task = []
[everywhere]
down = ["Space", "1"]
up = ["s", "2"]
left = ["/", "0"]
right = ["Enter", "x"]
first = ["3"]
last = ["4"]
half-down = ["5"]
half-up = ["Backspace"]
page-down = ["+"]
page-up = ["-"]
back = ["Tab"]
quit = ["y"]
help = ["?"]
recipe = ["R"]
open = ["m"]
lessons = ["L"]
choose = ["O"]
command = [":"]
add-documents = ["o"]
exclusions = ["b"]
[overview]
sort = ["S"]
profiles = ["p"]
passages = ["P"]
evidence = ["E"]
meaning = ["D"]
geometry = ["a"]
filter = ["f"]
verdict = ["v"]
mark-pair = ["t"]
note = ["c"]
orphans = ["V"]
export = ["e"]
[pipeline]
play = ["Space"]
[bits]
[diff]
[lab]
[library]
[footer]
"#;

fn bench(folder: &Path, keymap: Keymap) -> Bench {
    let texts =
        ["one two three four five six seven eight nine ten", "one two three four five six seven eight nine eleven"];
    for (name, text) in ["a.txt", "b.txt"].into_iter().zip(texts) {
        fs::write(folder.join(name), text).unwrap();
    }
    let sources = ["a.txt", "b.txt"].map(|name| Source::File(folder.join(name)));
    let mut bench = Bench::new(sources.into(), Lang::En, (120, 36));
    bench.model.keymap = keymap;
    bench.open_review(folder);
    bench
}

/// Everything that a reader could have changed, saved, copied or closed.
fn state(bench: &Bench, folder: &Path) -> String {
    let workspace = &bench.model.workspace;
    let rules: Vec<bool> = workspace.batch.rules.list.iter().map(|rule| rule.on).collect();
    let aside: Vec<bool> = workspace.batch.entries.iter().map(|entry| entry.aside).collect();
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    files.sort();
    format!(
        "{:?}",
        (
            fs::read_to_string(folder.join(".simscope/review.jsonl")).unwrap_or_default(),
            (rules, workspace.batch.rules.options(), workspace.batch.rules.revision),
            (workspace.batch.recipe.to_string(), workspace.k, aside, workspace.screen),
            (&workspace.overview.marked, workspace.overview.sort, workspace.overview.filter.is_some()),
            (files, bench.copied.len(), bench.pictures),
            (bench.model.quit, bench.model.look, workspace.lesson.is_some()),
        )
    )
}

#[test]
fn no_key_that_moves_or_leaves_acts_in_a_dialog() {
    let built_in = Keymap::built_in();
    let own = [
        (built_in, ["s", "/", "R G Enter", "R G k Enter"]),
        (Keymap::read(OTHER_KEYS).unwrap(), ["S", "f", "R 4 m", "R 4 2 m"]),
    ];
    for (keymap, [sort, filter, tie, width]) in own {
        let folder = tempfile::tempdir().unwrap();
        let mut bench = bench(folder.path(), keymap.clone());
        let dialogs =
            ["v", "t v", "c", "b", "p", "P", "E", "D", "V", "e", "o", "a", "?", ":", "R", "L", "O", sort, filter];
        for open in dialogs.into_iter().chain([tie, width, ": c o l o u r s Enter"]) {
            for action in HARMLESS {
                assert!(action.moves() != action.leaves(), "{action:?}");
                for press in keymap.keys(Screen::Overview, action) {
                    bench.model.workspace.dialogs.close_all();
                    bench.model.workspace.overview.marked.clear();
                    bench.keys(open);
                    let dialog = bench.model.workspace.dialogs.top().expect(open);
                    let under = bench.model.workspace.dialogs.iter().count() - 1;
                    let name = press.to_string();
                    // In a text that is typed, characters are its text; only the dialog changes.
                    let is_text = name.chars().count() == 1 || ["Space", "Enter", "Tab", "Backspace"].contains(&&*name);
                    if dialog.types() && is_text {
                        continue;
                    }
                    let before = state(&bench, folder.path());
                    bench.keys(&name);
                    assert_eq!(state(&bench, folder.path()), before, "{name} ({action:?}) in the dialog of {open}");
                    if action.leaves() && !matches!(open, "c" | ":") && open != filter {
                        assert_eq!(
                            bench.model.workspace.dialogs.iter().count(),
                            under,
                            "{name} leaves the dialog of {open}"
                        );
                    }
                }
            }
        }
    }
}
