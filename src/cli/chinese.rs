//! Help and usage errors of the command line in Chinese. clap knows English only: its help texts are replaced before it
//! prints them (`assets/help-zh.toml`), its errors are written again from their kind and context, those of the program
//! piece by piece (`assets/errors-zh.toml`). It must not know what the commands do.

use std::{
    collections::{BTreeMap, HashMap},
    ffi::OsString,
    sync::LazyLock,
};

use clap::{
    Command, CommandFactory,
    builder::{PossibleValuesParser, StyledStr},
    error::{ContextKind, ContextValue, Error, ErrorKind},
};

use super::{Arguments, help, settings::CommonFlags};
use crate::{locale::Lang, text::Wrap};

/// Cells of a line of help: what is beside it takes 15 at most, and terminals have 80.
const WIDTH: u16 = 64;

/// The language of help and errors, before the arguments are understood: that of `--lang`, else of the settings.
pub(super) fn lang_of(arguments: &[OsString]) -> Lang {
    let texts = || arguments.iter().skip(1).map(|argument| argument.to_str().unwrap_or(""));
    let options = || texts().take_while(|argument| *argument != "--");
    let after = options().zip(texts().skip(1)).filter(|(name, _)| *name == "--lang").map(|(_, value)| value);
    let joined = options().filter_map(|argument| argument.strip_prefix("--lang="));
    let given = after.chain(joined).find_map(Lang::of_locale);
    given.unwrap_or_else(|| CommonFlags::default().layers().0.lang())
}

/// The help that `arguments` ask for, in Chinese; `None` if they ask for none.
pub(super) fn help(arguments: &[OsString]) -> Option<Error> {
    let error = command().try_get_matches_from(arguments).err()?;
    (!error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand).then_some(error)
}

/// The Chinese paragraphs by the English ones.
static TEXTS: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| toml::from_str(include_str!("../../assets/help-zh.toml")).unwrap_or_default());

/// The command line with Chinese help.
fn command() -> Command {
    let mut command = Arguments::command();
    command.build();
    help::grouped(translated(command), Lang::Zh)
}

fn translated(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let [short, long] = [arg.get_help(), arg.get_long_help()].map(|help| help.map(chinese));
        let heading = arg.get_help_heading().and_then(|heading| TEXTS.get(heading));
        let arg = if let Some(short) = short { arg.help(short) } else { arg };
        let arg = if let Some(long) = long { arg.long_help(long) } else { arg };
        let arg = if let Some(heading) = heading { arg.help_heading(heading.as_str()) } else { arg };
        let values = arg.get_possible_values();
        if values.iter().all(|value| value.get_help().is_none()) {
            return arg;
        }
        arg.value_parser(PossibleValuesParser::new(values.into_iter().map(|value| {
            let help = value.get_help().map(chinese);
            if let Some(help) = help { value.help(help) } else { value }
        })))
    });
    let [short, long] = [command.get_about(), command.get_long_about()].map(|about| about.map(chinese));
    let command = if let Some(short) = short { command.about(short) } else { command };
    let command = if let Some(long) = long { command.long_about(long) } else { command };
    let examples = command
        .get_after_long_help()
        .map(|examples| examples.to_string().lines().map(example).collect::<Vec<_>>().join("\n"));
    let command = if let Some(examples) = examples { command.after_long_help(examples) } else { command };
    command.mut_subcommands(translated)
}

/// A line of the examples, with its comment in Chinese.
fn example(line: &str) -> String {
    let comment = line.rsplit("  ").next().unwrap_or(line);
    TEXTS.get(comment).map_or_else(|| line.to_owned(), |chinese| line.replace(comment, chinese))
}

/// The paragraphs of a help text in Chinese, in lines, since clap breaks lines at spaces only. One without a
/// translation stays as it is.
fn chinese(english: &StyledStr) -> String {
    let english = english.to_string();
    let paragraph = |english: &str| match TEXTS.get(english.trim_end_matches('.')) {
        Some(text) => {
            let lines = Wrap::new(WIDTH).lines(text);
            lines.into_iter().map(|line| text.get(line.span).unwrap_or("")).collect::<Vec<_>>().join("\n")
        }
        None => english.to_owned(),
    };
    english.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n")
}

/// The Chinese of what clap and this program write around help and in errors, by the English.
static FRAME: LazyLock<BTreeMap<String, String>> =
    LazyLock::new(|| toml::from_str(include_str!("../../assets/errors-zh.toml")).unwrap_or_default());

/// Its help or its error as a text, styled for a terminal if `styled`. What is in `arguments` is left as it was typed.
pub(super) fn message(error: &Error, arguments: &[OsString], styled: bool) -> String {
    let rendered = error.render();
    let text = if styled { rendered.ansi().to_string() } else { rendered.to_string() };
    if error.use_stderr()
        && let Some(what) = sentence(error, arguments)
    {
        let usage = match error.get(ContextKind::Usage) {
            Some(ContextValue::StyledStr(usage)) => format!("{usage}\n\n"),
            _ => String::new(),
        };
        let more = if text.contains("For more information") { "详情请看 '--help'。\n" } else { "" };
        return format!("simscope: {what}\n{}\n{}{more}", tips(error), framed(usage, arguments));
    }
    framed(text, arguments)
}

fn framed(text: String, arguments: &[OsString]) -> String {
    // A longer text comes before its beginning.
    let all = FRAME.iter().rev();
    let all = all.filter(|(english, _)| !arguments.iter().any(|arg| arg.to_string_lossy().contains(*english)));
    let text = all.fold(text, |text, (english, chinese)| text.replace(english, chinese));
    // clap may break the line within it.
    let mut parts = text.split("[possible");
    let mut framed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let values = part.trim_start().trim_start_matches("values:");
        framed.extend(["[可用：", values.strip_prefix(' ').unwrap_or(values)]);
    }
    framed
}

/// The error in a sentence; `None` for an error with a message of this program.
fn sentence(error: &Error, arguments: &[OsString]) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join("、")),
        Some(ContextValue::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    let arg = || text(ContextKind::InvalidArg);
    let value = || text(ContextKind::InvalidValue);
    let valid =
        |kind| text(kind).filter(|all| !all.is_empty()).map_or_else(String::new, |all| format!("（可用：{all}）"));
    Some(match error.kind() {
        ErrorKind::UnknownArgument => format!("不认识的参数 '{}'", arg()?),
        ErrorKind::InvalidSubcommand => format!("不认识的命令 '{}'", text(ContextKind::InvalidSubcommand)?),
        ErrorKind::InvalidValue if value()?.is_empty() => {
            format!("'{}' 后面要有一个值{}", arg()?, valid(ContextKind::ValidValue))
        }
        ErrorKind::InvalidValue => format!("'{}' 的值不能是 '{}'{}", arg()?, value()?, valid(ContextKind::ValidValue)),
        ErrorKind::ValueValidation => {
            let why =
                std::error::Error::source(error).map_or_else(String::new, |why| framed(format!("：{why}"), arguments));
            format!("'{}' 的值不能是 '{}'{why}", arg()?, value()?)
        }
        ErrorKind::NoEquals => format!("'{}' 的值要写在等号后面", arg()?),
        ErrorKind::TooManyValues => format!("'{}' 多了一个值 '{}'", arg()?, value()?),
        ErrorKind::TooFewValues => format!(
            "'{}' 需要 {} 个值，只给出 {} 个",
            arg()?,
            text(ContextKind::MinValues)?,
            text(ContextKind::ActualNumValues)?
        ),
        ErrorKind::WrongNumberOfValues => format!(
            "'{}' 需要 {} 个值，给出的是 {} 个",
            arg()?,
            text(ContextKind::ExpectedNumValues)?,
            text(ContextKind::ActualNumValues)?
        ),
        ErrorKind::MissingRequiredArgument => format!("缺少必需的参数：{}", arg()?),
        ErrorKind::MissingSubcommand => {
            let name = text(ContextKind::InvalidSubcommand)?;
            format!("'{name}' 后面要有一个子命令{}", valid(ContextKind::ValidSubcommand))
        }
        ErrorKind::ArgumentConflict => {
            let (one, other) = (arg()?, text(ContextKind::PriorArg));
            match other {
                Some(other) if other != one => format!("'{one}' 不能与 '{other}' 同时使用"),
                Some(_) => format!("'{one}' 不能多次使用"),
                None => format!("'{one}' 不能与其他参数同时使用"),
            }
        }
        ErrorKind::InvalidUtf8 => "参数中有无效的 UTF-8".to_owned(),
        _ => return None,
    })
}

/// Names that resemble the wrong one, a line each.
fn tips(error: &Error) -> String {
    let kinds = [ContextKind::SuggestedArg, ContextKind::SuggestedValue, ContextKind::SuggestedSubcommand];
    let similar = kinds.into_iter().filter_map(|kind| match error.get(kind)? {
        ContextValue::String(name) => Some(format!("'{name}'")),
        ContextValue::Strings(names) => {
            Some(names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join("、"))
        }
        _ => None,
    });
    let mut lines: String = similar.flat_map(|names| ["\n  提示：相近的有 ".to_owned(), names]).collect();
    if let Some(ContextValue::StyledStrs(all)) = error.get(ContextKind::Suggested) {
        for tip in all.iter().map(ToString::to_string) {
            let literal = tip.strip_prefix("to pass ").and_then(|tip| tip.split_once(" as a value, use "));
            lines.push_str(&literal.map_or_else(
                || format!("\n  提示：{tip}"),
                |(what, how)| format!("\n  提示：如果 {what} 是一个值，请写 {how}"),
            ));
        }
    }
    if lines.is_empty() { lines } else { lines + "\n" }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn paragraphs(command: &Command, all: &mut HashSet<String>) {
        let args = command.get_arguments().flat_map(|arg| [arg.get_help(), arg.get_long_help()]);
        for text in [command.get_about(), command.get_long_about()].into_iter().chain(args).flatten() {
            all.extend(text.to_string().split("\n\n").map(|one| one.trim_end_matches('.').to_owned()));
        }
        all.extend(command.get_arguments().filter_map(clap::Arg::get_help_heading).map(str::to_owned));
        let examples = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
        let comments = examples.lines().map(|line| line.rsplit_once("  ").map_or((line, line), |both| both));
        all.extend(comments.filter(|(command, _)| !command.trim().is_empty()).map(|(_, comment)| comment.to_owned()));
        let values = command.get_arguments().flat_map(clap::Arg::get_possible_values);
        all.extend(values.filter_map(|value| Some(value.get_help()?.to_string())));
        command.get_subcommands().for_each(|one| paragraphs(one, all));
    }

    #[test]
    fn every_paragraph_of_help_is_translated_and_no_other() {
        let texts: HashMap<String, String> = toml::from_str(include_str!("../../assets/help-zh.toml")).unwrap();
        let mut command = Arguments::command();
        command.build();
        let mut all = HashSet::new();
        paragraphs(&command, &mut all);
        let mut missing: Vec<_> = all.iter().filter(|text| !texts.contains_key(*text)).collect();
        let mut unused: Vec<_> = texts.keys().filter(|text| !all.contains(*text)).collect();
        missing.sort();
        unused.sort();
        assert!(missing.is_empty() && unused.is_empty(), "missing: {missing:#?}\nunused: {unused:#?}");
    }
}
