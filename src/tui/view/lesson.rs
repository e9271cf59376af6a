//! The page of a lesson, beside the screen it is about; below it where there is little room.
//!
//! ```text
//! │ All votes are added, column by column. …
//! │
//! │ PREDICT
//! │ What will column 3 sum to?
//! │ > −1
//! ```

use std::ops::Range;

use ratatui::{layout::Rect, style::Style};

use super::exhibit::{self, Exhibit};
use crate::{
    lesson::{LessonAnswer, Show, Task, TaskState},
    locale::Lang,
    say,
    simhash::is_han,
    t,
    text::find,
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, LessonState, LessonTables, Model, PAGE_WIDTH},
        screen::lab::view::curve,
        widget::{Pen, lines_of},
    },
};

/// The most rows of the page below the screen.
const ROWS: u16 = 10;

/// On so few rows the score is for the list of lessons alone.
const LOW: u16 = 28;

/// Under so many rows a screen in large print is low.
const TALL: u16 = 28;

/// Draws the page, and returns the remaining part of the body.
pub(crate) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) -> Rect {
    let Some(reading) = &model.workspace.lesson else { return body };
    let beside = model.page_beside(body.width + 2);
    let parts = parts(model, reading, beside);
    let mut every = 1;
    let (page, rest) = if beside {
        let x = body.right() - PAGE_WIDTH + 2;
        pen.upright(x - 2, body.y..body.bottom());
        (Rect { x, width: PAGE_WIDTH - 2, ..body }, Rect { width: body.width - PAGE_WIDTH - 1, ..body })
    } else {
        let lines: u16 = parts.iter().map(|part| part.lines(body.width)).sum();
        let most = ROWS.min(body.height / 2);
        // Seen from afar, lines want air between them; on a low screen the picture wants the rows.
        if model.look.big && body.height >= TALL && 2 * lines <= most {
            every = 2;
        }
        let rows = (every * lines).min(most);
        let y = body.bottom() - rows;
        pen.rule(y - 1);
        (Rect { y, height: rows, ..body }, Rect { height: body.height - rows - 1, ..body })
    };
    write(reading, &parts, &mut pen.within(page), page, [every, u16::from(beside)]);
    drawn.targets.push((page, ClickTarget::Do(Action::Next)));
    rest
}

/// Draws what the page shows that is no screen; whether there was any.
pub(crate) fn exhibit(model: &Model, pen: &mut Pen<'_>, body: Rect) -> bool {
    let Some(reading) = &model.workspace.lesson else { return false };
    if reading.shown().show == Show::Robustness {
        curve::page(model, &reading.shown().watched, pen, body);
        return true;
    }
    let Some(LessonTables { index, document, query, table }) = &reading.index else { return false };
    let names: Vec<&str> = (0..index.len()).map(|at| model.workspace.batch.name(at)).collect();
    let own = Some(*document);
    let exhibit = Exhibit { index, names: &names, query: *query, own, k: model.workspace.k, table: *table };
    exhibit::draw(&exhibit, pen, body);
    true
}

/// A heading of the page with its text.
struct PagePart {
    head: &'static str,
    text: String,
    style: Style,
    /// A row of air below it, where there is room.
    air: bool,
}

impl PagePart {
    fn lines(&self, max_width: u16) -> u16 {
        u16::from(!self.head.is_empty()) + lines_of(&self.text, max_width)
    }
}

fn parts(model: &Model, reading: &LessonState, beside: bool) -> Vec<PagePart> {
    let (lang, theme) = (model.lang, model.styles());
    let lesson = &reading.lesson;
    let part = |head: &'static str, text: &str, style: Style| PagePart { head, text: text.into(), style, air: true };
    let plain = if model.look.big { theme.strong } else { theme.text };
    let mut parts = Vec::new();
    if reading.page == 0 {
        parts.push(part(t!(lang, "lesson.goal"), lesson.goal.get(lang), plain));
        if let Some(source) = &lesson.source {
            parts.push(part("", &t!(lang, "lesson.source", source = source.get(lang)), theme.label));
        }
        return parts;
    }
    // The answer to the question on the page before.
    let before = reading.page.checked_sub(2).and_then(|at| Some((&lesson.pages[at], reading.answers[at]?)));
    if let Some((page, answered)) = before
        && let Some(exercise) = page.exercise.as_ref().filter(|exercise| exercise.question.is_some())
    {
        let because = exercise.because.as_ref().map_or("", |because| because.get(lang));
        parts.push(verdict(model, answered, because));
    }
    let Some(page) = reading.step() else {
        let [right, answered, asked] = reading.score();
        parts.push(part(t!(lang, "lesson.try"), lesson.attempt.text.get(lang), plain));
        parts.push(part(t!(lang, "lesson.remember"), lesson.remember.get(lang), theme.strong));
        let roomy = beside || model.size.1 > LOW;
        if asked > 0 && roomy {
            let said = t!(lang, "lesson.score-said", right, asked, skipped = asked - answered);
            parts.push(part(t!(lang, "lesson.score"), &said, plain));
        }
        let (done, tasks) = (reading.tasks.iter().filter(|&&done| done).count(), lesson.tasks());
        if tasks > 0 && roomy {
            parts.push(part("", &say::tasks_done(done, tasks, lang), plain));
        }
        return parts;
    };
    parts.push(part("", page.text.get(lang), plain));
    if let Some(task) = &page.task {
        parts.extend(to_do(model, reading, task, beside));
    }
    let Some(exercise) = page.exercise.as_ref().filter(|_| model.prompts) else { return parts };
    if let Some(question) = &exercise.question {
        parts.push(part(t!(lang, "lesson.predict"), question.get(lang), plain));
    } else {
        parts.push(part(t!(lang, "lesson.spot"), t!(lang, "lesson.spot-question"), plain));
        for (n, piece) in exercise.parts.iter().enumerate() {
            parts.push(part("", &format!("{}  {}", n + 1, piece.get(lang)), plain));
        }
    }
    match (reading.answered(), &exercise.question) {
        _ if !reading.typed.is_empty() => parts.push(part("", &format!("> {}", reading.typed), theme.alert)),
        _ if reading.shows_answer => {
            let is = model.workspace.right_answer().map_or_else(String::new, |is| say::answer(is, lang));
            let because = exercise.because.as_ref().map_or("", |because| because.get(lang));
            let text = format!("{}{}{because}", t!(lang, "lesson.answer-is", is), lang.gap());
            parts.push(PagePart { head: "", text, style: theme.text, air: true });
        }
        (None, _) => {
            let key = model.key_of(Action::Hint);
            parts.push(part("", &t!(lang, "lesson.type-it", key), theme.label));
        }
        (Some(answered), None) => {
            let because = exercise.because.as_ref().map_or("", |because| because.get(lang));
            parts.push(verdict(model, answered, because));
        }
        (Some(answered), Some(_)) => {
            parts.push(part("", &t!(lang, "lesson.later", said = say::answer(answered.said, lang)), theme.label));
        }
    }
    parts
}

/// A task: its conditions with what there is now, that they are reached, and the hints so far.
fn to_do(model: &Model, reading: &LessonState, task: &Task, beside: bool) -> Vec<PagePart> {
    let (lang, theme) = (model.lang, model.styles());
    let line = |head, text: String, style, air| PagePart { head, text: lang.set(&text).into_owned(), style, air };
    let state = reading.task_state.as_ref();
    let goals = task.goals.len();
    let conditions: Vec<(String, Style)> = say::task_conditions(task, lang)
        .into_iter()
        .enumerate()
        .map(|(at, said)| {
            let now = |value: f64| format!("   {}", t!(lang, "task.now", value = say::answer(value, lang)));
            // The limit on changes, which comes last, is nothing to reach.
            if at == goals {
                let edits = state.filter(|_| task.edits != Some(0)).map(|state| now(state.edits as f64));
                let over = state.is_some_and(|state| !state.allowed);
                return (
                    format!("    {said}{}", edits.unwrap_or_default()),
                    if over { theme.alert } else { theme.label },
                );
            }
            let (value, reached) = state.and_then(|state| state.goals.get(at).copied()).unwrap_or((None, false));
            let text = format!("{} {said}{}", if reached { "[x]" } else { "[ ]" }, value.map_or_else(String::new, now));
            (text, if reached { theme.positive } else { theme.text })
        })
        .collect();
    let all = state.is_some_and(TaskState::reached);
    let mut parts = Vec::new();
    let head = t!(lang, "task.head");
    if beside {
        let last = conditions.len().saturating_sub(1);
        let lines = conditions.into_iter().enumerate();
        parts.extend(lines.map(|(at, (text, style))| line(if at == 0 { head } else { "" }, text, style, at == last)));
    } else {
        let texts: Vec<&str> = conditions.iter().map(|(text, _)| text.trim_start()).collect();
        let text = texts.join("   ");
        parts.push(line("", format!("{head}   {text}"), if all { theme.positive } else { theme.text }, true));
    }
    if all || reading.task_done() {
        let done = task.done.as_ref().map_or("", |done| done.get(lang));
        let text = format!("{}{}{done}", t!(lang, "task.reached"), lang.gap());
        parts.push(line("", text, theme.accent(), true));
        return parts;
    }
    // Below the screen there is room for one.
    let first = if beside { 0 } else { reading.hints.saturating_sub(1) };
    for (n, hint) in task.hints.iter().enumerate().take(reading.hints).skip(first) {
        let text = t!(lang, "task.hint", n = n + 1, all = task.hints.len(), text = hint.get(lang));
        parts.push(line("", text, theme.text, true));
    }
    if reading.hints < task.hints.len() {
        let key = model.key_of(Action::Hint);
        let text = if reading.hints == 0 { t!(lang, "task.hints", key) } else { t!(lang, "task.hints-more", key) };
        parts.push(line("", text, theme.label, true));
    }
    parts
}

fn verdict(model: &Model, answered: LessonAnswer, because: &str) -> PagePart {
    let (lang, theme) = (model.lang, model.styles());
    let LessonAnswer { said, is } = answered;
    let [said, is] = [said, is].map(|value| say::answer(value, lang));
    let text = if answered.right() { t!(lang, "lesson.right", said) } else { t!(lang, "lesson.wrong", said, is) };
    let style = if answered.right() { theme.positive } else { theme.negative };
    PagePart { head: "", text: format!("{text}{}{because}", lang.gap()), style, air: true }
}

fn write(reading: &LessonState, parts: &[PagePart], pen: &mut Pen<'_>, page: Rect, [every, air]: [u16; 2]) {
    let Pen { theme, lang, .. } = *pen;
    let mut y = page.y;
    let end = page.bottom();
    for part in parts {
        if !part.head.is_empty() {
            pen.text(page.x, y, part.head, theme.strong);
            y += every;
        }
        let marked = mentions(&part.text, reading, lang);
        let style = |at| if marked.iter().any(|span| span.contains(&at)) { theme.marked } else { part.style };
        let rows = [end.saturating_sub(y), every];
        y += pen.styled_paragraph((page.x, y), rows, &part.text, style) + air * u16::from(part.air);
    }
}

/// The places at which a text names the marks of its page.
fn mentions(text: &str, reading: &LessonState, lang: Lang) -> Vec<Range<usize>> {
    let columns = reading
        .marked_columns()
        .iter()
        .flat_map(|column| [t!(lang, "lesson.mark-column", n = column), t!(lang, "lesson.mark-bit", n = column)]);
    // A name that is quoted somewhere is meant where it is quoted: "the" is a word of the sentence too. In running
    // Chinese a name of one character is a word of its own only in quotation marks.
    let quoted = |name: &String| {
        let quotes = format!("“{name}”");
        let han = name.chars().all(is_han) && text.chars().filter(|&c| is_han(c)).count() > text.len() / 6;
        if han || text.contains(&quotes) { quotes } else { name.clone() }
    };
    let names: Vec<String> = columns.chain(reading.marked_features().iter().map(quoted)).collect();
    let part_of_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let whole = |span: &Range<usize>| {
        let [first, last] = [text[span.clone()].chars().next(), text[span.clone()].chars().next_back()];
        !(part_of_word(first) && part_of_word(text[..span.start].chars().next_back())
            || part_of_word(last) && part_of_word(text[span.end..].chars().next()))
    };
    names.iter().flat_map(|name| find(text, name)).filter(whole).collect()
}
