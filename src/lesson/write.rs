//! Writes a lesson file from two texts, as a draft that a teacher completes.

use super::{LessonError, parse};
use crate::{
    locale::Lang,
    simhash::{Recipe, sketch},
    t,
};

#[derive(Clone, Debug)]
pub(crate) struct LessonDraft {
    pub name: String,
    /// The original text and the altered one.
    pub texts: [String; 2],
    pub recipe: Recipe,
    /// The threshold, in bits.
    pub k: u32,
}

impl LessonDraft {
    /// The lesson as a file, read back and checked.
    ///
    /// # Errors
    /// If the file is too long, or a figure differs from the pipeline.
    pub(crate) fn file(&self, name: &str) -> Result<String, LessonError> {
        let text = self.write();
        parse(&text, name)?.checked()?;
        Ok(text)
    }

    fn write(&self) -> String {
        let name = &self.name;
        let both = |en: String, zh: String| format!("{{ en = {}, zh = {} }}", string(&en), string(&zh));
        let said = |key: &'static str| both(Lang::En.text(key).into(), Lang::Zh.text(key).into());
        let print = |text: &str| sketch(text, &self.recipe).ok()?.fingerprint;
        let [a, b] = [0, 1].map(|at| print(&self.texts[at]));
        let title = both(t!(Lang::En, "saved.title", name = name), t!(Lang::Zh, "saved.title", name = name));
        let mut file = format!(
            "format = 1\ntitle = {title}\ngoal = {}\nrecipe = {}\nk = {}\n",
            said("saved.goal"),
            string(&self.recipe.to_string()),
            self.k
        );
        for (name, text) in ["A", "B"].into_iter().zip(&self.texts) {
            file += &["\n[[document]]\nname = ", &string(name), "\ntext = ", &string(text), "\n"].concat();
        }
        let mut predict = String::new();
        if let (Some(a), Some(b)) = (a, b) {
            file += &["\n[[distance]]\nbetween = [1, 2]\nis = ", &a.hamming(b).to_string(), "\n"].concat();
            predict = format!("predict = {{ question = {}, answer = \"distance\" }}\n", said("saved.question"));
        }
        for (show, text, after) in [("diff", "saved.step-diff", &*predict), ("bits", "saved.step-bits", "")] {
            file += &["\n[[step]]\nshow = ", &string(show), "\ntext = ", &said(text), "\n", after].concat();
        }
        for (table, text) in [("try", "saved.try"), ("remember", "saved.remember")] {
            let [en, zh] = [Lang::En, Lang::Zh].map(|lang| string(lang.text(text)));
            file += &["\n[", table, "]\nen = ", &en, "\nzh = ", &zh, "\n"].concat();
        }
        file
    }
}

/// As TOML writes a string: as JSON does, but for DEL, which it does not allow as it stands.
fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::{
        super::{LONGEST, LessonErrorKind},
        *,
    };

    fn tried(a: &str, b: &str) -> LessonDraft {
        LessonDraft { name: "灯塔 \"1\".txt".into(), texts: [a.into(), b.into()], recipe: Recipe::default(), k: 3 }
    }

    #[test]
    fn what_was_tried_reads_back_as_a_lesson() {
        let text = "夜里的海是黑色的。\n\n\"quoted\" \\ tab\t\u{1b}[2J \u{7f}\u{9b} end";
        let changed = text.replace('黑', "蓝");
        let file = tried(text, &changed).file("f.toml").unwrap();
        let lesson = parse(&file, "f.toml").unwrap();
        assert_eq!(lesson.documents.iter().map(|d| d.text.as_str()).collect::<Vec<_>>(), [text, &changed]);
        assert_eq!((lesson.recipe.clone(), lesson.k, lesson.pages.len()), (Recipe::default(), 3, 2));
        assert!(lesson.title.en.contains("灯塔 \"1\".txt"));
        assert!(lesson.pages[0].exercise.is_some() && lesson.distances.len() == 1);
    }

    #[test]
    fn without_a_fingerprint_there_is_no_distance_to_ask_for() {
        let lesson = parse(&tried("a text", "?!").file("f").unwrap(), "f").unwrap();
        assert!(lesson.distances.is_empty() && lesson.pages[0].exercise.is_none());
    }

    #[test]
    fn what_is_too_long_for_a_lesson_is_refused() {
        let long = "x".repeat(LONGEST);
        assert!(
            matches!(*tried(&long, &long).file("f").unwrap_err().kind, LessonErrorKind::TooLong(bytes) if bytes > LONGEST)
        );
    }
}
