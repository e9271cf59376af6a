//! The keys that come with the program, and those laid over them.

use proptest::prelude::*;

use super::*;
use crate::config::{self, Binding, SettingErrorKind, SettingPlace, file::parse};

#[test]
fn the_built_in_keymap_reads_and_no_key_has_two_meanings() {
    let map = Keymap::read(include_str!("../../../assets/keymap.toml")).unwrap();
    for screen in Screen::ALL {
        let mut seen = Vec::new();
        for (action, keys) in &map.screens[&screen] {
            for key in keys {
                assert!(!seen.contains(key), "{key} twice on {screen:?} ({action:?})");
                seen.push(*key);
            }
        }
        for action in map.footer(screen.key()).iter().flatten() {
            assert!(!map.keys(screen, *action).is_empty(), "{action:?} on {screen:?} has no key");
        }
        assert!(!map.footer(screen.key()).is_empty());
    }
}

/// A surface that people can learn: a new key takes the place of another, or its action is reached by name.
#[test]
fn there_are_at_most_120_keys() {
    let map = Keymap::built_in();
    let tables = map.screens.values().chain([&map.everywhere]);
    let keys = tables.flatten().map(|(_, keys)| keys.len()).sum::<usize>();
    assert!(keys <= 120, "{keys} keys");
}

/// The tables of the manual whose first column is of keys.
#[test]
fn every_key_in_the_manual_does_something() {
    use crate::{
        locale::Lang,
        manual::{Block, Look, topics},
    };

    let map = Keymap::built_in();
    let mut tables = 0;
    for topic in topics() {
        for lang in [Lang::En, Lang::Zh] {
            for block in topic.blocks(lang) {
                let Block::Table(rows) = block else { continue };
                let text = |column: usize| rows[0].get(column).and_then(|cell| cell.first()).map(|piece| &*piece.text);
                if !matches!((text(0), text(1)), (Some("key"), Some("action")) | (Some("按键"), Some("作用"))) {
                    continue;
                }
                tables += 1;
                for piece in rows[1..].iter().flat_map(|row| &row[0]).filter(|piece| piece.look == Look::Code) {
                    let key: KeyPress = piece.text.parse().unwrap_or_else(|error| panic!("{}: {error}", topic.name));
                    let bound = Screen::ALL.into_iter().any(|screen| map.action(screen, key).is_some());
                    assert!(bound, "{}: {key} does nothing", topic.name);
                }
            }
        }
    }
    assert!(tables > 10, "{tables} tables of keys are read");
}

#[test]
fn keys_are_written_as_they_are_read() {
    for name in ["j", "G", "Ctrl-d", "Shift-Tab", "Space", "+", "-", "PageUp", "F1", "F12", "Ctrl-F5"] {
        assert_eq!(name.parse::<KeyPress>().unwrap().to_string(), name);
    }
    assert!("Hyper-x".parse::<KeyPress>().is_err());
}

#[test]
fn a_screens_own_keys_win() {
    let map = Keymap::built_in();
    let key = |name: &str| name.parse::<KeyPress>().unwrap();
    assert_eq!(map.action(Screen::Overview, key("s")), Some(Action::Sort));
    assert_eq!(map.action(Screen::Diff, key("s")), Some(Action::Layout));
    assert_eq!(map.action(Screen::Diff, key("Down")), Some(Action::Down));
    assert_eq!(map.action(Screen::Bits, key("m")), Some(Action::Smallest));
}

/// The keymap, and the errors in the keys of a file, each with its line.
fn remapped(text: &str) -> (Keymap, Vec<(String, SettingErrorKind)>) {
    let (config, errors) = parse(text, "f");
    assert_eq!(errors, [], "{text}");
    let (map, errors) = Keymap::remapped(&config.bindings);
    (map, errors.into_iter().map(|error| (error.place.to_string(), error.kind)).collect())
}

fn key(name: &str) -> KeyPress {
    name.parse().unwrap()
}

#[test]
fn keys_said_take_the_place_of_those_built_in() {
    let (map, errors) =
        remapped("[keys.everywhere]\ndown = ['J', 'Down']\ncopy = 'Ctrl-Y'\n[keys.overview]\nsort = 'S'");
    assert_eq!(errors, []);
    assert_eq!(map.action(Screen::Bits, key("J")), Some(Action::Down));
    assert_eq!(map.action(Screen::Bits, key("j")), None);
    assert_eq!(map.action(Screen::Overview, key("S")), Some(Action::Sort));
    assert_eq!(map.action(Screen::Pipeline, key("s")), Some(Action::Sort), "another screen keeps its own");
    assert_eq!(map.keys(Screen::Diff, Action::Copy), [key("Ctrl-y")]);
}

#[test]
fn a_screen_can_have_another_key_for_what_is_everywhere() {
    let (map, errors) = remapped("[keys.diff]\ndown = 't'\nmode = 'j'");
    assert_eq!(errors, []);
    assert_eq!(map.action(Screen::Diff, key("t")), Some(Action::Down));
    assert_eq!(map.action(Screen::Diff, key("j")), Some(Action::Mode));
    assert_eq!(map.action(Screen::Diff, key("Down")), None, "it has no other there");
    assert_eq!(map.action(Screen::Bits, key("j")), Some(Action::Down));
}

#[test]
fn two_actions_can_swap_their_keys() {
    let (map, errors) = remapped("[keys.everywhere]\nmore-k = '-'\nless-k = '+'");
    assert_eq!(errors, []);
    assert_eq!(map.action(Screen::Overview, key("+")), Some(Action::LessK));
}

#[test]
fn the_keys_that_a_new_file_offers_can_be_bound() {
    let template = config::template();
    let offered = template.lines().skip_while(|line| !line.starts_with("#[keys"));
    let offered: Vec<&str> = offered.filter_map(|line| line.strip_prefix('#')).collect();
    let (map, errors) = remapped(&offered.join("\n"));
    assert_eq!(errors, [], "{offered:?}");
    assert!(offered.len() > 2 && map.action(Screen::Overview, key("Ctrl-y")) == Some(Action::Copy));
}

#[test]
fn wrong_bindings_are_named_and_skipped() {
    let taken = |key: &str, action: &str, by: &str, screen: &str| SettingErrorKind::Taken {
        key: key.into(),
        action: action.into(),
        by: by.into(),
        screen: screen.into(),
    };
    let unknown =
        |name: &str, like: Option<&str>| SettingErrorKind::Unknown { name: name.into(), like: like.map(str::to_owned) };
    let cases = [
        ("[keys.overviw]\nsort = 'S'", "f:2", unknown("overviw", Some("overview"))),
        ("[keys.overview]\n\nsrot = 'S'", "f:3", unknown("srot", Some("sort"))),
        ("[keys.pipeline]\nverdict = 'S'", "f:2", unknown("verdict", None)),
        (
            "[keys.overview]\nsort = 'Hyper-s'",
            "f:2",
            SettingErrorKind::NotAKey { action: "sort".into(), key: "Hyper-s".into() },
        ),
        ("[keys.overview]\nsort = 'D'", "f:2", taken("D", "sort", "meaning", "overview")),
        ("[keys.overview]\nsort = 'j'", "f:2", taken("j", "sort", "down", "overview")),
        ("[keys.everywhere]\ncopy = 'z'", "f:2", taken("z", "copy", "fold", "diff")),
        ("[keys.everywhere]\ncopy = 'Q'\nopen = 'Q'", "f:3", taken("Q", "open", "copy", "overview")),
        ("[keys.everywhere]\ncopy = 'Ctrl-c'", "f:2", taken("Ctrl-c", "copy", "interrupt", "overview")),
        (
            "[keys.everywhere]\ninterrupt = 'M'\ncopy = 'Ctrl-C'",
            "f:3",
            taken("Ctrl-c", "copy", "interrupt", "overview"),
        ),
        ("[keys.everywhere]\nquit = []", "f:2", SettingErrorKind::Needed("quit".into())),
        ("[keys.diff]\nhelp = []", "f:2", SettingErrorKind::Needed("help".into())),
    ];
    for (text, place, kind) in cases {
        let (map, errors) = remapped(text);
        assert_eq!(errors, [(place.to_owned(), kind)], "{text}");
        for screen in Screen::ALL {
            assert_eq!(map.action(screen, key("q")), Some(Action::Quit), "{text}");
            assert_eq!(map.action(screen, key("?")), Some(Action::Help), "{text}");
            assert_eq!(map.action(screen, key("Ctrl-c")), Some(Action::Interrupt), "{text}");
        }
    }
}

#[test]
fn an_action_can_lose_its_keys() {
    let (map, errors) = remapped("[keys.everywhere]\nsuspend = []");
    assert_eq!(errors, []);
    assert_eq!(map.action(Screen::Diff, key("Ctrl-z")), None);
}

/// Names of keys, and what is none.
const KEY: &str = "[a-eqQ?:jkHz]|Esc|Ctrl-[ac]|Enter|xx";

proptest! {
    #[test]
    fn whatever_is_said_no_key_has_two_meanings_and_help_and_quit_are_at_hand(
        said in proptest::collection::vec((0usize..5, 0usize..60, proptest::collection::vec(KEY, 0..3)), 0..12),
    ) {
        let map = Keymap::built_in();
        let of = |screen| {
            let (everywhere, own) = map.actions(screen);
            everywhere.into_iter().chain(own).map(Action::name)
        };
        let names: Vec<String> = Screen::ALL.into_iter().flat_map(of).collect();
        let bindings: Vec<Binding> = said.into_iter().map(|(place, action, keys)| Binding {
            place: ["everywhere", "overview", "pipeline", "bits", "diff"][place].into(),
            action: names[action % names.len()].clone(),
            keys,
            at: SettingPlace::Line("f".into(), 1),
        }).collect();
        let (map, _) = Keymap::remapped(&bindings);
        for screen in Screen::ALL {
            let (everywhere, own) = map.actions(screen);
            let mut seen = Vec::new();
            for action in everywhere.into_iter().chain(own) {
                for key in map.keys(screen, action) {
                    prop_assert!(!seen.contains(key), "{key} twice on {screen:?}");
                    prop_assert_eq!(map.action(screen, *key), Some(action));
                    seen.push(*key);
                }
            }
            for action in [Action::Help, Action::Quit, Action::Interrupt] {
                prop_assert!(!map.keys(screen, action).is_empty());
            }
        }
    }
}

#[test]
fn the_help_lists_every_key_of_a_screen_once() {
    let keymap = Keymap::built_in();
    let grouped: Vec<Action> = keymap.tasks().iter().flat_map(|task| task.actions.clone()).collect();
    for screen in Screen::ALL {
        for action in keymap.actions(screen).1 {
            let times = grouped.iter().filter(|&&one| one == action).count();
            assert_eq!(times, 1, "{} of {}", action.name(), screen.key());
        }
    }
}
