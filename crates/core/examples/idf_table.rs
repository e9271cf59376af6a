//! Builds the IDF table that ships with the program from public lists and texts:
//!
//! ```sh
//! cargo run -p simscope-core --release --example idf_table -- IDF_TXT DICT_TXT DIR=SHARE… > idf-zh-en-1.txt
//! ```
//!
//! `IDF_TXT` and `DICT_TXT` are `src/data/idf.txt` and `src/data/dict.txt` of the crate jieba-rs 0.11. Each `DIR`
//! contains plain text files of one English source, and `SHARE` is the weight of that source. The same input gives the
//! same table, byte for byte. These shares made the shipped table:
//!
//! ```sh
//! fortunes=20 gcide=20 wordnet=20 anarchism=10 bible=5 foldoc=5 handbook=4 desktop=4 python=4 jargon=4 devil=3
//! ```
//!
//! # Chinese
//!
//! The values come from jieba's `idf.txt` (MIT, Copyright (c) 2013 Sun Junyi). They are ln(N / df) over about 1.1
//! million documents; a word in one of them has 13.9. Words of `dict.txt` that `idf.txt` lacks get the value of words
//! of their length and frequency (a least-squares line on the logarithm of the frequency).
//!
//! # English
//!
//! This program counts the document frequencies. The texts do not ship, only counts over all of them. The sources are
//! Debian 12 packages, unpacked with `dpkg-deb -x` and made into plain text with `zcat` and `perl`:
//!
//! - fortunes: fortunes and fortunes-min (BSD); the files without an ending, in one, but ascii-art and translate-me
//! - gcide: dict-gcide (GPL 2 or later); `zcat < gcide.dict.dz`, cleaned (1)
//! - wordnet: dict-wn (its own licence); `zcat < wn.dict.dz`, cleaned (2)
//! - anarchism: anarchism, the HTML of an FAQ of 1.8 million words (GPL 2 or later), without tags (3)
//! - bible: bible-kjv-text (expired, 1611) by bible-kjv; `bible gen1:1-rev22:21`
//! - foldoc: dict-foldoc (GFDL 1.1 or later); `zcat < foldoc.dict.dz`
//! - handbook: debian-handbook (GPL 2 or later or CC BY-SA 3.0), en-US only, without tags (3)
//! - desktop: gimp-help-en (GFDL 1.2 or later), gnome-user-docs (CC BY-SA 3.0), the C locale only, and
//!   libreoffice-help-en-us (MPL 2.0), without tags (3), in this order
//! - python: faq, howto, tutorial, reference, using and library of python3.11-doc (PSF), without tags (3)
//! - jargon: dict-jargon (public domain); `zcat < jargon.dict.dz`
//! - devil: dict-devil (public domain); `zcat < devil.dict.dz`
//!
//! ```sh
//! # (1) without etymologies, pronunciations and parts of speech, names of fields, and names of the quoted
//! perl -0pe 's/\[[^\]]{0,400}\]//gs;
//!   s/\\[^\\]{0,80}\\,?\s*((n|a|adv|v|p|prep|conj|pl|imp|pron)\.[\s,;&]*((t|i|pr|p|n)\.)?)*//gs;
//!   s/\([A-Z][a-z.& ]{1,20}\)//g; s/--[A-Z][A-Za-z. ]*//g'
//! # (2) without lists of synonyms, and parts of speech
//! perl -0pe 's/\[(syn|ant|also):[^\]]{0,2000}\]//gs; s/-\n +//g; s/^ +(n|v|adj|adv)? *\d+: / /gm'
//! # (3) for each file, in the order of the bytes of the names
//! perl -0pe 's/<(head|script|style|pre)\b.*?<\/\1>//gsi; s/<[^>]*>/ /g; s/&nbsp;/ /g; s/&lt;/</g; s/&gt;/>/g;
//!   s/&quot;/"/g; s/&#39;|&#8217;|&rsquo;/\x27/g; s/&amp;/&/g; s/¶//g'
//! ```
//!
//! A "document" is a run of 40 words. It is short on purpose: 的 occurs in only 41% of the documents behind `idf.txt`,
//! and 在 in 22%, so those documents are about as long, and both languages share one scale. Over 150 pairs of words such
//! as 水 and water, the means of the two languages are within half a unit of each other.
//!
//! The share of documents with a word is computed for each source, and a power mean with the exponent 1/2 combines the
//! shares: a word that only one source uses (anarchist, gimp, begat) becomes rarer than a word that all sources use
//! equally often, so no source can make its own subject common.
//!
//! # Both
//!
//! The value of a function word is divided by three. IDF cannot separate 可以 or "should" from a content word in as many
//! documents, but function words occur many times in one text, and term frequency would put them first.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    env, fs,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use simscope_core::simhash::{SegmentKind, is_han, segments};

/// Words in an English "document".
const DOCUMENT: u32 = 40;
/// Words with this value or above are omitted: the defaults for unknown words are the same.
const CUT: f64 = 11.25;
/// The divisor of a function word's value.
const FUNCTION_DIVISOR: f64 = 3.0;
/// The value, before division, of a function word in no list and no text: 也就是, mightn't.
const UNCOUNTED_FUNCTION_WORD: f64 = 5.4;
/// Every word has a weight above 0; otherwise a text of function words only would have no fingerprint.
const LEAST: f64 = 0.1;

/// The parameters of the reader, with their documentation.
const PARAMETERS: &str = "\
@name zh-en-1
@unknown-han 9.5 11.0 12.0
@unknown-word 2.0 6.0 8.5 10.5
@number 1.0
@url 1.0
";

const HEADER: &str = "\
# How rare a word is: inverse document frequencies, ln(N / df), of Chinese and English words on one scale.
# One line per level, in steps of 0.1: the level, a tab, the words. Words are in lower case and sorted.
#
# Source: for Chinese, idf.txt and dict.txt of jieba (https://github.com/fxsjy/jieba); for English, counts made for this
#   table in packages of Debian 12, each named with its licence in examples/idf_table.rs
# SPDX-License-Identifier: MIT
#
# Changed: values rounded; no entries at 11.3 and above, where the values for unknown words are the same; no numerals;
#   words of dict.txt that idf.txt lacks added, valued by their frequency; the values of function words divided by
#   three; a few parts of URLs set to the level of @url.
#
# English: in how many stretches of 40 words a word occurs, averaged over eleven sources and rounded to one of 112
#   levels. Such a count is a fact about the texts and not a part of them: none of their sentences is in the table, and
#   none can be made from it. So the licences of the texts do not apply, and the counts are under simscope's own.
#
# Rebuild: see examples/idf_table.rs.
#
# The Chinese part is under jieba's licence:
#   The MIT License (MIT)
#   Copyright (c) 2013 Sun Junyi
#   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
#   documentation files (the \"Software\"), to deal in the Software without restriction, including without
#   limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of
#   the Software, and to permit persons to whom the Software is furnished to do so, subject to the following
#   conditions:
#   The above copyright notice and this permission notice shall be included in all copies or substantial
#   portions of the Software.
#   THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
#   LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO
#   EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN
#   AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE
#   OR OTHER DEALINGS IN THE SOFTWARE.
#
";

/// Parts of URLs that are separate words, at the level of `@url`.
const URL_WORDS: &str = "http https ftp mailto www com org net edu gov html htm shtml xhtml php asp aspx jsp cgi nbsp";
const URL_LEVEL: f64 = 1.0;

/// Names that the reader would take for numbers or host names by their shape.
const NAMES: &str = "2d 3d 4g 5g x86 x64 h264 h265 asp.net vb.net ado.net socket.io";
const NAME_LEVEL: f64 = 8.0;

/// Numerals are omitted from the Chinese part, because the reader recognizes them by their characters. These words only
/// look like numerals.
const NOT_NUMERALS: &str = "万一 千万 一五一十 三三两两 千千万万 七七八八 三七二十一 二百五 五四 五一 八一 九一八 一一";
const NUMERALS: &str = "第零〇一二三四五六七八九十百千万亿两";

const ENGLISH_FUNCTION_WORDS: &str = "
a an the this that these those
i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its itself we us our
ours ourselves they them their theirs themselves one's oneself who whom whose which what whatever whichever whoever
thou thee thy thine thyself ye hath doth hast dost art shalt wilt unto
someone somebody something anyone anybody anything everyone everybody everything nobody nothing none
am is are was were be been being have has had having do does did doing done can could may might must shall should will
would ought cannot let get gets got
and or but nor so yet for if then else than as because since though although unless until till while whereas whether
when whenever where wherever why how however therefore thus hence moreover furthermore otherwise instead
of to in on at by with from into onto upon out off over under above below up down about against between among amongst
through throughout during before after within without toward towards across along around behind beside besides beyond
despite except near per via like unlike
not no yes all any both each either neither every few fewer less least many more most much other others another some
several such same own only just also too very quite rather even ever never always often sometimes usually already still
again once here there now perhaps maybe almost enough well etc ie eg i.e e.g
don't doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't can't couldn't won't wouldn't shouldn't mustn't
shan't mightn't needn't ain't i'm i've i'd i'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's it'd
it'll we're we've we'd we'll they're they've they'd they'll that's that'll there's here's what's who's where's how's
when's why's let's
";

const CHINESE_FUNCTION_WORDS: &str = "
的 了 是 在 和 也 有 他 们 为 就 都 上 中 说 对 不 等 与 年 我 这 将 又 而 到 月 着 但 从 你 还 把 后 地 没有 被 并 以 要 来 日
时 去 于 我们 或 已经 下 个 她 会 可 可以 他们 自己 那 其 什么 这个 就是 给 由 向 里 已 得 一 让 使 却 它 能 不是 及 用 这样
很 这些 前 只 由于 再 其中 才 这种 如果 还是 不能 以及 同时 因为 之 所 则 更 最 便 均 曾 该 其他 此 每 各 另 某 本 您 咱 咱们
俺 她们 它们 你们 自身 本身 那个 那些 那样 那么 那种 那里 那儿 那边 这里 这儿 这边 这么 这时 这次 这是 那是 哪 哪些 哪个 哪里
哪儿 谁 何 怎么 怎样 怎么样 如何 为什么 为何 啥 多少 几 几个 多 些 一些 一个 一种 一样 一下 一点 一起 一次 一直 一定 一般
两个 两种 三个 个个 每个 各个 各种 某个 某些 有些 有的 有人 任何 所有 一切 全部 其它 其余 之一 之间 之后 之前 之中
之上 之下 之内 之外 以后 以前 以上 以下 以来 以外 以内 当 当时 此时 此外 此后 从此 至此 因此 因而 从而 于是 所以 但是 可是 然而
不过 虽然 尽管 即使 即便 哪怕 只要 只有 只是 除非 除了 除 无论 不论 不管 不仅 不但 不只 而且 并且 并 况且 何况 甚至 反而 否则
或者 或是 还有 还要 还能 既 既然 要是 若 若是 倘若 假如 假使 如 如同 例如 比如 譬如 即 也就是 也就是说 就要 而是 而言 来说
来讲 的话 等等 似的 一般来说 然后 接着 接下来 首先 其次 最后 另外 通过 根据 按照 按 依据 依照 关于 对于 至于 有关 针对 随着
为了 为着 经 经过 据 跟 同 比 至 自 自从 往 朝 沿 沿着 替 凭 因 给予 以便 以免 以致 与其 宁可 不如 以至 及其 乃 乃至 亦 皆
且 尚 未 非 无 勿 莫 仅 仅仅 共 约 大约 左右 几乎 差不多 大概 可能 也许 或许 必须 应该 应当 应 需要 需 必要 能够 可能 不会 不要
不用 不必 不得 不可 不可以 不同 没 没什么 别 甭 太 非常 十分 特别 尤其 比较 更加 越 越来越 极 极其 相当 挺 真 真的 其实 当然
确实 的确 毕竟 究竟 到底 总 总是 总之 常常 经常 往往 通常 有时 时候 的时候 曾经 正 正在 刚 刚刚 刚才 马上 立即 仍 仍然 依然
依旧 始终 终于 一旦 一边 一方面 另一方面 一会儿 再次 还会 就会 只能 才能 只会 是否
是不是 能否 是因为 有没有 而已 罢了 吗 呢 吧 啊 呀 哦 嗯 嘛 啦 哇 哪 么 过 起来 出来 下来 上来 进来 过来 回来 下去 上去 出去
过去 进去 起 出 进 回 里面 外面 上面 下面 前面 后面 第 两 三 二 四 五 六 七 八 九 十 百 千 万 亿 零 元 号 种 位 次 名 条 件 张 只
把 块 片 进行 使用 用来 用于 作为 成为 变成 具有 包括 包含 属于 位于 来自 以此 由此 为此 因此 在于 基于 便于 由于 对此 如此
如下 如上 上述 下述 以下 此处 某种 此种 多个 多种 许多 很多 不少 大量 大多 大多数 少数 部分 大部分 一部分 得到 看到 知道 觉得
认为 以为 所谓 所示 所在 所以 一来 二来 当中 其间 期间 那时 这时候 那时候 时间 之类 之所以 若干 诸 诸如 云云 甚 甚或 遂
曰 矣 焉 哉 兮 乎 耶 者 吾 汝 尔 彼 斯 夫 盖 惟
";

/// Simplified and traditional characters that differ in function words.
const TRADITIONAL: &str = "
这這 们們 为為 个個 来來 时時 说說 对對 与與 将將 从從 还還 后後 没沒 并並 给給 让讓 会會 过過 于於 样樣 种種 么麼 间間 里裡
虽雖 尽盡 无無 论論 仅僅 况況 当當 则則 应應 该該 须須 实實 现現 极極 总總 经經 谁誰 处處 属屬 变變 过過 别別 动動 两兩 万萬
亿億 几幾 发發 边邊 儿兒 条條 张張 块塊 号號 长長 进進 却卻 据據 关關 针針 随隨 认認 觉覺 话話 设設 宁寧 尔爾 吗嗎
确確 类類 诸諸 数數 称稱 见見 问問 头頭 岁歲 内內 备備 转轉 听聽 开開 点點 国國 学學
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [idf, dict, texts @ ..] = arguments.as_slice() else {
        eprintln!("usage: idf_table IDF_TXT DICT_TXT DIR=SHARE…");
        return ExitCode::FAILURE;
    };
    match build(idf, dict, texts) {
        Ok(table) => write(&table).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS),
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn build(idf: &str, dict: &str, texts: &[String]) -> Result<BTreeMap<String, f64>, String> {
    let mut table = chinese(&read(idf)?, &read(dict)?);
    let english = english(texts)?;
    eprintln!("{} Chinese words, {} English words before the cut", table.len(), english.len());
    table.extend(english);
    for word in function_words() {
        *table.entry(word).or_insert(UNCOUNTED_FUNCTION_WORD) /= FUNCTION_DIVISOR;
    }
    add_traditional(&mut table);
    table.retain(|_, value| *value < CUT);
    table.extend(URL_WORDS.split_whitespace().map(|word| (word.to_owned(), URL_LEVEL)));
    table.extend(NAMES.split_whitespace().map(|word| (word.to_owned(), NAME_LEVEL)));
    Ok(table)
}

fn write(table: &BTreeMap<String, f64>) -> io::Result<()> {
    let mut levels: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for (word, value) in table {
        levels.entry((value.max(LEAST) * 10.0).round() as u32).or_default().push(word);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    write!(out, "{HEADER}{PARAMETERS}@words {}\n\n", table.len())?;
    for (level, words) in levels {
        writeln!(out, "{}.{}\t{}", level / 10, level % 10, words.join(" "))?;
    }
    out.flush()
}

fn read(path: &str) -> Result<String, String> {
    fs::read(path)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|problem| format!("{path}: {problem}"))
}

fn function_words() -> BTreeSet<String> {
    ENGLISH_FUNCTION_WORDS
        .split_whitespace()
        .chain(CHINESE_FUNCTION_WORDS.split_whitespace())
        .map(str::to_owned)
        .collect()
}

/// Function words have the same value in traditional and in simplified characters.
fn add_traditional(table: &mut BTreeMap<String, f64>) {
    let pairs: HashMap<char, char> = TRADITIONAL
        .split_whitespace()
        .filter_map(|pair| {
            let mut characters = pair.chars();
            Some((characters.next()?, characters.next()?)).filter(|(simplified, traditional)| simplified != traditional)
        })
        .collect();
    for word in CHINESE_FUNCTION_WORDS.split_whitespace() {
        let traditional: String = word.chars().map(|c| pairs.get(&c).copied().unwrap_or(c)).collect();
        if traditional != word
            && let Some(&value) = table.get(word)
        {
            table.insert(traditional, value);
        }
    }
}

/// The words that jieba can segment, with the values of `idf` or, without one, values by their frequency in `dict`.
fn chinese(idf: &str, dict: &str) -> BTreeMap<String, f64> {
    let not_numerals: BTreeSet<&str> = NOT_NUMERALS.split_whitespace().collect();
    let wanted = |word: &str| {
        word.chars().all(is_han)
            && (word.chars().count() == 1 || not_numerals.contains(word) || !word.chars().all(|c| NUMERALS.contains(c)))
    };
    let mut table: BTreeMap<String, f64> = idf
        .lines()
        .filter_map(|line| line.rsplit_once(' '))
        .filter(|(word, _)| wanted(word))
        .filter_map(|(word, value)| Some((word.to_owned(), value.parse().ok()?)))
        .collect();
    let frequencies: Vec<(&str, f64)> = dict
        .lines()
        .filter_map(|line| {
            let mut fields = line.split(' ');
            Some((fields.next()?, fields.next()?.parse().ok()?))
        })
        .filter(|(word, _)| wanted(word))
        .collect();

    // One line for each length of word: value = a + b · ln(frequency). Frequencies below 5 are mostly guesses by the
    // authors of the dictionary ("3" means "not counted"), so they do not shape the line and get no value.
    let counted = || frequencies.iter().filter(|(_, frequency)| *frequency >= 5.0);
    let mut lines = [(0.0, 0.0); 4];
    for (class, line) in lines.iter_mut().enumerate() {
        let points: Vec<(f64, f64)> = counted()
            .filter(|(word, _)| length_class(word) == class)
            .filter_map(|(word, frequency)| Some((frequency.ln(), *table.get(*word)?)))
            .collect();
        *line = least_squares(&points);
        eprintln!("words of {} characters: idf = {:.2} {:+.2} ln(frequency)", class + 1, line.0, line.1);
    }
    let missing: Vec<(String, f64)> = counted()
        .filter(|(word, _)| !table.contains_key(*word))
        .map(|(word, frequency)| {
            let (a, b) = lines[length_class(word)];
            ((*word).to_owned(), a + b * frequency.ln())
        })
        .collect();
    eprintln!("{} words only in the dictionary", missing.iter().filter(|(_, value)| *value < CUT).count());
    table.extend(missing);
    table
}

fn length_class(word: &str) -> usize {
    word.chars().count().clamp(1, 4) - 1
}

fn least_squares(points: &[(f64, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let (sx, sy) = points.iter().fold((0.0, 0.0), |(sx, sy), (x, y)| (sx + x, sy + y));
    let (mx, my) = (sx / n, sy / n);
    let (sxy, sxx) =
        points.iter().fold((0.0, 0.0), |(sxy, sxx), (x, y)| (sxy + (x - mx) * (y - my), sxx + (x - mx) * (x - mx)));
    let b = sxy / sxx;
    (my - b * mx, b)
}

/// The words of the sources, each given as `DIR=SHARE`, with their values.
fn english(sources: &[String]) -> Result<BTreeMap<String, f64>, String> {
    let mut counted = Vec::new();
    for source in sources {
        let (directory, share) = source.rsplit_once('=').ok_or_else(|| format!("{source}: not DIR=SHARE"))?;
        let share: f64 = share.parse().map_err(|problem| format!("{source}: {problem}"))?;
        let (documents, words) = count(Path::new(directory)).map_err(|problem| format!("{directory}: {problem}"))?;
        eprintln!("{documents} documents, {} words, share {share}: {directory}", words.len());
        counted.push((share, f64::from(documents), words));
    }
    let all: f64 = counted.iter().map(|(share, ..)| share).sum();
    // Ordered, so that the sums are always added in the same order.
    let mut seen: BTreeMap<String, (f64, u32, u32)> = BTreeMap::new();
    for (share, documents, words) in counted {
        for (word, df) in words {
            let (root, total, sources) = seen.entry(word).or_default();
            *root += share / all * (f64::from(df) / documents).sqrt();
            *total += df;
            *sources += 1;
        }
    }
    let functions = function_words();
    Ok(seen
        .into_iter()
        .filter(|(word, (_, total, sources))| {
            functions.contains(word)
                || (*total >= 2 && is_english(word))
                || (*sources >= 2 && is_name_with_digits(word))
        })
        .map(|(word, (root, ..))| (word, -2.0 * root.ln()))
        .collect())
}

/// At least two letters, with or without apostrophes. Possessives are excluded: the reader looks them up without `'s`.
fn is_english(word: &str) -> bool {
    let letters = word.chars().filter(char::is_ascii_lowercase).count();
    letters >= 2 && word.chars().all(|c| c.is_ascii_lowercase() || c == '\'') && !word.ends_with("'s")
}

/// Names such as `utf8`, `sha256` and `ipv4`.
fn is_name_with_digits(word: &str) -> bool {
    let letters = word.chars().take_while(char::is_ascii_lowercase).count();
    letters >= 2 && word[letters..].chars().all(|c| c.is_ascii_digit())
}

/// The number of documents in the files of `directory`, and in how many of them each word occurs.
fn count(directory: &Path) -> io::Result<(u32, HashMap<String, u32>)> {
    let mut files = fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    files.sort();
    // For each word, the number of its documents and the last of them.
    let mut words: HashMap<String, (u32, u32)> = HashMap::new();
    let (mut document, mut inside) = (1, 0);
    for file in files {
        let text = String::from_utf8_lossy(&fs::read(file)?).replace('’', "'");
        for line in text.lines() {
            for segment in segments(line).into_iter().filter(|segment| segment.kind == SegmentKind::Word) {
                if inside == DOCUMENT {
                    (document, inside) = (document + 1, 0);
                }
                inside += 1;
                let (df, last) = words.entry(segment.span.of(line).to_lowercase()).or_default();
                if *last != document {
                    (*df, *last) = (*df + 1, document);
                }
            }
        }
    }
    Ok((document, words.into_iter().map(|(word, (df, _))| (word, df)).collect()))
}
