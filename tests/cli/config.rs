//! Settings: their places, which one wins, and the errors of wrong ones.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::fixture::{Done, Fixture, done};

/// Runs with a home of its own, so that the platform's own folder is used.
fn at_home(fixture: &Fixture, line: &str, variables: &[(&str, &str)]) -> Done {
    let mut command = fixture.command();
    command.env_remove("SIMSCOPE_CONFIG").env_remove("XDG_CONFIG_HOME").env("HOME", fixture.path());
    command.envs(variables.iter().copied()).args(line.split_whitespace());
    done(&command.output().expect("started"))
}

/// The file that `config path` names.
fn file(fixture: &Fixture) -> PathBuf {
    Path::new(at_home(fixture, "config path", &[]).out.trim_end()).to_owned()
}

/// Writes the file, and the folders above it.
fn say(fixture: &Fixture, text: &str) -> PathBuf {
    let file = file(fixture);
    fs::create_dir_all(file.parent().expect("a folder")).expect("made");
    fs::write(&file, text).expect("written");
    file
}

/// The line of `config show` that begins so.
fn shown(done: &Done, key: &str) -> String {
    let line = done.out.lines().find(|line| line.starts_with(&format!("{key} = ")));
    line.unwrap_or_else(|| panic!("no {key}: {}{}", done.out, done.err))
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_file_is_made_once_and_says_nothing_until_it_is_changed() {
    let fixture = Fixture::new();
    let file = file(&fixture);
    assert!(file.starts_with(fixture.path()) && file.ends_with("simscope/config.toml"), "{}", file.display());
    let made = at_home(&fixture, "config init", &[]);
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    assert!(made.out.starts_with(&format!("Wrote {}", file.display())), "{}", made.out);
    let again = at_home(&fixture, "config init", &[]);
    assert_eq!((again.code, again.out.as_str()), (2, ""));
    assert!(again.err.contains("already exists"), "{}", again.err);
    let show = at_home(&fixture, "config show", &[]);
    assert_eq!((show.code, show.err.as_str()), (0, ""));
    let (settings, confinement) = show.out.split_once("\n\n# ").expect("settings, then what confines the parser");
    assert!(settings.lines().all(|line| line.ends_with("# default")), "{}", show.out);
    assert!(confinement.starts_with("Documents are parsed in a child process with "), "{confinement}");
    assert!(confinement.contains("\n# Commands "), "{confinement}");
}

#[test]
fn where_no_file_can_be_made_the_reason_is_reported() {
    let fixture = Fixture::new();
    fixture.write("in-the-way", "");
    let done = fixture.run("config init --config in-the-way/config.toml");
    assert_eq!(done.code, 2);
    assert!(done.err.starts_with("simscope: cannot write in-the-way/config.toml ("), "{}", done.err);
    let elsewhere = fixture.run("config init --config a/b/c.toml");
    assert_eq!((elsewhere.code, elsewhere.err.as_str()), (0, ""));
    assert!(fixture.path().join("a/b/c.toml").exists());
    for line in ["config init", "config path"] {
        assert!(fixture.run(line).err.contains("no settings file"), "{line}");
    }
}

#[test]
fn each_value_is_shown_with_where_it_was_said() {
    let fixture = Fixture::new();
    let file = say(&fixture, "k = 5\nlang = \"zh\"\n\nrecipe = \"tokens=words\"\n[keys.overview]\nsort = \"S\"\n");
    let file = file.display();
    let done = at_home(&fixture, "config show --bits 32", &[("SIMSCOPE_LANG", "en"), ("NO_COLOR", "1")]);
    for (key, line) in [
        ("k", format!("k = 5 # {file}:1")),
        ("lang", "lang = \"en\" # SIMSCOPE_LANG".into()),
        ("color", "color = \"never\" # NO_COLOR".into()),
        ("theme", "theme = \"auto\" # default".into()),
        ("sort", "sort = \"rank\" # default".into()),
    ] {
        assert_eq!(shown(&done, key), line);
    }
    // The file's part and that of the command line, which is the strongest.
    let recipe = shown(&done, "recipe");
    assert!(recipe.starts_with("recipe = \"words@") && recipe.ends_with(";32;gt\" # command line"), "{recipe}");
    assert!(done.out.contains(&format!("\n\n[keys.overview]\nsort = [\"S\"]  # {file}:6\n\n# Doc")), "{}", done.out);
}

#[test]
fn settings_and_confinement_for_programs() {
    let fixture = Fixture::new();
    let done = at_home(&fixture, "config show -k 5 --format json", &[]);
    let shown: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!(shown["schema"], "simscope/config/1");
    assert_eq!(shown["settings"]["k"], serde_json::json!({"value": "5", "origin": "command line"}));
    assert!(shown["file"].as_str().is_some_and(|file| file.ends_with("config.toml")));
    let confinement = shown["confinement"].as_object().expect("a child starts");
    assert!(!confinement.is_empty());
    let degrees = ["full", "partial", "none"];
    assert!(confinement.values().all(|degree| degree.as_str().is_some_and(|degree| degrees.contains(&degree))));
}

#[test]
fn flags_win_over_the_environment_and_that_over_the_file() {
    let fixture = Fixture::new();
    say(&fixture, "k = 1\n");
    let k = |flags: &str, variables: &[(&str, &str)]| {
        let done = at_home(&fixture, &format!("compare --format json en.txt en-edited.txt {flags}"), variables);
        let value: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
        value["k"].as_u64()
    };
    assert_eq!(k("", &[]), Some(1));
    assert_eq!(k("", &[("SIMSCOPE_K", "2")]), Some(2));
    assert_eq!(k("-k 4", &[("SIMSCOPE_K", "2")]), Some(4));
    assert_eq!(k("--config none", &[]), Some(3));
}

#[test]
fn how_long_a_run_is_can_be_said() {
    let fixture = Fixture::new();
    let value = fixture.json("compare --format json --run 20,4 en.txt en-edited.txt");
    assert_eq!((value["run"]["words"].as_u64(), value["run"]["han"].as_u64()), (Some(4), Some(20)));
    let longer = fixture.json("compare --format json --run 13,40 en.txt en-edited.txt");
    let share = |value: &serde_json::Value| value["pairs"][0]["coverage"]["a_in_b"].as_f64();
    assert!(share(&longer) < share(&value));
    let wrong = fixture.run("compare --run 13,0 en.txt en-edited.txt");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("--run") && wrong.err.contains("1 to 1000"), "{}", wrong.err);
}

#[test]
fn errors_are_reported_in_a_line_and_the_rest_goes_on() {
    let fixture = Fixture::new();
    fixture.write("config.toml", "k = 9\ntheem = \"dark\"\n");
    let done = fixture.run("compare --config config.toml --tokens words en.txt en-edited.txt");
    assert_eq!(done.err, "simscope: config.toml:2: theem: unknown name; did you mean theme?\n");
    assert!(done.out.contains("k 9"), "{}", done.out);
    fixture.write("broken.toml", "k = 9\nk = 8\n");
    let broken = fixture.run("hash --config broken.toml --tokens words en.txt");
    assert_eq!(broken.code, 0);
    assert!(broken.err.starts_with("simscope: broken.toml:2: not valid TOML (duplicate key"), "{}", broken.err);
    let keys = fixture.path().join("keys.toml");
    fs::write(&keys, "[keys.overview]\nsort = \"D\"\n").expect("written");
    let show = fixture.run("config show --config keys.toml");
    assert!(show.err.contains("keys.toml:2: sort: on overview, the key D already belongs to meaning"), "{}", show.err);
}

#[test]
fn an_unreadable_file_is_reported_and_the_defaults_hold() {
    let fixture = Fixture::new();
    fs::create_dir(fixture.path().join("folder")).expect("made");
    fixture.write("latin.toml", b"# caf\xe9\n");
    fixture.write("large.toml", "#".repeat(2 << 20));
    for name in ["no-such.toml", "folder", "latin.toml", "large.toml"] {
        let done = fixture.run(&format!("hash --config {name} --tokens words en.txt"));
        assert_eq!(done.code, 0, "{name}");
        let expected = format!("simscope: {name}: cannot read these settings (");
        assert!(done.err.starts_with(&expected) && done.err.lines().count() == 1, "{}", done.err);
    }
    assert_eq!(at_home(&fixture, "hash --tokens words en.txt", &[]).err, "", "that there is none is nothing wrong");
}

#[test]
fn nothing_of_a_file_reaches_the_terminal_raw() {
    let fixture = Fixture::new();
    fixture.write(
        "c.toml",
        "\"a\\u001b[31m\" = 1\nlang = \"\\u001b[2J\"\n[keys.overview]\nsort = \"\\u0007\"\n\"\\u001bx\" = \"y\"",
    );
    let done = fixture.run("config show --config c.toml");
    assert!(
        !done.err.contains('\u{1b}') && !done.out.contains('\u{1b}') && !done.err.contains('\u{7}'),
        "{}",
        done.err
    );
    assert!(done.err.lines().count() >= 4, "{}", done.err);
}

#[test]
fn colour_is_there_where_it_is_wanted() {
    let fixture = Fixture::new();
    let line = "compare --tokens words en.txt en-edited.txt";
    let painted = |flags: &str| fixture.run(&format!("{line} {flags}")).out.contains("\u{1b}[1men.txt\u{1b}[0m");
    assert!(painted("--color always"));
    assert!(!painted("--color auto") && !painted("--color never") && !painted(""));
    let mut command = fixture.command();
    command.env("NO_COLOR", "1").args(line.split(' ')).args(["--color", "always"]);
    assert!(done(&command.output().expect("started")).out.contains("\u{1b}[1m"), "a flag wins over NO_COLOR");
}

#[test]
fn in_ascii_the_text_forms_are_ascii() {
    let fixture = Fixture::new();
    for line in ["compare --tokens words", "explain --tokens words", "hash"] {
        let done = fixture.run(&format!("{line} --ascii en.txt en-edited.txt"));
        assert!(!done.out.is_empty() && done.out.is_ascii(), "{line}: {}", done.out);
    }
}

#[test]
fn a_recipe_brings_its_k_unless_one_is_given_where_it_is_or_above() {
    let fixture = Fixture::new();
    let line = simscope::simhash::Recipe::default().to_string();
    for (file, variables, flags, expected) in [
        ("", &[][..], "--recipe robust", "k = 17 # recipe"),
        ("", &[], "--recipe robust -k 5", "k = 5 # command line"),
        ("", &[], "--recipe robust --bits 64 --hash xxh3-64", "k = 3 # default"),
        ("k = 4", &[], "--recipe robust", "k = 17 # recipe"),
        ("k = 4", &[], "--recipe robust --bits 96", "k = 4"),
        ("k = 4\nrecipe = 'robust'", &[], "", "k = 4"),
        ("recipe = 'robust'", &[("SIMSCOPE_K", "6")], "", "k = 6 # SIMSCOPE_K"),
        ("recipe = 'robust'", &[], "--recipe mfonda", "k = 3 # default"),
        ("", &[("SIMSCOPE_K", "6"), ("SIMSCOPE_RECIPE", "robust;k=20")], "--tie gt", "k = 6 # SIMSCOPE_K"),
    ] {
        say(&fixture, file);
        let done = at_home(&fixture, &format!("config show {flags}"), variables);
        let shown = shown(&done, "k");
        assert!(shown.starts_with(expected), "{file:?} {variables:?} {flags:?}: {shown}");
    }
    let named = at_home(&fixture, &format!("config show --recipe {line};k=9"), &[("SIMSCOPE_CONFIG", "none")]);
    assert_eq!(shown(&named, "k"), "k = 9 # recipe");
    let wrong = fixture.run(&format!("config show --recipe '{line};k=65'"));
    assert!(wrong.code == 2 && wrong.err.contains("0 to 64"), "{}", wrong.err);
}
