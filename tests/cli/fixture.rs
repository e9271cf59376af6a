//! A folder with texts, and the program run in it.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

/// A recipe of whole numbers and no table, so that what is expected here never changes with a table.
pub const RECIPE: &str = "jieba;fold=case;tf;xxh3-64;64;gt";

pub const ZH: &str = "灯塔守望人每天傍晚都要写一页日记。他写海上的雾，写过往的船，也写那只总在礁石上停留的海鸥。\n\n\
                      有一年冬天，雾连续下了四十天，他把钟敲了整整四十天。后来人们问他累不累，他只说船都回来了。\n";
pub const EN: &str = "The keeper of the lighthouse wrote a page every evening. He wrote about the fog on the sea, \
                      about the ships that passed, and about the gull that rested on the rocks.\n\nOne winter the fog \
                      stayed for forty days, and he rang the bell for forty days. When people asked whether he was \
                      tired, he only said that all the ships had come home.\n";

/// A text unlike the others.
pub const OTHER: &str = "Glass frogs hide their blood while they sleep. Nearly all red cells are packed into the \
                         liver, behind mirrors, and the animal turns to glass on its leaf until night.\n";

/// A folder of its own with some texts in it.
pub struct Fixture(TempDir);

/// Output and exit code of the program.
pub struct Done {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Fixture {
    /// With two Chinese and two English texts, each second one edited, and another English one. Most tests keep to the
    /// English texts, for which no dictionary is loaded.
    pub fn new() -> Self {
        let fixture = Self(tempfile::tempdir().expect("a folder"));
        fixture.write("zh.txt", ZH);
        fixture.write("zh-edited.txt", ZH.replace("海鸥", "信天翁").replace("累不累", "怕不怕"));
        fixture.write("en.txt", EN);
        fixture.write("en-edited.txt", EN.replace("gull", "albatross").replace("tired", "afraid"));
        fixture.write("other.txt", OTHER);
        fixture
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The folder in which the program remembers reviews.
    pub fn reviews(&self) -> PathBuf {
        self.path().join(".home/.local/share/simscope/reviews")
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), bytes).expect("written");
    }

    /// The program in this folder, in English and with nothing on standard input.
    pub fn command(&self) -> Command {
        self.command_of(env!("CARGO_BIN_EXE_simscope"))
    }

    /// Another program in this folder, with the same environment.
    pub fn command_of(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.path()).env("LC_ALL", "C").env_remove("LANGUAGE").stdin(Stdio::null());
        // Whatever settings the one who runs the tests has.
        command.env("SIMSCOPE_CONFIG", "none").env_remove("NO_COLOR").env_remove("REDUCE_MOTION");
        // And whatever was kept for them. Hidden, so that it is no part of the folder.
        command.env("HOME", self.path().join(".home"));
        for name in ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "SIMSCOPE_CACHE"] {
            command.env_remove(name);
        }
        command
    }

    /// Arguments in one line, parted by spaces; an argument with spaces occurs in single quotes.
    pub fn run(&self, line: &str) -> Done {
        done(&self.command().args(split(line)).output().expect("started"))
    }

    /// The same with a text on standard input.
    pub fn pipe(&self, line: &str, input: &[u8]) -> Done {
        let mut command = self.command();
        command.args(split(line)).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("started");
        // A program that refuses its arguments may be gone before it has read anything.
        _ = child.stdin.take().expect("a pipe").write_all(input);
        done(&child.wait_with_output().expect("ended"))
    }

    /// The JSON that the program wrote, whatever the exit code.
    pub fn json(&self, line: &str) -> Value {
        let done = self.run(line);
        serde_json::from_str(&done.out).unwrap_or_else(|e| panic!("{line}: {e}\n{}{}", done.out, done.err))
    }
}

fn split(line: &str) -> Vec<String> {
    let quoted = line.split('\'').enumerate();
    let parts = quoted.flat_map(|(n, part)| match n % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    parts.collect()
}

pub fn done(output: &Output) -> Done {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    Done { code: output.status.code().expect("no signal"), out: text(&output.stdout), err: text(&output.stderr) }
}
