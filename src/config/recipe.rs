//! The recipe as a setting says it: a profile or a whole line, with other values of single parts behind it
//! (`article-003;bits=64`); or parts alone, which change the recipe of the layer below (`tokens=chars:3;tie=ge`).

use std::{collections::BTreeMap, fmt, str::FromStr};

use crate::simhash::{
    FeatureHash, Fold, Keep, Recipe, RecipeError, RecipeWithK, Tie, Tokenizer, Weighting, parse_bits,
};

named! {
    /// A part of the recipe that can be said by itself, by its name in the setting; flags have the same.
    #[derive(PartialOrd, Ord)]
    pub(crate) RecipeField {
        /// The units that a text is cut into.
        Tokens = "tokens",
        /// The differences to ignore before counting.
        Fold = "fold",
        /// How much a feature counts.
        Weight = "weight",
        /// What turns a feature into bits.
        Hash = "hash",
        /// The width of the fingerprint.
        Bits = "bits",
        /// The bit for a sum of 0.
        Tie = "tie",
    }
}

impl RecipeField {
    /// Values to suggest, a few of those that have a number.
    pub(crate) fn values(self) -> Vec<String> {
        let names: &[&str] = match self {
            Self::Tokens => &[
                "jieba",
                "words",
                "chars:2",
                "chars:3",
                "word-ngrams:2",
                "word-ngrams:3",
                "space",
                "keywords",
                "given",
            ],
            Self::Fold => {
                &["none", "case", "nfkc", "case+nfkc+han+skeleton", "han-words", "no-urls", "no-urls+no-numbers"]
            }
            Self::Weight => &[
                "tf",
                "tfidf",
                "tfidf:20",
                "tfsqrtidf",
                "tfsqrtidf:20",
                "mintfsqrtidf:5",
                "lntfidf",
                "1+lntf",
                "binary",
                "keyword",
                "given",
            ],
            Self::Hash => return FeatureHash::ALL.iter().map(|hash| hash.name().to_owned()).collect(),
            Self::Bits => &["8", "16", "32", "64", "96", "128"],
            Self::Tie => &["gt", "ge"],
        };
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn check(self, value: &str) -> Result<(), RecipeError> {
        match self {
            Self::Tokens => value.parse::<Tokenizer>().map(drop),
            Self::Fold => value.parse::<Fold>().map(drop),
            Self::Weight => value.parse::<Weighting>().map(drop),
            Self::Hash => value.parse::<FeatureHash>().map(drop),
            Self::Bits => parse_bits(value).map(drop),
            Self::Tie => value.parse::<Tie>().map(drop),
        }
    }
}

/// What one layer, or several merged, say of the recipe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RecipeText {
    /// A profile or a whole line, perhaps with its threshold.
    base: Option<String>,
    parts: BTreeMap<RecipeField, String>,
}

impl FromStr for RecipeText {
    type Err = RecipeError;

    /// # Errors
    /// If the recipe or a part is not known. Whether the parts go together is asked of [`RecipeText::recipe`].
    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let pieces: Vec<&str> = text.split(';').collect();
        // Of a whole line the second piece is its fold.
        let is_line = pieces.get(2).is_some_and(|piece| !piece.contains('='));
        let mut base = Vec::new();
        let mut said = Self::default();
        for (at, piece) in pieces.into_iter().enumerate() {
            let part = piece.split_once('=').and_then(|(name, value)| Some((name.parse::<RecipeField>().ok()?, value)));
            match part {
                Some((part, value)) if !(is_line && at == 1) => said.set(part, value)?,
                _ => base.push(piece),
            }
        }
        if !base.is_empty() {
            said.set_base(&base.join(";"))?;
        }
        Ok(said)
    }
}

impl fmt::Display for RecipeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts.iter().map(|(part, value)| format!("{part}={value}"));
        f.write_str(&self.base.iter().cloned().chain(parts).collect::<Vec<_>>().join(";"))
    }
}

impl RecipeText {
    fn set_base(&mut self, text: &str) -> Result<(), RecipeError> {
        text.parse::<RecipeWithK>()?;
        self.base = Some(text.to_owned());
        Ok(())
    }

    pub(crate) fn set(&mut self, part: RecipeField, value: &str) -> Result<(), RecipeError> {
        part.check(value)?;
        self.parts.insert(part, value.to_owned());
        Ok(())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.base.is_none() && self.parts.is_empty()
    }

    /// This over a weaker layer. A profile or a line replaces all of that: `--recipe yanyiwu` means that profile
    /// whatever tokens the file asks for.
    #[must_use]
    pub(super) fn over(self, mut weaker: Self) -> Self {
        if self.base.is_some() {
            return self;
        }
        let is_given = |value: &String| value.starts_with("given");
        // Given tokens and given weights go together: whoever asks again for one of them means both.
        for (one, other) in [(RecipeField::Tokens, RecipeField::Weight), (RecipeField::Weight, RecipeField::Tokens)] {
            let given = self.parts.get(&one).map(is_given);
            let before = weaker.parts.get(&other).is_some_and(is_given);
            if given.is_some_and(|given| given != before) && !self.parts.contains_key(&other) {
                weaker.parts.remove(&other);
            }
        }
        weaker.parts.extend(self.parts);
        weaker
    }

    /// The recipe of all that is said.
    ///
    /// # Errors
    /// If its parts contradict each other.
    pub(super) fn recipe(&self) -> Result<Recipe, RecipeError> {
        self.over_recipe(&Recipe::default())
    }

    /// The same over a recipe that holds.
    ///
    /// # Errors
    /// If its parts contradict each other.
    pub(crate) fn over_recipe(&self, before: &Recipe) -> Result<Recipe, RecipeError> {
        let mut recipe = match &self.base {
            Some(line) => line.parse::<RecipeWithK>()?.recipe,
            None => before.clone(),
        };
        let said = |part| self.parts.get(&part).map(String::as_str);
        let tokenizer = said(RecipeField::Tokens).map(str::parse).transpose()?;
        let weight = said(RecipeField::Weight).map(str::parse).transpose()?;
        // Neither makes sense without the other, so one of them is enough to ask for both.
        let (tokenizer, weight) = match (tokenizer, weight) {
            (Some(Tokenizer::Given), None) => (tokenizer, Some(Weighting::Given(Keep::All))),
            (None, Some(Weighting::Given(_))) => (Some(Tokenizer::Given), weight),
            both => both,
        };
        if tokenizer == Some(Tokenizer::Given) {
            recipe.fold = recipe.fold.of_lists();
        }
        recipe.tokenizer = tokenizer.unwrap_or(recipe.tokenizer);
        recipe.weight = weight.unwrap_or(recipe.weight);
        if let Some(fold) = said(RecipeField::Fold) {
            recipe.fold = fold.parse()?;
        }
        if let Some(hash) = said(RecipeField::Hash) {
            recipe.hash = hash.parse()?;
        }
        if let Some(bits) = said(RecipeField::Bits) {
            recipe.bits = parse_bits(bits)?;
        }
        if let Some(tie) = said(RecipeField::Tie) {
            recipe.tie = tie.parse()?;
        }
        recipe.checked()
    }

    /// The threshold that goes with the recipe. With a part changed it is another recipe, and has none.
    pub(crate) fn k(&self) -> Option<u32> {
        let named = self.base.as_ref().filter(|_| self.parts.is_empty())?;
        named.parse::<RecipeWithK>().ok()?.k
    }
}
