//! Reads `assets/locales.toml` while the program is built: a text that is missing in a language stops the build, and
//! nothing has to be read before the first frame.

#[path = "src/locale/ascii.rs"]
mod ascii;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    locales::write()
}

mod locales {
    use std::{collections::BTreeMap, env, error::Error, fmt::Write, fs, path::Path};

    use serde::Deserialize;

    use super::ascii::set_in_ascii;

    /// One text in all languages.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Entry {
        en: String,
        zh: String,
    }

    pub fn write() -> Result<(), Box<dyn Error>> {
        const FILE: &str = "assets/locales.toml";
        println!("cargo::rerun-if-changed={FILE}");
        println!("cargo::rerun-if-changed=src/locale/ascii.rs");
        let sections: BTreeMap<String, BTreeMap<String, Entry>> =
            toml::from_str(&fs::read_to_string(FILE)?).map_err(|error| format!("{FILE}: {error}"))?;
        let texts = sections
            .iter()
            .flat_map(|(section, texts)| texts.iter().map(move |(key, entry)| (format!("{section}.{key}"), entry)));
        // By the whole key, as it is looked up: "a-b.c" comes before "a.c".
        let texts: BTreeMap<String, &Entry> = texts.collect();
        let mut code = String::from("&[\n");
        for (key, Entry { en, zh }) in texts {
            let [plain_en, plain_zh] = [en, zh].map(|text| set_in_ascii(text));
            writeln!(code, "({key:?}, [{en:?}, {zh:?}, {plain_en:?}, {plain_zh:?}]),")?;
        }
        code.push(']');
        let folder = env::var("OUT_DIR")?;
        fs::write(Path::new(&folder).join("locales.rs"), code)?;
        Ok(())
    }
}
