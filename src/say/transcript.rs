//! A walk or a lesson as Markdown: for each step its sentence and the numbers of its columns. Also these numbers
//! separated by tabs, for the clipboard.

use std::{fmt::Write, ops::Range};

use super::{
    lesson::task_conditions,
    step::{plain, signed, stage, step, two_texts, whole},
};
use crate::{
    document::safe_name,
    lesson::{Answer, Exercise, Lesson, LessonError, PairWalk, Show, Stage, Task, Walk, WalkState},
    locale::Lang,
    markdown::escaped,
    simhash::{Fixed, Recipe, Trace, from_fixed},
    t,
};

/// The columns of one table.
const COLUMNS: usize = 16;

/// The steps of a walk, as Markdown.
pub(crate) fn transcript(
    name: &str,
    trace: &Trace,
    walk: &Walk,
    steps: Range<usize>,
    column: usize,
    lang: Lang,
) -> String {
    let mut text = format!("# {}\n\n", escaped(name));
    _ = writeln!(text, "- {}", t!(lang, "transcript.recipe", recipe = trace.recipe));
    _ = writeln!(text, "- {}", fingerprint(trace, lang));
    text += &some_steps(&steps, walk.last(), lang);
    for at in steps {
        let state = walk.state(trace, at);
        let head = t!(lang, "transcript.step", at, last = walk.last(), stage = stage(state.step.stage, lang));
        _ = writeln!(text, "\n## {head}\n");
        text += &after(trace, walk, &state, column, lang);
    }
    text
}

/// The steps of both texts, as Markdown.
pub(crate) fn pair_transcript(
    name: &str,
    traces: [&Trace; 2],
    walk: &PairWalk,
    steps: Range<usize>,
    lang: Lang,
) -> String {
    let mut text = format!("# {}\n\n- {}\n", escaped(name), t!(lang, "transcript.recipe", recipe = traces[0].recipe));
    for (which, trace) in ["A", "B"].into_iter().zip(traces) {
        _ = writeln!(text, "- {which}: {}", fingerprint(trace, lang));
    }
    text += &some_steps(&steps, walk.last(), lang);
    let (first, whole) = (traces[0], traces.iter().all(|trace| whole(trace)));
    for at in steps {
        let state = walk.state(traces, at);
        _ = writeln!(text, "\n## {}\n", t!(lang, "transcript.pair-step", at, last = walk.last()));
        _ = writeln!(text, "{}", escaped(&two_texts(traces, walk, &state, false, lang)));
        if state.rows == 0 {
            continue;
        }
        let signs = [0, 1].map(|of| traces[of].signs(&state.sums[of]));
        let sum = |of: usize| state.sums[of].iter().map(|&sum| minus(&plain(sum, whole), lang)).collect();
        let bit =
            |column: usize, one: bool| if column < state.read { u8::from(one).to_string() } else { String::new() };
        let columns = 0..usize::from(first.recipe.bits);
        let bits = |of: usize| columns.clone().map(|column| bit(column, signs[of].bit(column))).collect();
        let mut rows: Vec<(String, Vec<String>)> = vec![("V, A".into(), sum(0)), ("V, B".into(), sum(1))];
        if state.read > 0 {
            let xor = signs[0].xor(signs[1]);
            rows.push(("A".into(), bits(0)));
            rows.push(("B".into(), bits(1)));
            rows.push(("A xor B".into(), columns.clone().map(|column| bit(column, xor.bit(column))).collect()));
        }
        text += &table(&rows, columns.end, lang);
    }
    text
}

fn fingerprint(trace: &Trace, lang: Lang) -> String {
    match trace.sketch.fingerprint {
        Some(fingerprint) => t!(lang, "transcript.fingerprint", fingerprint),
        None => t!(lang, "table.none").to_owned(),
    }
}

/// A line that names the steps, unless they are all.
fn some_steps(steps: &Range<usize>, last: usize, lang: Lang) -> String {
    if steps.len() > last {
        return String::new();
    }
    let (from, to) = (steps.start, steps.end.saturating_sub(1));
    format!("- {}\n", t!(lang, "transcript.some", from, to, last))
}

/// The effect of a step and the numbers after it, as Markdown.
fn after(trace: &Trace, walk: &Walk, state: &WalkState, column: usize, lang: Lang) -> String {
    let text = format!("{}\n", escaped(&step(trace, walk, state, column, lang)));
    let whole = whole(trace);
    let rows =
        numbers(
            trace,
            state,
            lang,
            |value, row| {
                if row { signed(value, whole, lang) } else { minus(&plain(value, whole), lang) }
            },
        );
    if rows.is_empty() {
        return text;
    }
    text + &table(&rows, usize::from(trace.recipe.bits), lang)
}

/// Numbers of columns, a row for each kind, in tables that are not too wide.
fn table(rows: &[(String, Vec<String>)], width: usize, lang: Lang) -> String {
    let mut text = String::new();
    for from in (0..width).step_by(COLUMNS) {
        let columns = from..width.min(from + COLUMNS);
        let heads: Vec<String> = columns.clone().map(|column| column.to_string()).collect();
        _ = writeln!(text, "\n| {} | {} |", t!(lang, "transcript.column"), heads.join(" | "));
        _ = writeln!(text, "|---|{}", "--:|".repeat(columns.len()));
        for (label, cells) in rows {
            _ = writeln!(text, "| {} | {} |", escaped(label), cells[columns.clone()].join(" | "));
        }
    }
    text
}

/// The numbers after a step with tabs between them, a line for each kind of number; exact, and as programs read them.
pub(crate) fn columns(trace: &Trace, state: &WalkState, lang: Lang) -> String {
    let heads = (0..usize::from(trace.recipe.bits)).map(|column| column.to_string()).collect();
    let rows = numbers(trace, state, lang, |value, _| from_fixed(value).to_string());
    let all = [(t!(lang, "transcript.column").to_owned(), heads)].into_iter().chain(rows);
    let line = |(label, cells): (String, Vec<String>)| [&*safe_name(&label), "\t", &cells.join("\t"), "\n"].concat();
    all.map(line).collect()
}

/// The columns after a step: hash or row of its feature, sums, bits.
/// The second argument of `write` is true for numbers of a row, where the sign matters.
fn numbers(
    trace: &Trace,
    state: &WalkState,
    lang: Lang,
    write: impl Fn(Fixed, bool) -> String,
) -> Vec<(String, Vec<String>)> {
    let bits = trace.recipe.bits;
    let all = 0..usize::from(bits);
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    if let Some((at, feature)) = state.feature.and_then(|at| Some((at, trace.features.get(at)?))) {
        let name = trace.name(at);
        let row = match state.step.stage {
            Stage::Hashes => {
                let hash = trace.hash(feature);
                Some((
                    t!(lang, "transcript.hash", name),
                    all.clone().map(|c| u8::from(hash.bit(c)).to_string()).collect(),
                ))
            }
            Stage::Rows | Stage::Sums => {
                let row = trace.row(feature).into_iter().map(|value| write(value, true));
                Some((t!(lang, "transcript.row", name), row.collect()))
            }
            _ => None,
        };
        rows.extend(row);
    }
    if state.summed > 0 || state.read > 0 {
        rows.push(("V".into(), state.sums.iter().map(|&sum| write(sum, false)).collect()));
    }
    if state.read > 0 {
        let fingerprint = trace.signs(&state.sums);
        let bit =
            |column| if column < state.read { u8::from(fingerprint.bit(column)).to_string() } else { String::new() };
        rows.push((t!(lang, "transcript.bit").into(), all.map(bit).collect()));
    }
    rows
}

/// With a real minus sign where the terminal has one.
fn minus(number: &str, lang: Lang) -> String {
    match number.strip_prefix('-') {
        Some(digits) => format!("{}{digits}", lang.set("−")),
        None => number.into(),
    }
}

/// A lesson with all its pages, as Markdown.
///
/// # Errors
/// That of the pipeline on one of its documents.
pub(crate) fn lesson(lesson: &Lesson, lang: Lang) -> Result<String, LessonError> {
    // Counted as on the screens, where the goal and the end are pages too.
    let all = lesson.pages_in_all();
    let page_of = |at: usize| t!(lang, "lesson.of", at, all);
    let mut text = format!(
        "# {}\n\n## {}\n\n**{}**\n\n{}\n",
        escaped(lesson.title.get(lang)),
        page_of(1),
        t!(lang, "lesson.goal"),
        escaped(lesson.goal.get(lang))
    );
    if let Some(source) = &lesson.source {
        _ = writeln!(text, "\n{}", escaped(&t!(lang, "lesson.source", source = source.get(lang))));
    }
    let mut recipe: &Recipe = &lesson.recipe;
    for (at, page) in lesson.pages.iter().enumerate() {
        recipe = page.recipe.as_ref().unwrap_or(recipe);
        let traces = lesson.traces(recipe)?;
        _ = writeln!(text, "\n## {}\n", page_of(at + 2));
        _ = writeln!(text, "{}", escaped(page.text.get(lang)));
        let walked = matches!(page.show, Show::Pipeline | Show::Lab);
        if let Some(trace) = traces.get(page.document).filter(|_| walked) {
            let walk = Walk::new(trace, trace.order(lesson.order));
            let step = page.at.and_then(|at| at.find(&walk)).unwrap_or(walk.last());
            let name = lesson.documents.get(page.document).map_or("", |document| document.name.get(lang));
            let state = walk.state(trace, step);
            let shown = t!(lang, "transcript.shown", name, at = step, last = walk.last());
            _ = write!(text, "\n*{}* ", escaped(&shown));
            text += &after(trace, &walk, &state, page.column.unwrap_or(0), lang);
        }
        if !walked {
            text += &fingerprints(lesson, &traces, lang);
        }
        if let Some(exercise) = &page.exercise {
            text += &asked(exercise, |answer| answer.value(|document| traces.get(document)), lang);
        }
        if let Some(task) = &page.task {
            text += &to_do(task, lang);
        }
    }
    _ = writeln!(text, "\n## {}", page_of(all));
    let parts = [
        (t!(lang, "lesson.try"), lesson.attempt.text.get(lang)),
        (t!(lang, "lesson.remember"), lesson.remember.get(lang)),
    ];
    for (head, said) in parts {
        _ = writeln!(text, "\n**{head}**\n\n{}", escaped(said));
    }
    Ok(text)
}

/// A task with all its hints.
fn to_do(task: &Task, lang: Lang) -> String {
    let mut text = format!("\n**{}**\n\n", t!(lang, "task.head"));
    for condition in task_conditions(task, lang) {
        _ = writeln!(text, "- {}", escaped(&condition));
    }
    for (n, hint) in task.hints.iter().enumerate() {
        let said = t!(lang, "task.hint", n = n + 1, all = task.hints.len(), text = hint.get(lang));
        _ = writeln!(text, "\n{}", escaped(&said));
    }
    if let Some(done) = &task.done {
        _ = writeln!(text, "\n**{}** {}", t!(lang, "task.after"), escaped(done.get(lang)));
    }
    text
}

/// The fingerprints of a lesson's documents, and how far the first two are apart.
fn fingerprints(lesson: &Lesson, traces: &[Trace], lang: Lang) -> String {
    let mut text = String::from("\n");
    for (document, trace) in lesson.documents.iter().zip(traces) {
        let digits = trace.sketch.fingerprint.map_or_else(|| "–".into(), |fingerprint| format!("{fingerprint:b}"));
        let name = escaped(document.name.get(lang));
        _ = writeln!(text, "- {}", t!(lang, "transcript.of", name, digits));
    }
    let mut fingerprints = traces.iter().map_while(|trace| trace.sketch.fingerprint);
    if let (Some(a), Some(b)) = (fingerprints.next(), fingerprints.next()) {
        _ = writeln!(text, "\n{}", t!(lang, "transcript.distance", hd = a.hamming(b)));
    }
    text
}

/// A question with its answer.
fn asked(exercise: &Exercise, value: impl Fn(Answer) -> Option<f64>, lang: Lang) -> String {
    let mut text = String::new();
    if let Some(question) = &exercise.question {
        _ = writeln!(text, "\n**{}** {}", t!(lang, "lesson.predict"), escaped(question.get(lang)));
    } else {
        _ = writeln!(text, "\n**{}** {}\n", t!(lang, "lesson.spot"), t!(lang, "lesson.spot-question"));
        for (n, part) in exercise.parts.iter().enumerate() {
            _ = writeln!(text, "{}. {}", n + 1, escaped(part.get(lang)));
        }
    }
    if let Some(value) = value(exercise.answer) {
        let value = minus(&value.to_string(), lang);
        _ = write!(text, "\n**{}** {value}", t!(lang, "transcript.answer"));
        if let Some(because) = &exercise.because {
            _ = write!(text, "{}{}", t!(lang, "transcript.because"), escaped(because.get(lang)));
        }
        text.push('\n');
    }
    text
}
