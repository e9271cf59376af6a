//! Reads `assets/locales.toml` while the program is built: a text that is missing in a language stops the build, and
//! nothing has to be read before the first frame.

use std::{collections::BTreeMap, env, error::Error, fmt::Write, fs, path::Path};

use serde::Deserialize;

/// One text in all languages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    en: String,
    zh: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    const FILE: &str = "assets/locales.toml";
    println!("cargo::rerun-if-changed={FILE}");
    let sections: BTreeMap<String, BTreeMap<String, Entry>> =
        toml::from_str(&fs::read_to_string(FILE)?).map_err(|error| format!("{FILE}: {error}"))?;
    let texts = sections
        .iter()
        .flat_map(|(section, texts)| texts.iter().map(move |(key, entry)| (format!("{section}.{key}"), entry)));
    // By the whole key, as it is looked up: "a-b.c" stands before "a.c".
    let texts: BTreeMap<String, &Entry> = texts.collect();
    let mut code = String::from("&[\n");
    for (key, Entry { en, zh }) in texts {
        writeln!(code, "({key:?}, [{en:?}, {zh:?}]),")?;
    }
    code.push(']');
    let folder = env::var("OUT_DIR")?;
    fs::write(Path::new(&folder).join("locales.rs"), code)?;
    Ok(())
}
