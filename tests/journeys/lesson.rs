//! Learning: a document walked through, and a whole lesson, by keys alone.

use super::{Setup, quit, samples, story};

#[test]
fn a_document_is_walked_through_from_its_text_to_its_fingerprint() {
    let mut terminal = samples();
    story(
        &mut terminal,
        &[
            ("2", &["ACCUMULATOR", "sum of 247 rows"]),
            (".", &["Segmentation will give", "0 / 1,480"]),
            (". .", &["Token 2 of 428 is"]),
            (",", &["Token 1 of 428 is"]),
            (">", &["Feature 1 of 247", "gets its weight: tf × √idf"]),
            (".", &["Feature 2 of 247"]),
            (">", &["xxh3-64 turns", "into 64 bits"]),
            (">", &["columns where its hash bit is 1 get"]),
            (". l Enter", &["OPERANDS"]),
            // Not with Esc: a key right behind it would be taken for Alt and that key.
            ("q", &["Row 1 of 247"]),
            (")", &["Row 2 of 247", "after 2 of 247 rows"]),
            ("(", &["Row 1 of 247"]),
            ("$", &["All bits are known: the fingerprint is", "1,480 / 1,480"]),
            ("<", &["Column 0 is"]),
            ("^", &["0 / 1,480"]),
        ],
    );
    // Played as fast as it goes, it comes along by itself; then it is stopped.
    story(
        &mut terminal,
        &[("] ] ] Space", &["8×", "3 / 1,480"]), ("Space Esc", &["sum of 247 rows"]), ("q", &["MATRIX"])],
    );
    quit(terminal);
}

#[test]
fn without_motion_play_is_a_step() {
    let mut terminal = Setup::simscope().var("REDUCE_MOTION", "1").start();
    terminal.sees(&["6 documents", "HEALTH"]);
    story(&mut terminal, &[("2 Space", &["0 / 1,480"]), ("Space", &["1 / 1,480"]), ("Space", &["2 / 1,480"])]);
    story(&mut terminal, &[("1", &["MATRIX"])]);
    quit(terminal);
}

#[test]
fn a_whole_lesson_by_keys_with_a_prediction() {
    let mut terminal = samples();
    story(
        &mut terminal,
        &[
            ("L", &["Lesson", "What a column sum is", "column-sums"]),
            ("j Enter", &["What a column sum is", "1 of 10", "GOAL", "q leave"]),
            ("n", &["2 of 10", "“blog”, gets its weight: 5"]),
            ("n", &["The hash of “blog” is given: 101011"]),
            ("n", &["its row has +4 at 0, 3, 5"]),
            ("n", &["PREDICT", "What will column 3 sum to?"]),
            ("-", &["> -"]),
            ("1 Enter", &["You answered −1. The next page shows"]),
            ("N", &["4 of 10"]),
            ("n n", &["Your answer −1 is correct.", "+4 − 5 = −1"]),
            ("n", &["7 of 10", "bit 5 is 1"]),
            (", , ,", &["bit 2 is 1"]),
            ("n n", &["9 of 10", "TASK", "[ ] bit 3 = 1"]),
            ("Space", &["[x] bit 3 = 1", "Done."]),
            ("n", &["TRY", "REMEMBER", "1 of 2 questions correct, 1 skipped.", "1 of 1 task done"]),
            ("n", &["Eleven words, six bits"]),
            ("q", &["MATRIX", "6 documents"]),
        ],
    );
    quit(terminal);
}
