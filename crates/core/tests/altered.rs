//! Twelve ways to alter a text so that it still reads the same: the shared text is found, and what is hidden is
//! counted.

use std::{collections::HashMap, fmt::Write, fs, path::Path};

use simscope_core::{
    compare::coverage::{RunLength, Windows, coverage},
    simhash::{Skeleton, Watch},
};

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("a text")
}

/// `what` after every fourth character.
fn insert(text: &str, what: &str) -> String {
    let parts = text.chars().enumerate().map(|(n, c)| if n % 4 == 3 { format!("{c}{what}") } else { c.into() });
    parts.collect()
}

fn replace(text: &str, pairs: &[(char, char)]) -> String {
    let table: HashMap<char, char> = pairs.iter().copied().collect();
    text.chars().map(|c| table.get(&c).copied().unwrap_or(c)).collect()
}

fn pairs(text: &str) -> Vec<(char, char)> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The name of an alteration, its function, and whether it hides or mixes characters.
type Alteration = (&'static str, fn(&str) -> String, bool);

const ALTERATIONS: [Alteration; 12] = [
    ("zero-width spaces", |text| insert(text, "\u{200B}"), true),
    ("word joiners", |text| insert(text, "\u{2060}"), true),
    ("soft hyphens", |text| insert(text, "\u{AD}"), true),
    ("tag characters", |text| insert(text, "\u{E0061}"), true),
    ("Hangul fillers", |text| insert(text, "\u{3164}"), true),
    ("Cyrillic look-alikes", |text| replace(text, &pairs("aаeеoоpрcсxхyуiіjјsѕAАBВCСEЕHНKКMМOОPРTТXХ")), true),
    ("Greek look-alikes", |text| replace(text, &pairs("oοvνuυkκAΑBΒEΕHΗIΙKΚMΜNΝOΟPΡTΤXΧZΖ")), true),
    ("Traditional characters", traditional, false),
    ("no punctuation", |text| text.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace()).collect(), false),
    ("upper case", str::to_uppercase, false),
    ("full-width letters", full_width, false),
    ("spaces between characters", spaced, false),
];

fn traditional(text: &str) -> String {
    let table = read("assets/han-simplified.txt");
    let lines = table.lines().filter(|line| !line.starts_with('#')).map(|line| line.chars().collect::<Vec<_>>());
    replace(text, &lines.map(|line| (line[1], line[0])).collect::<Vec<_>>())
}

fn full_width(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_graphic() { char::from_u32(c as u32 + 0xFEE0).unwrap() } else { c }).collect()
}

/// Spaces after Han characters, two between words.
fn spaced(text: &str) -> String {
    text.chars().map(|c| if c > '\u{2E80}' { format!("{c} ") } else { c.to_string().replace(' ', "  ") }).collect()
}

fn shares(a: &str, b: &str) -> [f64; 2] {
    let [a, b] =
        [a, b].map(|text| Windows::new(text, RunLength::default(), &Watch::default()).expect("nobody stops it"));
    coverage(&a, &b).map(|coverage| coverage.share * 100.0)
}

#[test]
fn altered_texts_share_what_they_shared_and_are_known_to_be_altered() {
    let pairs = [
        ["tea-road-en.txt", "tea-road-en-revised.txt"],
        ["lighthouse-zh.txt", "lighthouse-zh-edited.txt"],
        ["night-market-zh.txt", "night-market-zh.txt"],
        ["glass-frogs-en.txt", "glass-frogs-en.txt"],
    ];
    let mut wrong = String::new();
    for names in pairs {
        let [a, b] = names.map(|name| read(&format!("../../assets/samples/{name}")));
        let unaltered = shares(&a, &b);
        for (name, alter, deceives) in ALTERATIONS {
            let altered = alter(&a);
            let found = shares(&altered, &b);
            for (found, unaltered) in found.into_iter().zip(unaltered) {
                if (found - unaltered).abs() > 3.0 {
                    writeln!(wrong, "{name}, {names:?}: {found:.1}%, unaltered {unaltered:.1}%").unwrap();
                }
            }
            let found = Skeleton::new(&altered).altered().clone();
            if found.is_none() == (deceives && altered != a) {
                writeln!(wrong, "{name}, {names:?}: {found:?}").unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A million invisible characters in a row are counted in one pass: a look ahead without a bound would take hours.
#[test]
fn a_text_of_nothing_visible_is_counted_and_shares_nothing() {
    let hidden = "\u{200b}".repeat(1_000_000);
    assert_eq!(Skeleton::new(&hidden).altered().invisible, 1_000_000);
    assert!(shares(&hidden, &read("../../assets/samples/lighthouse-zh.txt")).iter().all(|&share| share == 0.0));
}
