//! The names that source declares. Knows no term.

use super::source::Word;

/// The kinds of declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Type,
    Function,
    Module,
    Constant,
    Macro,
    Field,
    Variant,
    /// A parameter or a variable.
    Local,
}

impl Kind {
    /// As `retired.toml` writes it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Function => "function",
            Self::Module => "module",
            Self::Constant => "constant",
            Self::Macro => "macro",
            Self::Field => "field",
            Self::Variant => "variant",
            Self::Local => "local",
        }
    }
}

/// A declared name.
#[derive(Debug, PartialEq, Eq)]
pub struct Name {
    pub line: usize,
    pub kind: Kind,
    pub text: String,
    /// Whether an `impl` or a `trait` declares it.
    pub associated: bool,
    /// Whether other modules may use it, as far as its own `pub` or `pub(…)` tells; only of types.
    pub public: bool,
}

/// The innermost brackets around a token, by their owner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Struct,
    Enum,
    /// The fields of a variant.
    VariantFields,
    Impl,
    /// The braces that belong to no declaration of names: functions, modules, expressions.
    Other,
    /// Parentheses, square brackets.
    Closed,
    /// The parameters of a function.
    Parameters,
}

/// The names that `tokens` declare, in their order; `tokens` have no comments.
pub fn declared(tokens: &[(usize, Word)]) -> Vec<Name> {
    let mut found = Vec::new();
    let mut scopes: Vec<Scope> = Vec::new();
    // The owner of the next brace, and whether the next parenthesis is a function's.
    let mut body = Scope::Other;
    let mut function = false;
    for (at, (line, word)) in tokens.iter().enumerate() {
        let is_item = at == 0 || ["}", ";", "]", "{", ")", "pub", "unsafe"].iter().any(|end| tokens[at - 1].1.is(end));
        let next = tokens.get(at + 1).map(|(_, word)| word);
        let scope = scopes.last().copied();
        match word {
            Word::Mark("{") => {
                scopes.push(if scope == Some(Scope::Enum) { Scope::VariantFields } else { body });
                body = Scope::Other;
            }
            Word::Mark("(") => {
                scopes.push(if function { Scope::Parameters } else { Scope::Closed });
                function = false;
            }
            Word::Mark("[") => scopes.push(Scope::Closed),
            Word::Mark("}" | ")" | "]") => _ = scopes.pop(),
            Word::Mark(";") if !matches!(scope, Some(Scope::Closed)) => body = Scope::Other,
            Word::Name(name) => {
                body = match name.as_str() {
                    "struct" | "union" if is_name(next) => Scope::Struct,
                    "enum" => Scope::Enum,
                    "impl" | "trait" if is_item => Scope::Impl,
                    "fn" => Scope::Other,
                    _ => body,
                };
                function |= name == "fn" && is_name(next);
                let kind = kind(tokens, at, scope);
                let name = name.trim_start_matches('_');
                if let Some(kind) = kind.filter(|_| !name.is_empty()) {
                    let associated = scope == Some(Scope::Impl);
                    let public = at >= 2 && (tokens[at - 2].1.is("pub") || tokens[at - 2].1.is(")"));
                    found.push(Name { line: *line, kind, text: name.to_owned(), associated, public });
                }
            }
            _ => {}
        }
    }
    found
}

fn is_name(word: Option<&Word>) -> bool {
    matches!(word, Some(Word::Name(_)))
}

/// The kind that the name at `at` declares; `None` if it only uses something.
fn kind(tokens: &[(usize, Word)], at: usize, scope: Option<Scope>) -> Option<Kind> {
    let word = |back: usize| at.checked_sub(back).map(|at| &tokens[at].1);
    let is = |back: usize, text: &str| word(back).is_some_and(|word| word.is(text));
    let before = match word(1) {
        Some(Word::Name(name)) => name.as_str(),
        Some(Word::Mark(mark)) => mark,
        _ => "",
    };
    let typed = tokens.get(at + 1).is_some_and(|(_, next)| next.is(":"));
    match before {
        "struct" | "enum" | "union" | "trait" | "type" => return Some(Kind::Type),
        "fn" => return Some(Kind::Function),
        "mod" => return Some(Kind::Module),
        "const" | "static" if typed => return Some(Kind::Constant),
        "!" if is(2, "macro_rules") => return Some(Kind::Macro),
        "let" => return (!is_keyword(tokens, at)).then_some(Kind::Local),
        "mut" if is(2, "let") => return Some(Kind::Local),
        _ => {}
    }
    let first = matches!(before, "{" | "(" | "," | "]" | "pub" | ")");
    match scope? {
        Scope::Struct | Scope::VariantFields if typed && first => Some(Kind::Field),
        Scope::Enum if matches!(before, "{" | "," | "]") => Some(Kind::Variant),
        Scope::Parameters if typed && (first || before == "mut") => Some(Kind::Local),
        _ => None,
    }
}

/// Whether a `let` is followed by a pattern (`let Some(x)`) or `mut`, not by a name of its own.
fn is_keyword(tokens: &[(usize, Word)], at: usize) -> bool {
    let Word::Name(name) = &tokens[at].1 else { return true };
    name == "mut" || name.starts_with(char::is_uppercase)
}

/// A name as lower-case words: `by_rest` and `ByRest` are `by rest`.
pub fn spelled(name: &str) -> String {
    let mut words = String::new();
    let mut lower = false;
    for c in name.chars() {
        if c == '_' || c == '-' || c.is_uppercase() && lower {
            words.push(' ');
        }
        if c != '_' && c != '-' {
            words.extend(c.to_lowercase());
        }
        lower = c.is_lowercase() || c.is_numeric();
    }
    words
}
