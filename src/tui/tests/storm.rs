//! Whatever is pressed, clicked, pasted and resized, in any order: nothing panics, and what comes after is sound.
//!
//! The storms are seeded: what failed once can be looked at again.

use super::*;
use crate::document::safe_name;

/// Numbers by chance, the same on every machine (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    fn key(&mut self) -> KeyEvent {
        const CODES: [KeyCode; 16] = [
            KeyCode::Enter,
            KeyCode::Esc,
            KeyCode::Tab,
            KeyCode::BackTab,
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Right,
            KeyCode::Home,
            KeyCode::End,
            KeyCode::PageUp,
            KeyCode::PageDown,
            KeyCode::Backspace,
            KeyCode::Delete,
            KeyCode::F(5),
            KeyCode::Null,
        ];
        let code = match self.below(10) {
            0..=2 => CODES[self.below(16) as usize],
            3 => KeyCode::Char(['茶', '\u{301}', '\u{1b}', '👩', '\u{202e}', '\u{9b}'][self.below(6) as usize]),
            _ => KeyCode::Char(char::from(b' ' + self.below(95) as u8)),
        };
        let modifiers = match self.below(12) {
            0 => KeyModifiers::CONTROL,
            1 => KeyModifiers::ALT,
            2 => KeyModifiers::SHIFT,
            _ => KeyModifiers::NONE,
        };
        KeyEvent::new(code, modifiers)
    }

    fn mouse(&mut self, (width, height): (u16, u16)) -> MouseEvent {
        const KINDS: [MouseEventKind; 8] = [
            MouseEventKind::Down(MouseButton::Left),
            MouseEventKind::Down(MouseButton::Right),
            MouseEventKind::Up(MouseButton::Left),
            MouseEventKind::Drag(MouseButton::Left),
            MouseEventKind::Moved,
            MouseEventKind::ScrollDown,
            MouseEventKind::ScrollUp,
            MouseEventKind::ScrollLeft,
        ];
        // Some terminals tell places outside of the window while a button is held.
        let place = |dice: &mut Self, size: u16| dice.below(u64::from(size) + 3) as u16;
        let (column, row) = (place(self, width), place(self, height));
        MouseEvent { kind: KINDS[self.below(8) as usize], column, row, modifiers: KeyModifiers::NONE }
    }

    fn size(&mut self) -> (u16, u16) {
        match self.below(16) {
            0 | 1 => (1, 1),
            2 | 3 => (1 + self.below(45) as u16, 1 + self.below(12) as u16),
            // Few, since a frame of this size takes as long as fifty of others.
            4 => (500, 200),
            5 => (1 + self.below(500) as u16, 1 + self.below(200) as u16),
            6..=10 => (120, 36),
            _ => (80, 24),
        }
    }
}

fn texts() -> Vec<Source> {
    let hostile = "灯塔 the keeper \u{1b}[2J lit\t\u{202e}the\u{200b} lamp 👩\u{200d}👩\u{200d}👧 e\u{301}\n\n";
    let edited = hostile.replace("lit", "saw");
    let texts = [hostile.repeat(9), edited.repeat(9), String::new(), "茶路".repeat(300), "one\n".repeat(400)];
    texts.iter().enumerate().map(|(i, text)| Source::Text { nth: i + 1, text: text.as_str().into() }).collect()
}

/// Some hundred events by chance.
fn rage(bench: &mut Bench, dice: &mut Dice, screen: &str) {
    for step in 0..400 {
        bench.close_export();
        match dice.below(10) {
            0 => {
                let (width, height) = dice.size();
                bench.send(Event::Input(Input::Resize(width, height)));
            }
            1..=3 => {
                let size = bench.model.size;
                let event = dice.mouse(size);
                bench.send(Event::Input(Input::Mouse(event)));
            }
            4 if step % 7 == 0 => bench.send(Event::Input(Input::Paste("灯塔\u{1b}[31m\n".repeat(9)))),
            _ => {
                let event = dice.key();
                bench.send(Event::Input(Input::Key(event)));
            }
        }
        // Back to the screen the storm is about, now and then.
        if step % 50 == 0 {
            bench.model.workspace.dialogs.close_all();
            if step % 100 == 0 && bench.model.workspace.lesson.is_some() {
                bench.keys("q");
            }
            bench.keys(screen);
        }
        // Events come in bursts: not each is followed by a frame, and results arrive between them.
        match dice.below(6) {
            0 => bench.settle(),
            1..=3 => _ = bench.draw(),
            _ => {}
        }
        bench.model.quit = false;
    }
}

/// With a document of which only the fingerprint is known, on every screen.
#[test]
fn a_storm_on_a_fingerprint_without_a_text() {
    let folder = archive::folder();
    for (screen, seed) in [("1", 11), ("2", 12), ("3", 13), ("4", 14), ("5", 15), ("6", 16)] {
        let mut bench = archive::bench(folder.path(), Lang::En, (80, 24));
        let (entries, recipe) = (bench.model.workspace.batch.entries.len(), bench.model.workspace.batch.recipe.clone());
        bench.model.workspace.overview.list.selected = bench.model.workspace.row_of([0, 3]).unwrap();
        bench.model.workspace.pipeline.document = Some(3);
        bench.keys(screen);
        rage(&mut bench, &mut Dice(seed), screen);
        bench.settle();
        bench.model.workspace.dialogs.close_all();
        bench.model.workspace.batch.recipe = recipe;
        bench.model.workspace.batch.generation += 1;
        bench.send(Event::Input(Input::FocusGained));
        bench.settle();
        assert!(bench.model.workspace.batch.entries.len() >= entries, "documents come and go, but keep their numbers");
        assert!(bench.model.workspace.batch.record(3).is_some() && bench.model.workspace.batch.document(3).is_none());
    }
}

fn storm(screen: &str, seed: u64) {
    let mut dice = Dice(seed);
    let mut bench = Bench::new(texts(), Lang::En, (80, 24));
    // Two documents may have been swapped.
    let fingerprints = |bench: &Bench| {
        let batch = &bench.model.workspace.batch;
        let number = |opened: usize| batch.entries.iter().position(|entry| entry.opened == opened);
        (0..5).map(|opened| batch.fingerprint(number(opened)?)).collect::<Vec<_>>()
    };
    let (before, recipe) = (fingerprints(&bench), bench.model.workspace.batch.recipe.clone());
    bench.keys(screen);
    rage(&mut bench, &mut dice, screen);
    bench.settle();
    bench.model.size = (120, 36);
    while !bench.model.workspace.dialogs.is_empty() || bench.model.workspace.editing() {
        bench.keys("Esc");
    }
    if bench.model.workspace.lesson.is_some() {
        bench.keys("q");
    }
    bench.model.workspace.batch.recipe = recipe;
    bench.model.workspace.batch.entries.iter_mut().for_each(|entry| entry.aside = false);
    bench.model.workspace.batch.generation += 1;
    bench.keys("1");
    assert_eq!(fingerprints(&bench), before, "the texts are what they were");
    assert_eq!(bench.model.workspace.batch.pairs.len(), 10);
    assert!(bench.model.workspace.overview.list.selected < 10);
    for (key, shown) in [("1", "MATRIX"), ("2", "FEATURES"), ("3", "A xor B"), ("4", "×"), ("5", "FINGERPRINT")] {
        bench.model.workspace.overview.list.selected = bench.model.workspace.row_of([0, 1]).unwrap_or_default();
        bench.keys(key);
        if bench.draw().contains("SUMS OF B") {
            // The walk of both texts.
            bench.keys("t Esc");
        }
        assert!(bench.draw().contains(shown), "screen {key}");
    }
}

#[test]
fn a_storm_on_the_overview() {
    storm("1", 1);
}

#[test]
fn a_storm_on_the_pipeline() {
    storm("2", 2);
}

#[test]
fn a_storm_on_the_bits() {
    storm("3", 3);
}

#[test]
fn a_storm_on_the_differences() {
    storm("4", 4);
}

#[test]
fn a_storm_on_the_lab() {
    storm("5", 5);
}

#[test]
fn a_storm_on_the_labs_text() {
    storm("5 i", 6);
}

#[test]
fn a_paste_of_ten_megabytes_is_cut_and_said_to_be() {
    let mut bench = Bench::of(&["one two three", "one two four"]);
    let paste = || Event::Input(Input::Paste("茶 and tea ".repeat(800_000)));
    for keys in ["1", "2 /", "3 /", "4 /", "R", "R G k Enter"] {
        bench.keys(keys);
        bench.send(paste());
        bench.settle();
        while !bench.model.workspace.dialogs.is_empty() {
            bench.keys("Esc");
        }
    }
    bench.keys("4 /");
    bench.send(paste());
    assert!(bench.draw().contains("Only the first line"), "{}", bench.draw());
}

/// Every control character there is, and the sequences that do most harm.
fn hostile() -> String {
    let controls: String = ('\0'..='\u{1f}').chain('\u{7f}'..='\u{9f}').flat_map(|c| ['x', c, 'y', ' ']).collect();
    let sequences = "\u{1b}[2J \u{1b}]0;t\u{7} \u{1b}]52;c;eA==\u{7} \u{1b}P1$r\u{1b}\\ \u{1b}[?1049l \u{1b}c \
                     \u{9b}31m \
                     \u{9d}0;t\u{9c} \u{1b}_x\u{1b}\\ \u{1b}^x\u{1b}\\ \u{1b}#8 \u{1b}(0 \u{e}lqk\u{f} \u{202e}turned \
                     \u{2066}a\u{2069} \u{200b}\u{200d}\u{feff}\u{2060} \u{e0041}\u{e007f} \u{fff9}a\u{fffb}";
    format!("{controls}{sequences}")
}

#[test]
fn no_control_character_of_a_document_reaches_a_cell_on_any_screen() {
    let text = hostile();
    let list = |word: &str| -> String {
        let lines = text.replace(['\t', '\n'], "");
        lines.split(' ').flat_map(|part| [part, word, "\t2\n"].map(str::to_owned)).collect()
    };
    let named = Source::File(format!("no/such/{text}").into());
    for (sources, recipe) in [
        (vec![text.clone(), text.replace("turned", "burned")], ""),
        (vec![list("a"), list("b")], "tokens=given;weight=given"),
        (vec![text.clone(), list("b")], "tokens=given;weight=given"),
        (vec![text.clone(), text.clone()], "tokens=chars:3"),
    ] {
        let sources = sources.into_iter().enumerate().map(|(i, text)| Source::Text { nth: i + 1, text: text.into() });
        let sources = sources.chain([named.clone()]).collect();
        let mut bench = Bench::new(sources, Lang::En, (120, 36));
        if !recipe.is_empty() {
            bench.command(&format!("set recipe {recipe}"));
        }
        for keys in [
            "1", "O", "Esc", "2", "Enter", "Esc", "O", "Esc", "/", "3", "Enter", "Esc", "4", "d", "n", "?", "Esc", "s",
            "5", "Space", "p", "Enter", "p", "G", "Enter", "Tab", "i", "!", "Esc",
        ] {
            bench.keys(keys);
            if keys == "/" {
                bench.type_text("x").keys("Enter");
            }
            if keys == "!" {
                bench.send(Event::Input(Input::Paste(text.clone())));
                bench.settle();
            }
            bench.draw();
            for cell in &bench.cells {
                let unsafe_char =
                    |c: char| c.is_control() || safe_name(&c.to_string()) != c.to_string() && c != '\u{200d}';
                assert!(!cell.contains(unsafe_char), "{cell:?} after {keys}");
            }
        }
    }
}
