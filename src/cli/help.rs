//! The examples under the help of each command, which the man page shows too; and its commands in groups.

use std::fmt::Write;

use clap::Command;

use crate::locale::Lang;

pub(super) const ALL: &str = "\
Examples:
  simscope                                the built-in samples, on the screens; L lists the lessons
  simscope lesson open why                why SimHash: the first lesson
  simscope a.txt b.txt                    two versions of a text
  pdftotext a.pdf - | simscope - b.txt    one of them from standard input
  simscope --text 'the lamp is lit at dusk' --text 'the lamp is lit at dawn'
  simscope --recipe article-003 a.txt b.txt
  simscope compare *.txt                  without a screen
  simscope compare -- -odd-name.txt b.txt

Write a file named like a command as ./compare, or after --.";

pub(super) const COMPARE: &str = "\
Examples:
  simscope compare *.txt
  simscope compare -k 6 old.txt new.txt
  simscope compare --profiles old.txt new.txt
  simscope compare --exclude quotations,references --base form.txt *.txt
  simscope compare --quiet a.txt b.txt && echo 'near-duplicates'
  simscope compare --format json --diff auto *.txt > pairs.json
  simscope compare --format matrix-csv *.txt > distances.csv
  simscope hash --format jsonl archive/ > fingerprints.jsonl
  simscope compare --format matrix --fingerprints fingerprints.jsonl new.txt";

pub(super) const HASH: &str = "\
Examples:
  simscope hash *.txt
  simscope hash --bits 128 --hash xxh3-128 a.txt
  printf 'CSDN\\t4\\n博客\\t5\\n' | simscope hash --recipe yanyiwu -
  simscope hash --format json *.txt > fingerprints.json";

pub(super) const EXPLAIN: &str = "\
Examples:
  simscope explain old.txt new.txt
  simscope explain --top 3 --lang zh old.txt new.txt
  simscope explain --evidence old.txt new.txt
  simscope explain --exclude quotations old.txt new.txt
  simscope explain --format json old.txt new.txt";

pub(super) const REVIEW: &str = "\
Examples:
  simscope review suspects/
  simscope review --base cover-sheet.txt --exclude quotations essays/
  simscope review --format json suspects/ > pairs.json
  simscope review --lang zh 来稿/";

pub(super) const DIFF: &str = "\
Examples:
  simscope diff old.txt new.txt
  simscope diff --exclude references old.txt new.txt
  simscope diff --format unified old.txt new.txt > changes.patch
  simscope diff --format json old.txt new.txt | jq '.hunks[] | select(.bits_moved | length > 0)'";

pub(super) const EVALUATE: &str = "\
Examples:
  simscope evaluate pairs.tsv
  simscope evaluate --docs texts --also yanyiwu-text --also 'words;fold=case;tf;md5;64;gt' pairs.tsv
  simscope evaluate --also weights --format csv pairs.tsv > scores.csv
  simscope evaluate --seeds 64 --split --also robust pairs.tsv
  simscope evaluate --calibration pairs.tsv
  simscope evaluate --shared 30 pairs.tsv";

pub(super) const CALIBRATE: &str = "\
Examples:
  simscope calibrate --save archive/
  simscope calibrate --prior 10:10:80 essays/
  simscope calibrate --labelled pairs.tsv --docs archive/ archive/
  simscope calibrate --format json archive/ > calibration.json";

pub(super) const STEP: &str = "\
Examples:
  simscope step tokens --text '海明距离 and SimHash'
  simscope step weights a.txt | sort -n -r -k 2 | head
  simscope step hash --bits 6 CSDN 博客
  simscope step row --bits 6 CSDN:4:100101
  simscope step sum --bits 6 CSDN:4:100101 博客:5:101011
  simscope step sign 13 108 -22 -5 -32 55
  simscope step xor 100111 101010
  simscope step weights a.txt | simscope step hash - | simscope step sum - | simscope step sign -
  simscope step sum --file a.txt --file b.txt | simscope step sign - | simscope step xor -";

pub(super) const LESSON: &str = "\
Examples:
  simscope lesson list
  simscope lesson open column-sums
  simscope lesson new my-lesson.toml
  simscope lesson check my-lesson.toml
  simscope lesson export column-sums > column-sums.md
  simscope lesson export --lang zh --output course.html";

pub(super) const CONFIG: &str = "\
Examples:
  simscope config show
  simscope config init
  simscope config init --config simscope.toml";

pub(super) const COMPLETIONS: &str = "\
Examples:
  simscope completions bash > ~/.local/share/bash-completion/completions/simscope
  simscope completions zsh > ~/.zfunc/_simscope
  simscope completions fish > ~/.config/fish/completions/simscope.fish
  simscope manual --format man > ~/.local/share/man/man1/simscope.1";

pub(super) const DIFFTOOL: &str = "\
Examples:
  git config difftool.simscope.cmd 'simscope difftool \"$LOCAL\" \"$REMOTE\" \"$MERGED\"'
  git difftool --tool simscope HEAD~1 -- chapter.md
  GIT_EXTERNAL_DIFF='simscope difftool' git diff --no-index old.docx new.docx";

pub(super) const EXPORT: &str = "\
Examples:
  simscope export suspects/ -o report.html
  simscope export suspects/ -o anonymous.html --hide-names --filter 'near | flagged'
  simscope export suspects/ -o pairs.csv --filter 'verdict:copy'
  simscope export suspects/ -o - --format json | jq '.pairs[] | select(.near_duplicate)'
  simscope export --lang zh 来稿/ -o 报告.html";

pub(super) const LIBRARY: &str = "\
Examples:
  simscope library add articles/
  simscope library find submission.docx
  simscope library find --top 10 --format json submission.docx
  simscope library add --library news.db --keep-text --format jsonl 2026/ > added.jsonl";

pub(super) const LIBRARY_ADD: &str = "\
Examples:
  simscope library add articles/
  simscope library add --library news.db --keep-text 2026/
  simscope library add --prune articles/";

pub(super) const LIBRARY_FIND: &str = "\
Examples:
  simscope library find submission.docx
  simscope library find --library news.db -k 6 submission.docx
  simscope library find --top 10 --format csv submissions/ > found.csv";

/// The commands as `simscope --help` groups them.
const GROUPS: [(&str, &str, &[&str]); 5] = [
    ("Compare", "比较", &["compare", "explain", "diff", "hash", "step", "difftool"]),
    ("Review", "审阅", &["review", "export", "calibrate", "evaluate"]),
    ("Library", "比对库", &["library"]),
    ("Learn", "学习", &["lesson", "manual"]),
    ("Set up", "设置", &["config", "completions"]),
];

/// The options that `simscope -h` shows; `--help` shows all.
const FIRST: [&str; 9] = ["files", "text", "library", "threshold", "recipe", "lang", "config", "help", "version"];

/// The command line with its commands listed in groups, which clap has no way to say: it hides them in its own list.
pub(super) fn grouped(command: Command, lang: Lang) -> Command {
    let mut list = String::new();
    for (english, chinese, names) in GROUPS {
        // Into a string nothing can fail.
        _ = writeln!(list, "{}", if lang.is_chinese() { format!("{chinese}：") } else { format!("{english}:") });
        for sub in names.iter().filter_map(|name| command.find_subcommand(name)) {
            let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
            _ = writeln!(list, "  {:<12} {}", sub.get_name(), about.replace('\n', ""));
        }
    }
    let command = command.before_help(list).mut_subcommands(|sub| sub.hide(true));
    let command = command.mut_args(|arg| {
        let is_first = FIRST.contains(&arg.get_id().as_str());
        arg.hide_short_help(!is_first)
    });
    command.help_template(
        "{about-with-newline}\n{usage-heading} {usage}\n       simscope COMMAND [OPTIONS] ...\n\n\
         {before-help}{all-args}{after-help}",
    )
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Arguments;

    #[test]
    fn every_command_is_in_one_group() {
        let command = Arguments::command();
        let mut own: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(.., names)| *names).copied().collect();
        own.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, own);
    }

    #[test]
    fn short_help_is_short() {
        let lines = |mut command: Command| command.render_help().to_string().lines().count();
        let all = Arguments::command();
        assert!(lines(grouped(all.clone(), Lang::En)) <= 45);
        for sub in all.get_subcommands() {
            assert!(lines(sub.clone()) <= 60, "{}", sub.get_name());
        }
    }
}
