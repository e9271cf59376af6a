//! A password is planted wherever a URL of a library may stand; no output of any command repeats it.

use std::fs;

use super::fixture::{EN, Fixture};

const PLANTED: &str = "pl4nted-s3cret";

/// Every command in the forms in which it takes a library, and with words that it does not understand.
const COMMANDS: [&str; 38] = [
    "en.txt --library URL",
    "URL",
    "hash URL",
    "compare en.txt URL",
    "compare en.txt other.txt --unknown URL",
    "compare en.txt other.txt --fingerprints URL",
    "explain en.txt URL",
    "diff en.txt URL --format json",
    "difftool en.txt URL",
    "evaluate URL",
    "calibrate . URL",
    "calibrate . --library URL",
    "review . --against URL --format json",
    "review en.txt --against URL --format text",
    "export en.txt other.txt --against URL -o - --format json",
    "export en.txt other.txt -o URL",
    "step tokens --file URL",
    "lesson show URL",
    "lesson check URL",
    "library find en.txt --library URL",
    "library find en.txt --library URL --format json",
    "library find URL",
    "library add en.txt --library URL",
    "library add en.txt --library=URL",
    "library add en.txt --format jsonl",
    "library add URL",
    "library list --library URL",
    "library show 1 --library URL",
    "library remove 1 --library URL",
    "library stats --library URL --accept",
    "library verify --library URL",
    "library compact --library URL",
    "library export --library URL",
    "library import URL --library URL",
    "library stats",
    "config show",
    "config show --format json",
    "URL nothing that is a command",
];

#[test]
fn a_planted_password_is_in_no_output() {
    let files = Fixture::new();
    let settings = [
        "library = 'URL'",
        "library = ['URL']",
        "library = URL",
        "library = { place = 'URL' }",
        "URL = 1",
        "lang = 'URL'",
    ];
    for url in [
        format!("redis://editor:{PLANTED}@127.0.0.1:1/news"),
        format!("rediss+cluster://:{PLANTED}@127.0.0.1:1,127.0.0.1:2/news"),
        format!("redis:/editor:{PLANTED}@127.0.0.1:1"),
        format!("REDIS:editor:{PLANTED}@127.0.0.1/a/b/c"),
        format!("redis://editor:%4{PLANTED}@127.0.0.1"),
    ] {
        for (n, setting) in settings.iter().enumerate() {
            files.write("settings.toml", setting.replace("URL", &url));
            // The settings make no difference to most commands, which need not be run with each.
            let commands = COMMANDS.iter().filter(|command| n == 0 || command.starts_with("config"));
            for command in commands {
                let command = command.replace("URL", &url);
                let done = files
                    .command()
                    .args(command.split(' '))
                    .env("SIMSCOPE_CONFIG", "settings.toml")
                    .output()
                    .expect("run");
                for output in [&done.stdout, &done.stderr] {
                    let output = String::from_utf8_lossy(output);
                    assert!(!output.contains(PLANTED), "{command} ({setting}): {output}");
                }
                assert_ne!(done.status.code(), None, "{command}");
            }
        }
    }
    let named = fs::read_dir(files.path()).expect("a folder").flatten();
    let names: Vec<String> = named.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    assert!(!names.iter().any(|name| name.starts_with("redis") || name.contains(PLANTED)), "{names:?}");
}

#[test]
fn a_password_on_the_command_line_is_warned_of() {
    let files = Fixture::new();
    let warned = |arguments: &str| files.run(arguments).err.contains("SIMSCOPE_REDIS_PASSWORD");
    assert!(warned("library stats --library redis://a:b@127.0.0.1:1"));
    assert!(!warned("library stats --library redis://a@127.0.0.1:1"), "a user name is not a secret");
    assert!(!warned("hash --text redis:a:b@c"), "a text is a text");
    files.write("text.txt", EN);
    assert!(files.run("hash --text redis:a:b@c").out.contains("text 1"));
}
