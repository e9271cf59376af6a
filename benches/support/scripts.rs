//! Running text in many scripts, the same on every machine: words put together from syllables, few of them often and
//! most of them seldom, in sentences and paragraphs. Manual pages in other languages where they are installed.

use std::{fs, path::Path, process::Command};

use super::texts::{Dice, chinese, english};

/// A script with a text of about so many bytes in it.
pub struct Written {
    pub script: &'static str,
    pub text: String,
}

/// How a language is written.
struct Script {
    name: &'static str,
    /// Of which words are made.
    syllables: &'static str,
    /// Between words, clauses, sentences.
    between: [&'static str; 3],
}

const SCRIPTS: [Script; 9] = [
    Script {
        name: "German",
        syllables: "ge ver be un ein aus schön größ über für stra ße mög lich keit heit ung en er te st ren bü cher \
                    wäh rend land licht turm wind meer hafen tag nacht",
        between: [" ", ", ", ". "],
    },
    Script {
        name: "Polish",
        syllables: "prze po na wy za mor ze wia noc świa tło ła ść ęd ów nie go wi ska ny ch li ście rze ka żół \
                    ty ksią żka dzień źró dło",
        between: [" ", ", ", ". "],
    },
    Script {
        name: "Russian",
        syllables: "по на при но го рек вет ер мо ре ка за пи сь да ле ко род свет ма як ост ров ный ая ие ть ся ночь \
                    бе рег кни га",
        between: [" ", ", ", ". "],
    },
    Script {
        name: "Greek",
        syllables: "φά ρος θά λα σσα νύ χτα α έρ ας βι βλί ο πέ τρα φως κό σμος λι μά νι η μέ ρα της και στο με γά λη",
        between: [" ", ", ", ". "],
    },
    Script {
        name: "Arabic",
        syllables: "ال كت اب بحر ري اح من ار ة في عل ى سف ين ليل نور جب ل شمس مدي نة يو م كبير صغ ير قرأ",
        between: [" ", "، ", ". "],
    },
    Script {
        name: "Hindi",
        syllables: "प्र का श सा गर न गर रा त दि न पु स्त क ह वा स मु द्र ती र में से को का बड़ा छो टा",
        between: [" ", ", ", "। "],
    },
    Script {
        name: "Thai",
        syllables: "ทะเล ลม ไฟ บ้าน คน เรือ แสง คืน วัน หนัง สือ ใหญ่ เล็ก ของ และ ใน มี ไม่ ฝั่ง",
        between: ["", " ", " "],
    },
    Script {
        name: "Japanese",
        syllables: "の は を に が で 灯台 海 風 光 夜 本 港 です ました した カメラ テスト データ ながら という 町 読む 静か な",
        between: ["", "、", "。"],
    },
    Script {
        name: "Korean",
        syllables: "바다 바람 등대 의 는 을 에서 로 밤 책 빛 항구 읽 었다 조용 한 마을 그리고 하였 습니다 큰 작은",
        between: [" ", ", ", ". "],
    },
];

impl Script {
    fn text(&self, bytes: usize) -> String {
        let mut dice = Dice::new(self.name.len() as u64 * 77 + bytes as u64);
        let syllables: Vec<&str> = self.syllables.split_whitespace().collect();
        let word = |dice: &mut Dice| {
            let parts = (0..=dice.below(4)).map(|_| syllables[dice.below(syllables.len() as u64) as usize]);
            parts.collect::<String>()
        };
        let words: Vec<String> = (0..20_000).map(|_| word(&mut dice)).collect();
        let mut text = String::with_capacity(bytes + 1000);
        while text.len() < bytes {
            for at in 0..6 + dice.below(12) {
                let [space, comma, _] = self.between;
                text.push_str(if at == 0 {
                    ""
                } else if dice.below(9) == 0 {
                    comma
                } else {
                    space
                });
                // The square of a share is mostly small: few words are frequent.
                let share = dice.below(1000) * dice.below(1000) * words.len() as u64 / 1_000_000;
                text.push_str(&words[share as usize]);
            }
            text.push_str(self.between[2]);
            if dice.below(5) == 0 {
                text.push('\n');
            }
        }
        text
    }
}

/// Text of about `bytes` bytes in each script: prose of one language, and what is mixed as people mix it.
pub fn written(bytes: usize) -> Vec<Written> {
    let in_parts =
        |of: &dyn Fn(usize, usize) -> String| (0..bytes / 1000).map(|part| of(1000, part)).collect::<String>();
    let few_others = english(bytes, 3).replacen(" the ", " the café’s ", bytes / 5_000);
    let technical = in_parts(&|bytes, part| {
        let code = format!("，见 `let hash = xxh3_64(feature{part});` 与 Config。\n");
        chinese(bytes * 2 / 3, part as u64) + &english(bytes / 6, part as u64) + &code
    });
    let lines = in_parts(&|bytes, part| SCRIPTS[part % SCRIPTS.len()].text(bytes));
    let mut all = vec![
        Written { script: "English", text: english(bytes, 1).replace(['“', '”', '—'], " ") },
        Written { script: "English, now and then another letter", text: few_others },
        Written { script: "Chinese", text: chinese(bytes, 2) },
        Written { script: "Chinese with Latin words and code", text: technical },
        Written { script: "each line in another script", text: lines },
    ];
    all.extend(SCRIPTS.iter().map(|script| Written { script: script.name, text: script.text(bytes) }));
    all
}

/// Manual pages of Debian in other languages, as far as they are installed: a text of up to `bytes` bytes of each.
#[allow(dead_code, reason = "of one benchmark")]
pub fn manual_pages(bytes: usize) -> Vec<Written> {
    let languages = [
        ("de", "German"),
        ("fr", "French"),
        ("pl", "Polish"),
        ("ru", "Russian"),
        ("ja", "Japanese"),
        ("zh_CN", "Chinese, Simplified"),
        ("zh_TW", "Chinese, Traditional"),
    ];
    let of = |(folder, script): (&str, &'static str)| {
        let pages = Path::new("/usr/share/man").join(folder);
        let sections = ["man1", "man2", "man3", "man5", "man7", "man8"].map(|section| pages.join(section));
        let mut files: Vec<_> =
            sections.iter().filter_map(|section| fs::read_dir(section).ok()).flatten().flatten().collect();
        files.sort_by_key(fs::DirEntry::path);
        let mut text = String::new();
        for file in &files {
            if text.len() >= bytes {
                break;
            }
            let page = Command::new("gzip").arg("-dc").arg(file.path()).output().ok()?;
            text.push_str(&String::from_utf8(page.stdout).unwrap_or_default());
        }
        // The little there is, over and over.
        let short = text.len();
        while short > 100_000 && text.len() < bytes {
            text.extend_from_within(..short);
        }
        (text.len() >= bytes).then_some(Written { script, text })
    };
    languages.into_iter().filter_map(of).collect()
}
