//! Sentences on the lessons in a list, their group and how far each was read; the conditions of tasks; and
//! messages on wrong lesson files: place, error, allowed values.

use super::error::{feature_error, quoted, recipe_error, shortened};
use crate::{
    lesson::{
        BitsError, FeatureError, LONGEST, Lesson, LessonError, LessonErrorKind, LessonGroup, LessonProgress,
        LessonWarning, ProseWarning, Stage, Task, TaskGoal,
    },
    locale::{Lang, grouped},
    simhash::from_fixed,
    t,
};

pub(crate) fn lesson_group(group: LessonGroup, lang: Lang) -> &'static str {
    lang.text(match group {
        LessonGroup::Basics => "lesson-group.basics",
        LessonGroup::Geometry => "lesson-group.geometry",
        LessonGroup::Limits => "lesson-group.limits",
        LessonGroup::Search => "lesson-group.search",
        LessonGroup::Extras => "lesson-group.extras",
    })
}

/// The score if the lesson was read to its end, else the page of so many where the reader stopped; and the tasks done.
pub(crate) fn lesson_progress(progress: &LessonProgress, lesson: &Lesson, lang: Lang) -> String {
    let read = match progress.score {
        Some([_, 0]) => t!(lang, "lesson.done").to_owned(),
        Some([right, asked]) => t!(lang, "lesson.done-score", right, asked),
        None => t!(lang, "lesson.at-page", page = progress.page + 1, pages = lesson.pages_in_all()),
    };
    let done = progress.tasks.iter().filter(|&&done| done).count();
    if done == 0 { read } else { t!(lang, "task.and-done", read, tasks = tasks_done(done, lesson.tasks(), lang)) }
}

/// How many tasks of a lesson were done.
pub(crate) fn tasks_done(done: usize, all: usize, lang: Lang) -> String {
    t!(lang, "task.done", done, all)
}

/// The conditions of a task, the limit on changes last.
pub(crate) fn task_conditions(task: &Task, lang: Lang) -> Vec<String> {
    let limit = task.edits.map(|most| match most {
        0 => t!(lang, "task.text-stays").to_owned(),
        most => t!(lang, "task.edits", most),
    });
    task.goals.iter().map(|&goal| task_goal(goal, lang)).chain(limit).collect()
}

fn task_goal(goal: TaskGoal, lang: Lang) -> String {
    match goal {
        TaskGoal::Distance { columns: None, relation, than } => {
            t!(lang, "task.distance", sign = relation.sign(), than)
        }
        TaskGoal::Distance { columns: Some([first, last]), relation, than } => {
            t!(lang, "task.distance-in", first, last, sign = relation.sign(), than)
        }
        TaskGoal::Bit { column, is } => t!(lang, "task.bit", column, is = u8::from(is)),
        TaskGoal::Sum { column, relation, than } => {
            let than = from_fixed(than).to_string().replace('-', "−");
            t!(lang, "task.sum", column, sign = relation.sign(), than)
        }
        TaskGoal::Decides { column } => t!(lang, "task.decides", column),
    }
}

/// The errors, a line for each.
pub(crate) fn lesson_errors(errors: &[LessonError], lang: Lang) -> String {
    errors.iter().map(|error| lesson_error(error, lang)).collect::<Vec<_>>().join("\n")
}

/// A line that begins with `file:line:`, which editors recognise.
pub(crate) fn lesson_error(LessonError { file, line, key, kind }: &LessonError, lang: Lang) -> String {
    let what = lesson_error_reason(kind, lang);
    match key {
        Some(key) => format!("{file}:{line}: {}: {what}", shortened(key)),
        None => format!("{file}:{line}: {what}"),
    }
}

/// The same for a warning.
pub(crate) fn lesson_warning(LessonWarning { file, line, kind }: &LessonWarning, lang: Lang) -> String {
    let what = match kind {
        ProseWarning::Bare(number) => {
            let number = &*shortened(number);
            t!(lang, "lesson-error.bare", number, example = "{sum 3}", quoted = ["{=", number, "}"].concat())
        }
        ProseWarning::Unknown(name) => {
            t!(lang, "lesson-error.no-figure", name = ["{", &shortened(name), "}"].concat())
        }
    };
    format!("{file}:{line}: {}", t!(lang, "lesson-error.warning", what))
}

/// The same without the place.
pub(crate) fn lesson_error_reason(kind: &LessonErrorKind, lang: Lang) -> String {
    match kind {
        LessonErrorKind::TooLong(bytes) => {
            t!(lang, "lesson-error.too-long", bytes = grouped(*bytes as u64), limit = grouped(LONGEST as u64))
        }
        LessonErrorKind::Syntax(reason) => syntax(reason, lang),
        LessonErrorKind::Format => t!(lang, "lesson-error.format").into(),
        LessonErrorKind::Languages => t!(lang, "lesson-error.languages").into(),
        LessonErrorKind::Missing(of) => {
            t!(lang, "lesson-error.missing", key = if of.is_chinese() { "zh" } else { "en" })
        }
        LessonErrorKind::Unknown(given, allowed) => {
            t!(lang, "lesson-error.unknown", given = quoted(given), allowed = allowed.join(lang.comma()))
        }
        LessonErrorKind::Empty => t!(lang, "lesson-error.empty").into(),
        LessonErrorKind::TooMany(found, most) => t!(lang, "lesson-error.too-many", found, most),
        LessonErrorKind::Texts(bytes, most) => {
            t!(lang, "lesson-error.texts", bytes = grouped(*bytes as u64), most = grouped(*most as u64))
        }
        LessonErrorKind::NotTwo(given, all) => {
            t!(lang, "lesson-error.not-two", given = format!("{given:?}"), all)
        }
        LessonErrorKind::Recipe(error) => recipe_error(error, lang),
        LessonErrorKind::Document { name, features: true } => {
            t!(lang, "lesson-error.wants-features", name = quoted(name.get(lang)))
        }
        LessonErrorKind::Document { name, features: false } => {
            t!(lang, "lesson-error.wants-text", name = quoted(name.get(lang)))
        }
        LessonErrorKind::Sums(found, columns) => t!(lang, "lesson-error.sums", n = found, columns),
        LessonErrorKind::Feature { name, error } => {
            t!(lang, "lesson-error.feature", name = quoted(name), why = feature(error, lang))
        }
        LessonErrorKind::Bits(error) => bits(error, lang),
        LessonErrorKind::OutOfRange { all, first } => {
            t!(lang, "lesson-error.out-of-range", least = first, most = (all + first).saturating_sub(1))
        }
        LessonErrorKind::At(given) => {
            let stages = Stage::ALL.map(Stage::name).join(lang.comma());
            t!(lang, "lesson-error.at", given = quoted(given), stages)
        }
        LessonErrorKind::Answer(columns) => t!(lang, "lesson-error.answer", most = columns.saturating_sub(1)),
        LessonErrorKind::TwoQuestions => t!(lang, "lesson-error.two-questions").into(),
        LessonErrorKind::Goal(given, most) => {
            t!(lang, "lesson-error.goal", given = quoted(given), signs = "< <= = != >=", most)
        }
        LessonErrorKind::TaskShow => t!(lang, "lesson-error.task-show").into(),
        LessonErrorKind::Plane => t!(lang, "lesson-error.plane").into(),
        LessonErrorKind::TaskDone => t!(lang, "lesson-error.task-done").into(),
        LessonErrorKind::TaskImpossible => t!(lang, "lesson-error.task-impossible").into(),
        LessonErrorKind::MarkSyntax(given) => t!(lang, "lesson-error.mark-syntax", given = quoted(given)),
        LessonErrorKind::Mark(name) => t!(lang, "lesson-error.mark", name = quoted(name)),
        LessonErrorKind::Blocks { blocks, chosen, most } => {
            t!(lang, "lesson-error.blocks", blocks, chosen, most)
        }
        LessonErrorKind::Distance { between: [a, b], found: Some(found), wanted } => {
            t!(lang, "lesson-error.distance", a = a + 1, b = b + 1, found, wanted)
        }
        LessonErrorKind::Distance { between: [a, b], found: None, .. } => {
            t!(lang, "lesson-error.no-distance", a = a + 1, b = b + 1)
        }
        LessonErrorKind::Steps(stage, all) => t!(lang, "lesson-error.steps", stage = stage.name(), all),
        LessonErrorKind::List(error) => feature_error(error, lang),
        LessonErrorKind::Stopped => t!(lang, "notice.stopped").into(),
        LessonErrorKind::Sum { column, name, found, wanted } => {
            t!(lang, "lesson-error.sum", column, name = quoted(name.get(lang)), found, wanted)
        }
        LessonErrorKind::Fingerprint { name, found, wanted } => {
            let found = found.map_or_else(|| t!(lang, "lesson-error.no-print").into(), |print| format!("{print:b}"));
            t!(lang, "lesson-error.print", name = quoted(name.get(lang)), found, wanted = format!("{wanted:b}"))
        }
    }
}

/// The message of the TOML library, the frequent ones in the words of `lang`.
fn syntax(reason: &str, lang: Lang) -> String {
    let named = |start: &str| reason.strip_prefix(start)?.strip_prefix('`')?.split_once('`');
    if let Some((key, "")) = named("missing field ") {
        return t!(lang, "lesson-error.missing", key = shortened(key));
    }
    match named("unknown field ").and_then(|(key, after)| Some((key, after.strip_prefix(", expected ")?))) {
        Some((key, allowed)) => {
            let allowed = allowed.trim_start_matches("one of ").replace('`', "");
            t!(lang, "lesson-error.unknown", given = quoted(key), allowed)
        }
        None => t!(lang, "lesson-error.syntax", reason = shortened(reason)),
    }
}

fn feature(error: &FeatureError, lang: Lang) -> String {
    match error {
        FeatureError::Name => t!(lang, "lesson-error.feature-name").into(),
        FeatureError::Weight(weight) => t!(lang, "lesson-error.feature-weight", weight),
        FeatureError::Hash(error) => bits(error, lang),
    }
}

fn bits(error: &BitsError, lang: Lang) -> String {
    match error {
        BitsError::Digits(digits) => t!(lang, "lesson-error.digits", digits = quoted(digits)),
        BitsError::Width(digits, wanted) => {
            t!(lang, "lesson-error.width", digits = quoted(digits), n = digits.len(), wanted)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::parse;

    const GOOD: &str = r#"format = 1
title = { en = "T", zh = "题" }
goal = { en = "G", zh = "目标" }
recipe = "given;fold=none;given:all;xxh3-64;6;gt"
order = "place"
[[document]]
name = "A"
features = [["CSDN", 4, "100101"], ["博客", 5, "101011"]]
sums = [9, -9, 1, -1, 1, 9]
bits = "101011"
[[distance]]
between = [1, 2]
is = 3
[[document]]
name = "B"
features = [["rain", 1, "100000"]]
[[step]]
show = "bits"
document = 2
text = { en = "x", zh = "字" }
at = "sums 1"
column = 4
blocks = 4
spot = { parts = [{ en = "a", zh = "甲" }], wrong = 1 }
[[step]]
text = { en = "x", zh = "字" }
task = { goal = ["bit 3 = 1", "distance > 0"], edits = 1, hints = [{ en = "a", zh = "甲" }] }
[try]
en = "t"
zh = "试"
[remember]
en = "r"
zh = "记"
"#;

    #[test]
    fn every_error_says_where_what_and_what_is_allowed_in_both_languages() {
        let table = [
            ("format = 1", "format = 2", "a.toml:1: format: this program reads format 1"),
            ("order = \"place\"", "order = \"size\"", "a.toml:5: order: \"size\" is unknown; allowed: place, weight"),
            ("given:all", "givn:all", "a.toml:4: recipe: weight: unknown value \"givn:all\"; allowed"),
            ("4, \"100101\"", "4, \"1001\"", "a.toml:8: features: \"CSDN\": \"1001\" has 4 bits, but the recipe has 6"),
            ("4, \"100101\"", "4, \"1001x1\"", "features: \"CSDN\": \"1001x1\" is not binary"),
            ("[\"CSDN\", 4", "[\"C\\tD\", 4", "features: \"C\\tD\": a name cannot contain a tab or a line break"),
            ("[\"CSDN\", 4", "[\"CSDN\", inf", "features: \"CSDN\": the weight inf is not a finite number"),
            ("[\"CSDN\", 4", "[\"CSDN\", 9e99", "a.toml:7: features: the weight \"9"),
            ("1, 9]", "1]", "a.toml:9: sums: 5 numbers for 6 columns"),
            ("1, 9]", "1, 8]", "a.toml:7: sums: column 5 of \"A\" sums to 9, not 8"),
            ("\"101011\"\n", "\"101010\"\n", "a.toml:7: bits: the fingerprint of \"A\" is 101011, not 101010"),
            ("[1, 2]", "[1, 3]", "a.toml:12: between: [1, 3] does not name two of the 2 documents, counted from 1"),
            ("is = 3", "is = 4", "a.toml:12: is: documents 1 and 2 have HD 3, not 4"),
            ("\"bits\"\n", "\"bit\"\n", "show: \"bit\" is unknown; allowed: overview, pipeline, two-texts, bits"),
            ("document = 2", "document = 3", "document: must be from 1 to 2"),
            ("column = 4", "column = 6", "column: must be from 0 to 5"),
            ("\"sums 1\"", "\"sums\"", "at: unknown step \"sums\"; allowed: end, or one of text, tokens, weights"),
            ("\"sums 1\"", "\"sums 2\"", "at: sums has only 1 step"),
            ("blocks = 4", "blocks = 9", "blocks: 9 blocks with 1 in a key; allowed: 2 to 6 blocks"),
            ("wrong = 1", "wrong = 2", "wrong: must be from 1 to 1"),
            ("features = [[\"rain\", 1, \"100000\"]]", "text = \"rain\"", "\"B\" needs features"),
            ("[try]", "[try", "a.toml:28: "),
            (
                "\"bit 3 = 1\"",
                "\"bit 6 = 1\"",
                "a.toml:27: goal: \"bit 6 = 1\" is not a goal; allowed: \"distance > N\"",
            ),
            ("\"bit 3 = 1\"", "\"bit 3\"", "a.toml:27: goal: \"bit 3\" is not a goal; allowed"),
            ("[\"bit 3 = 1\", \"distance > 0\"]", "[]", "a.toml:27: goal: \"\" is not a goal; allowed"),
            ("[\"bit 3 = 1\", \"distance > 0\"]", "3", "a.toml:27: goal: "),
            (
                "[\"bit 3 = 1\", \"distance > 0\"]",
                "\"bit 3 = 0\"",
                "a.toml:27: goal: the unchanged text already reaches the goal",
            ),
            ("\"distance > 0\"", "\"distance > 6\"", "a.toml:27: goal: no change can reach this goal"),
            ("\"distance > 0\"", "\"bit 3 = 0\"", "a.toml:27: goal: no change can reach this goal"),
            ("\"bit 3 = 1\", ", "\"decides 0\", ", "a.toml:27: goal: no change can reach this goal"),
            ("zh = \"记\"", "", "a.toml:31: zh is missing"),
            ("format = 1", "format = 1\nlanguages = [\"fr\"]", "a.toml:2: languages: must be"),
            ("task = {", "show = \"bits\"\ntask = {", "a.toml:27: show: tasks are done in the lab; remove show"),
            ("goal = { en = \"G\", zh = \"目标\" }\n", "", "a.toml:1: goal is missing"),
            ("column = 4", "colum = 4", "\"colum\" is unknown; allowed: text, show, document"),
        ];
        for (from, to, said) in table {
            assert!(GOOD.contains(from), "{from}");
            let read = parse(&GOOD.replace(from, to), "a.toml");
            let error = read.and_then(Lesson::checked).unwrap_err().remove(0);
            let [en, zh] = [Lang::En, Lang::Zh].map(|lang| lesson_error(&error, lang));
            assert!(en.contains(said), "{to}: {en}");
            assert!(zh.starts_with("a.toml:") && zh.chars().any(crate::simhash::is_han), "{to}: {zh}");
            assert!(!["missing", "unknown"].iter().any(|word| zh.contains(word)), "{to}: {zh}");
        }
        let long = parse(&"x".repeat(LONGEST + 1), "a.toml").unwrap_err();
        assert_eq!(lesson_errors(&long, Lang::En), "a.toml:1: 1,048,577 bytes; a lesson can have at most 1,048,576");
    }

    #[test]
    fn what_is_too_much_is_named_and_what_is_long_is_not_repeated_whole() {
        let error = |text: &str| {
            let errors = parse(text, "a.toml").and_then(Lesson::checked).unwrap_err();
            lesson_errors(&errors, Lang::En)
        };
        let steps = "[[step]]\ntext = { en = \"x\", zh = \"字\" }\n".repeat(200);
        let said = error(&GOOD.replace("[try]", &format!("{steps}[try]")));
        assert!(said.contains("is too many; a lesson can have at most 200"), "{said}");
        let text = format!("text = \"{}\"", "rain ".repeat(20_000));
        let recipe = GOOD.replace("given;fold=none;given:all", "words;fold=none;tf");
        let documents = recipe.replace("features = [[\"rain\", 1, \"100000\"]]", &text);
        let documents =
            documents.replace("features = [[\"CSDN\", 4, \"100101\"], [\"博客\", 5, \"101011\"]]", "text = \"a\"");
        let said = error(&documents);
        assert!(said.contains("the documents have 100,001 bytes; a lesson can have at most 65,536"), "{said}");
        let long = "x".repeat(100_000);
        for (from, to) in [
            ("\"bits\"\n", format!("\"{long}\"\n")),
            ("\"sums 1\"", format!("\"{long}\"")),
            ("\"bit 3 = 1\"", format!("\"{long}\"")),
            ("order = \"place\"", format!("order = \"{long}\"")),
            ("column = 4", format!("{long} = 4")),
        ] {
            let said = error(&GOOD.replace(from, &to));
            assert!(said.len() < 1500, "{} bytes for {from}", said.len());
        }
        let warning = LessonWarning { file: "a.toml".into(), line: 1, kind: ProseWarning::Unknown(long) };
        assert!(lesson_warning(&warning, Lang::En).len() < 500);
    }
}
