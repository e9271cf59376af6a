//! Every option of every command is accepted in all its forms.

use std::collections::BTreeMap;

use super::program::{Workspace, each, rows};

/// Marks options that all commands have.
const EVERY: &str = "every";
/// Marks options of the program without a command.
const NONE: &str = "none";

#[test]
fn every_option_of_every_command_is_accepted() {
    let workspace = Workspace::new();
    let mut commands: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for mut row in rows("command-line.tsv") {
        let options = row.split_off(1);
        commands.entry(row.remove(0)).or_default().push(options);
    }
    let every = commands.remove(EVERY).expect("options of every command");
    let mut lines = Vec::new();
    for (command, mut options) in commands {
        let shared = every.iter().cloned().map(|mut forms| {
            // One command is enough to try their further forms.
            forms.truncate(if command == NONE { usize::MAX } else { 1 });
            forms
        });
        options.extend(shared);
        let forms = options.iter().map(Vec::len).max().unwrap_or_default();
        for n in 0..forms {
            let command = if command == NONE { "" } else { &command };
            let options: Vec<&str> = options.iter().filter_map(|forms| forms.get(n)).map(String::as_str).collect();
            // Options are parsed in order, so the help is printed only if all options before it are accepted.
            lines.push(format!("{command} {} --help", options.join(" ")));
        }
    }
    assert!(lines.len() > 50, "{}", lines.len());
    each(&lines, |line| {
        let done = workspace.run(line);
        assert!(done.code == 0 && done.out.contains("--lang"), "{line}: {}", done.err);
    });
    let unknown = workspace.run("compare --no-such-option --help");
    assert_eq!((unknown.code, &*unknown.out), (2, ""), "an unknown option is an error even before --help");
}
