//! Small edits of a text, as they make near-duplicates of it: by chance, from a seed. The same seed makes the same
//! edits on every machine.

use super::{
    Dice, Preset,
    preset::blocks,
    robustness::replaced,
    synonyms::{han, synonyms},
};
use crate::simhash::{Segment, segments};

/// One kind of edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// This percentage of the words replaced by random words of the same script.
    Words(u8),
    /// An advertisement inserted between two paragraphs, or after the text.
    Advertisement,
    /// A paragraph dropped that is at most a fifth of the text.
    Dropped,
    /// Every number replaced by another one of the same length, as counters and dates change.
    Numbers,
    /// The paragraphs in another order.
    Moved,
}

/// Advertisements in Chinese and in English.
const ADVERTISEMENTS: [[&str; 3]; 2] = [
    [
        "【推荐】春季书展今日开幕，全场图书满一百减三十，会员另享九折优惠，扫描二维码即可领取电子优惠券，数量有限，先到先得。",
        "本文由城市周末栏目赞助播出。想了解更多周边游路线和酒店特价信息，请关注我们的公众号，回复数字即可免费领取出行手册。",
        "广告：新一代家用净水器上市，十五分钟快速安装，三年免费更换滤芯，现在下单还可获赠保温杯一只，客服热线全天为您服务。",
    ],
    [
        "Advertisement: Our spring sale starts today. Save thirty percent on garden tools, outdoor furniture and \
         lamps, and get free delivery on every order this week. Members collect double points in all of our shops.",
        "Subscribe to our newsletter and never miss a story: the best of politics, culture and sport every morning in \
         your inbox. The first three months are free, and you can cancel your subscription at any time.",
        "Sponsored: Planning a trip? Compare the prices of more than four hundred airlines and hotels in one place, \
         book without hidden fees and change your dates for free until the evening before your departure.",
    ],
];
/// The text is at least this number of times as long as the inserted or dropped part.
const SMALL: usize = 5;

/// A text with its words, cut once for all edits.
pub struct EditedText<'a> {
    text: &'a str,
    words: Vec<Segment>,
}

impl<'a> EditedText<'a> {
    /// Cuts the text into words.
    pub fn new(text: &'a str) -> Self {
        Self { text, words: segments(text).into_iter().filter(|segment| segment.is_word()).collect() }
    }

    /// Returns true if at least half of the words are Chinese.
    pub fn is_chinese(&self) -> bool {
        let chinese = self.words.iter().filter(|word| han(word.span.of(self.text))).count();
        chinese > 0 && chinese * 2 >= self.words.len()
    }
}

impl Edit {
    /// The small edits: they make near-duplicates.
    pub const SMALL: [Self; 8] = [
        Self::Words(1),
        Self::Words(2),
        Self::Words(5),
        Self::Words(10),
        Self::Advertisement,
        Self::Dropped,
        Self::Numbers,
        Self::Moved,
    ];
    /// The edit that makes a related text.
    pub const RELATED: Self = Self::Words(20);

    /// A stable name, for files and translations.
    pub fn key(self) -> String {
        match self {
            Self::Words(percent) => format!("words-{percent}"),
            Self::Advertisement => "advertisement".into(),
            Self::Dropped => "dropped".into(),
            Self::Numbers => "numbers".into(),
            Self::Moved => "moved".into(),
        }
    }

    /// The edited text; `None` if the text is too short for it or has nothing to change in this way.
    pub fn apply(self, of: &EditedText<'_>, dice: &mut Dice) -> Option<String> {
        let text = of.text;
        match self {
            Self::Words(percent) => words(of, usize::from(percent), dice),
            Self::Advertisement => {
                let choice = &ADVERTISEMENTS[usize::from(!of.is_chinese())];
                let advertisement = choice[dice.below(choice.len())];
                let places = blocks(text);
                (text.len() >= SMALL * advertisement.len()).then_some(())?;
                let at = places.get(dice.below(places.len()))?.end;
                Some([&text[..at], "\n\n", advertisement, &text[at..]].concat())
            }
            Self::Dropped => {
                let mut small = blocks(text);
                small.retain(|block| block.len() * SMALL <= text.len());
                let dropped = small.get(dice.below(small.len()))?;
                Some([text[..dropped.start].trim_end(), &text[dropped.end..]].concat())
            }
            Self::Numbers => numbers(text, dice),
            Self::Moved => Some(Preset::Shuffle.apply(text, 0, None, dice)?.text),
        }
    }
}

fn words(of: &EditedText<'_>, percent: usize, dice: &mut Dice) -> Option<String> {
    let replacements = of.words.len() * percent / 100;
    if replacements == 0 {
        return None;
    }
    let mut instead: Vec<(usize, &str)> = dice
        .some_of(of.words.len(), replacements)
        .into_iter()
        .map(|at| (at, synonyms().any(of.words[at].span.of(of.text), dice)))
        .collect();
    instead.sort_unstable();
    Some(replaced(of.text, &of.words, &instead))
}

/// Every digit of a number by another digit, the first never by 0.
fn numbers(text: &str, dice: &mut Dice) -> Option<String> {
    let mut changed = String::with_capacity(text.len());
    let (mut within, mut any) = (false, false);
    for c in text.chars() {
        let digit = c.to_digit(10).map(|digit| {
            let (least, choices) = if within { (0, 9) } else { (1, 8) };
            let other = least + dice.below(choices) as u32;
            // The digit itself is not among the choices.
            char::from_digit(other + u32::from(other >= digit && digit >= least), 10).unwrap_or(c)
        });
        (within, any) = (digit.is_some(), any || digit.is_some());
        changed.push(digit.unwrap_or(c));
    }
    any.then_some(changed)
}

#[cfg(all(test, feature = "chinese"))]
mod tests {
    use super::*;
    use crate::simhash::{Recipe, sketch};

    fn text() -> String {
        let paragraph = |n: usize| {
            format!("第{n}段。港口的灯塔在{}年建成，每天有{n}0艘船经过，守灯人在日记里写下风向和浪高。", 1890 + n)
        };
        (1..=30).map(paragraph).collect::<Vec<_>>().join("\n\n")
    }

    #[test]
    fn the_same_seed_makes_the_same_edits() {
        let text = text();
        let edited = EditedText::new(&text);
        for edit in Edit::SMALL.into_iter().chain([Edit::RELATED]) {
            let [one, same, other] = [7, 7, 8].map(|seed| edit.apply(&edited, &mut Dice::new(seed)).unwrap());
            assert_eq!(one, same, "{edit:?}");
            assert_ne!(one, other, "{edit:?}");
            assert_ne!(one, text, "{edit:?}");
        }
        // On every machine and in every version: calibrations that were kept rest on it.
        let edited = Edit::Words(1).apply(&edited, &mut Dice::new(7)).unwrap();
        assert_eq!(xxhash_rust::xxh3::xxh3_64(edited.as_bytes()), 6_647_502_451_597_088_424);
    }

    #[test]
    fn more_words_replaced_lead_farther() {
        let text = text();
        let edited = EditedText::new(&text);
        let print = |text: &str| sketch(text, &Recipe::default()).unwrap().fingerprint.unwrap();
        let hamming = |percent| {
            let edit = |seed| Edit::Words(percent).apply(&edited, &mut Dice::new(seed)).unwrap();
            (0..8).map(|seed| print(&text).hamming(print(&edit(seed)))).sum::<u32>()
        };
        assert!(hamming(1) < hamming(5) && hamming(5) < hamming(20));
    }

    #[test]
    fn numbers_keep_their_length_and_no_digit() {
        for seed in 0..50 {
            let changed = Edit::Numbers.apply(&EditedText::new("1890 and 05, 7."), &mut Dice::new(seed)).unwrap();
            assert_eq!(changed.len(), 15);
            assert!(
                changed.chars().zip("1890 and 05, 7.".chars()).all(|(a, b)| (a == b) != b.is_ascii_digit()),
                "{changed}"
            );
            assert!(!changed.starts_with('0') && !changed.contains(" 0"));
        }
    }

    #[test]
    fn a_short_text_is_skipped() {
        for short in ["", "one two", "海"] {
            for edit in Edit::SMALL {
                assert_eq!(edit.apply(&EditedText::new(short), &mut Dice::new(1)), None, "{edit:?} {short:?}");
            }
        }
    }

    #[test]
    fn a_paragraph_is_dropped_and_an_advertisement_inserted() {
        let text = text();
        let edited = EditedText::new(&text);
        let dropped = Edit::Dropped.apply(&edited, &mut Dice::new(3)).unwrap();
        assert_eq!(blocks(&dropped).len(), 29);
        let inserted = Edit::Advertisement.apply(&edited, &mut Dice::new(3)).unwrap();
        assert_eq!(blocks(&inserted).len(), 31);
        assert!(edited.is_chinese() && !EditedText::new("one 海 two").is_chinese());
    }
}
