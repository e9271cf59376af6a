//! The settings that all commands share: the recipe and what overrides it, k, the language.

use clap::Args;

use crate::{
    compare::pair::DEFAULT_K,
    locale::Lang,
    say,
    simhash::{Keep, Recipe, RecipeError, Tokenizer, Weighting, parse_bits},
    t,
};

/// As given; the values of the recipe are still words.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Recipe: the settings that change bits")]
pub struct Settings {
    /// A profile of another system (pypi-simhash, pypi-simhash-list, article-003, text-dedup, mfonda, mfonda-unicode,
    /// simhash-rs, simhash-py, gaoya, yanyiwu, yanyiwu-text) or a whole line, such as the one that every result carries;
    /// the options below override it
    #[arg(long, global = true, value_name = "NAME|LINE")]
    recipe: Option<String>,
    /// What the text is cut into: jieba, words, chars:N, word-ngrams:N (N from 1 to 16), space, keywords, java-space,
    /// pypi-windows:N, text-dedup-ngrams:N, mfonda-words, mfonda-unicode, given (lines of feature TAB weight [TAB hash]; implies --weight given)
    #[arg(long, global = true, value_name = "NAME")]
    tokens: Option<String>,
    /// What is made equal before counting: none, case, nfkc (case and compatibility forms)
    #[arg(long, global = true, value_name = "NAME")]
    fold: Option<String>,
    /// How much a feature counts: tf, tfidf, tfidf:N, tfsqrtidf, tfsqrtidf:N (only the N heaviest), 1+lntf, binary,
    /// keyword, keyword:N, given, given:N (implies --tokens given)
    #[arg(long, global = true, value_name = "NAME")]
    weight: Option<String>,
    /// What turns a feature into bits: xxh3-64, xxh3-128, md5, siphash, fnv1, lookup3, md5-low, article-003,
    /// xxh3-64-seed42, siphash-gaoya
    #[arg(long, global = true, value_name = "NAME")]
    hash: Option<String>,
    /// Width of the fingerprint: 3 to 128 bits, as far as the hash reaches
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true)]
    bits: Option<String>,
    /// What a column sum of exactly 0 becomes: gt (0, since V > 0 is false), ge (1, since V >= 0 is true)
    #[arg(long, global = true, value_name = "RULE")]
    tie: Option<String>,
    /// The largest Hamming distance called near: 0 to the number of bits [default: 3]
    #[arg(short, global = true, value_name = "N", help_heading = None::<&str>, allow_negative_numbers = true)]
    k: Option<String>,
    /// Language of the results [default: that of the environment]
    #[arg(long, global = true, value_name = "LANG", help_heading = None::<&str>)]
    lang: Option<Lang>,
}

/// As understood.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The recipe.
    pub recipe: Recipe,
    /// The largest distance called near, where one was given.
    pub given_k: Option<u32>,
    /// The language.
    pub lang: Lang,
}

impl Chosen {
    /// The largest distance called near.
    pub fn k(&self) -> u32 {
        self.given_k.unwrap_or(DEFAULT_K)
    }
}

impl Settings {
    /// The language of the results.
    pub fn lang(&self) -> Lang {
        self.lang.unwrap_or_else(Lang::of_environment)
    }

    /// Understands them. Where no recipe is named, the single settings override `stored`, that of fingerprints made
    /// before, or else simscope's own.
    ///
    /// # Errors
    /// A sentence that says what is allowed.
    pub fn understand(&self, stored: Option<&Recipe>) -> Result<Chosen, String> {
        let lang = self.lang();
        let recipe = self.recipe(stored).map_err(|error| say::wrong_recipe(&error, lang))?;
        let given_k = self.k.as_deref().map(|k| read_k(k, recipe.bits, lang)).transpose()?;
        Ok(Chosen { recipe, given_k, lang })
    }

    fn recipe(&self, stored: Option<&Recipe>) -> Result<Recipe, RecipeError> {
        let mut recipe = match &self.recipe {
            Some(line) => line.parse()?,
            None => stored.cloned().unwrap_or_default(),
        };
        let tokenizer = self.tokens.as_deref().map(str::parse).transpose()?;
        let weight = self.weight.as_deref().map(str::parse).transpose()?;
        // Neither makes sense without the other, so one of them is enough to ask for both.
        let (tokenizer, weight) = match (tokenizer, weight) {
            (Some(Tokenizer::Given), None) => (tokenizer, Some(Weighting::Given(Keep::All))),
            (None, Some(Weighting::Given(_))) => (Some(Tokenizer::Given), weight),
            both => both,
        };
        recipe.tokenizer = tokenizer.unwrap_or(recipe.tokenizer);
        recipe.weight = weight.unwrap_or(recipe.weight);
        if let Some(fold) = &self.fold {
            recipe.fold = fold.parse()?;
        }
        if let Some(hash) = &self.hash {
            recipe.hash = hash.parse()?;
        }
        if let Some(bits) = &self.bits {
            recipe.bits = parse_bits(bits)?;
        }
        if let Some(tie) = &self.tie {
            recipe.tie = tie.parse()?;
        }
        recipe.checked()
    }
}

fn read_k(text: &str, bits: u8, lang: Lang) -> Result<u32, String> {
    let k = text.parse().ok().filter(|&k| k <= u32::from(bits));
    k.ok_or_else(|| t!(lang, "wrong.k", text = format!("{text:?}"), bits = bits))
}
