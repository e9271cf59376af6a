//! A text of a lesson in English and Chinese.

use crate::locale::Lang;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bilingual {
    pub en: String,
    pub zh: String,
    /// Its line in the file, from 1.
    pub line: usize,
}

impl Bilingual {
    pub fn get(&self, lang: Lang) -> &str {
        if lang.is_chinese() { &self.zh } else { &self.en }
    }
}
