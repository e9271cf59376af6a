//! A text of a lesson in English and Chinese.

use crate::locale::Lang;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Both {
    pub en: String,
    pub zh: String,
}

impl Both {
    pub fn get(&self, lang: Lang) -> &str {
        if lang.is_chinese() { &self.zh } else { &self.en }
    }
}
