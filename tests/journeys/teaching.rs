//! A lecture: a pair seen as an angle, large print.

use super::{Setup, quit, samples, story};

#[test]
fn a_pair_is_seen_as_an_angle_and_hyperplanes_play_to_it() {
    let mut terminal = samples();
    story(
        &mut terminal,
        &[
            ("j a", &["an angle of 24.3°", "1 of 64", "The first hyperplane: A and B are on side 1."]),
            ("$", &["64 of 64", "5 of the first 64 columns separate A from B"]),
            (", ,", &["62 of 64"]),
            ("Tab", &["RANDOM HYPERPLANES", "1 of 1,024", "The first hyperplane"]),
            ("> > > >", &["16 of 1,024", "of 16 random hyperplanes"]),
            ("Tab Tab $", &["1,024 of 1,024", "of 1,024 random hyperplanes"]),
            ("g", &["1 of 1,024"]),
            ("Esc", &["RULE"]),
        ],
    );
    quit(terminal);
}

#[test]
fn a_lecture_in_large_print() {
    let mut terminal = Setup::simscope().size(80, 24).args(["--big"]).start();
    terminal.sees(&["RULE", "WHY"]);
    story(
        &mut terminal,
        &[
            ("2", &["sum of 247 rows", "▀▀▀"]),
            ("R j j j j j Enter", &["Or type a number."]),
            ("6 Enter", &["6 bits"]),
            ("Esc", &["▀▀▀"]),
            (".", &["text › tokens"]),
            ("$", &["All bits are known"]),
            ("3", &["A xor B"]),
            ("4", &["change 1 of"]),
            ("q", &["RULE"]),
        ],
    );
    quit(terminal);
}
