//! A lesson as Markdown: each page with the sentence of its step and the numbers of its columns. Also these numbers
//! separated by tabs, for the clipboard.

use std::fmt::Write;

use super::{
    lesson::task_conditions,
    step::{answer, plain, signed, step, two_texts, whole},
};
use crate::{
    document::safe_name,
    lesson::{
        Exercise, Lesson, LessonError, LessonPage, PairState, PairWalk, Show, Stage, Task, TracedPage, Walk, WalkState,
    },
    locale::Lang,
    markdown::escaped,
    simhash::{Fixed, Trace, from_fixed},
    t,
};

/// The columns of one table.
const COLUMNS: usize = 16;

/// The effect of a step on two texts and the numbers after it, as Markdown.
fn pair_after(traces: [&Trace; 2], walk: &PairWalk, state: &PairState, lang: Lang) -> String {
    let (first, whole) = (traces[0], traces.iter().all(|trace| whole(trace)));
    let text = format!("{}\n", escaped(&two_texts(traces, walk, state, false, lang)));
    if state.rows == 0 {
        return text;
    }
    let signs = [0, 1].map(|of| traces[of].signs(&state.sums[of]));
    let sum = |of: usize| state.sums[of].iter().map(|&sum| minus(&plain(sum, whole), lang)).collect();
    let bit = |column: usize, one: bool| if column < state.read { u8::from(one).to_string() } else { String::new() };
    let columns = 0..usize::from(first.recipe.bits);
    let bits = |of: usize| columns.clone().map(|column| bit(column, signs[of].bit(column))).collect();
    let mut rows: Vec<(String, Vec<String>)> = vec![("V, A".into(), sum(0)), ("V, B".into(), sum(1))];
    if state.read > 0 {
        let xor = signs[0].xor(signs[1]);
        rows.push(("A".into(), bits(0)));
        rows.push(("B".into(), bits(1)));
        rows.push(("A xor B".into(), columns.clone().map(|column| bit(column, xor.bit(column))).collect()));
    }
    text + &table(&rows, columns.end, lang)
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

/// A lesson with all its pages, as Markdown; the answers are at its end.
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
    let mut answers = String::new();
    for (at, traced) in (2..).zip(lesson.traced_pages()?) {
        let TracedPage { page, traces, .. } = &traced;
        _ = writeln!(text, "\n## {}\n", page_of(at));
        _ = writeln!(text, "{}", escaped(page.text.get(lang)));
        text += &shown(lesson, page, traces, lang);
        if let Some(exercise) = &page.exercise {
            text += &asked(exercise, lang);
            let because = escaped(exercise.because.as_ref().map_or("", |because| because.get(lang)));
            let value = traced.answer().map_or_else(String::new, |value| answer(value, lang));
            let said = t!(lang, "transcript.answer", page = page_of(at), value, because);
            _ = writeln!(answers, "- {}", said.trim_end());
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
    if !answers.is_empty() {
        _ = write!(text, "\n**{}**\n\n{answers}", t!(lang, "transcript.answers"));
    }
    Ok(text)
}

/// The numbers of a page's picture, none of which gives the answer to its question away.
fn shown(lesson: &Lesson, page: &LessonPage, traces: &[Trace], lang: Lang) -> String {
    let name = |at: usize| lesson.documents.get(at).map_or("", |document| document.name.get(lang));
    let head =
        |name: &str, at: usize, last: usize| format!("\n*{}* ", escaped(&t!(lang, "transcript.shown", name, at, last)));
    let pair = page.pair();
    match page.show {
        Show::Pipeline | Show::Lab => {
            let Some(trace) = traces.get(page.document) else { return String::new() };
            let walk = Walk::new(trace, trace.order(lesson.order));
            let state = walk.state(trace, page.step(&walk, trace));
            head(name(page.document), state.at, walk.last())
                + &after(trace, &walk, &state, page.column.unwrap_or(0), lang)
        }
        Show::TwoTexts => {
            let [Some(a), Some(b)] = pair.map(|at| traces.get(at)) else { return String::new() };
            let walk = PairWalk::new([a, b], &a.order(lesson.order));
            let state = walk.state([a, b], page.pair_step(&walk));
            let names = [name(pair[0]), " × ", name(pair[1])].concat();
            head(&names, state.at, walk.last()) + &pair_after([a, b], &walk, &state, lang)
        }
        // Random lines give other bits than the recipe.
        Show::Plane => String::new(),
        // Bits are what is to be counted; elsewhere they would tell.
        _ if page.asks_distance() && page.show != Show::Bits => String::new(),
        Show::Index | Show::Robustness => {
            fingerprints(&(0..traces.len()).map(|at| (name(at), traces.get(at))).collect::<Vec<_>>(), false, lang)
        }
        _ => fingerprints(&pair.map(|at| (name(at), traces.get(at))), !page.asks_distance(), lang),
    }
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

/// The fingerprints of documents by name, and how far the first two are apart if that is wanted.
fn fingerprints(documents: &[(&str, Option<&Trace>)], apart: bool, lang: Lang) -> String {
    let mut text = String::from("\n");
    let fingerprints = || documents.iter().map(|(_, trace)| trace.and_then(|trace| trace.sketch.fingerprint));
    for ((name, _), fingerprint) in documents.iter().zip(fingerprints()) {
        let digits = fingerprint.map_or_else(|| "–".into(), |fingerprint| format!("{fingerprint:b}"));
        _ = writeln!(text, "- {}", t!(lang, "transcript.of", name = escaped(name), digits));
    }
    let mut found = fingerprints().map_while(|fingerprint| fingerprint).filter(|_| apart);
    if let (Some(a), Some(b)) = (found.next(), found.next()) {
        _ = writeln!(text, "\n{}", t!(lang, "transcript.distance", hd = a.hamming(b)));
    }
    text
}

/// A question.
fn asked(exercise: &Exercise, lang: Lang) -> String {
    if let Some(question) = &exercise.question {
        return format!("\n**{}** {}\n", t!(lang, "lesson.predict"), escaped(question.get(lang)));
    }
    let mut text = format!("\n**{}** {}\n\n", t!(lang, "lesson.spot"), t!(lang, "lesson.spot-question"));
    for (n, part) in (1..).zip(&exercise.parts) {
        _ = writeln!(text, "{n}. {}", escaped(part.get(lang)));
    }
    text
}
