//! The manual: its topics in English and Chinese, as blocks of text and in lines of a width.
//!
//! The files are in `assets/manual`, in Markdown. Must not know who shows them.

mod layout;

pub(crate) use crate::page::{Line, Look, Piece, text_of};
pub(crate) use layout::lines;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::{locale::Lang, text};

/// A file of the manual.
#[derive(Debug)]
pub(crate) struct Topic {
    pub name: &'static str,
    en: &'static str,
    zh: &'static str,
}

macro_rules! topics {
    ($($name:literal)*) => {
        &[$(Topic {
            name: $name,
            en: include_str!(concat!("../assets/manual/en/", $name, ".md")),
            zh: include_str!(concat!("../assets/manual/zh/", $name, ".md")),
        }),*]
    };
}

/// All topics, in reading order.
static TOPICS: &[Topic] = topics![
    "opening" "screens" "steps" "keys" "review" "exclusions" "filters" "reports" "archives" "library" "operating"
    "lessons" "recipes" "profiles" "numbers" "calibration" "methods" "scripts" "json" "settings" "speed" "limits"
    "development"
];

pub(crate) fn topics() -> &'static [Topic] {
    TOPICS
}

/// The place among the topics of the one with that name, or of the only one whose name begins so.
pub(crate) fn find(name: &str) -> Option<usize> {
    let exact = TOPICS.iter().position(|topic| topic.name == name);
    let mut begun = (0..TOPICS.len()).filter(|&at| TOPICS[at].name.starts_with(name));
    exact.or_else(|| begun.next().filter(|_| begun.next().is_none() && !name.is_empty()))
}

impl Topic {
    /// The file in that language.
    pub(crate) fn text(&self, lang: Lang) -> &'static str {
        if lang.is_chinese() { self.zh } else { self.en }
    }

    pub(crate) fn title(&self, lang: Lang) -> &'static str {
        self.text(lang).lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    pub(crate) fn blocks(&self, lang: Lang) -> Vec<Block> {
        parse(self.text(lang))
    }
}

/// The next topic after that one that has the words, or the one before it, round and round: its first block that has
/// them, or its last.
pub(crate) fn search(words: &str, from: usize, forward: bool, lang: Lang) -> Option<(usize, usize)> {
    let n = TOPICS.len();
    (1..=n).find_map(|step| {
        let topic = (if forward { from + step } else { from + n - step }) % n;
        let blocks = TOPICS[topic].blocks(lang);
        let has = |block: &Block| !text::find(&plain(block), words).is_empty();
        let found = if forward { blocks.iter().position(has) } else { blocks.iter().rposition(has) };
        Some((topic, found?))
    })
}

/// A paragraph or another unit of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// The level is 1 for the title of the topic.
    Heading(usize, Vec<Piece>),
    Paragraph(Vec<Piece>),
    /// An item of a list: how deep it is, its mark, its text.
    Item(usize, String, Vec<Piece>),
    Quote(Vec<Piece>),
    Code(Vec<String>),
    /// Rows of cells, the first of them the head.
    Table(Vec<Vec<Vec<Piece>>>),
    /// The description of a picture.
    Picture(String),
}

/// Reads a topic. A line break is a space, so a Chinese paragraph is one line.
pub(crate) fn parse(source: &str) -> Vec<Block> {
    let mut reader = BlockReader::default();
    Parser::new_ext(source, Options::ENABLE_TABLES).for_each(|event| reader.read(event));
    reader.blocks
}

/// Flattens Markdown: a paragraph in a list or in a quotation is a block, and inline marks are looks.
#[derive(Default)]
struct BlockReader {
    blocks: Vec<Block>,
    /// The text since the last block or cell.
    pieces: Vec<Piece>,
    strong: bool,
    emphasis: bool,
    link: Option<String>,
    /// For each open list, the number of its next item; `None` for bullets.
    lists: Vec<Option<u64>>,
    /// The mark of an item whose first paragraph is still to come.
    mark: Option<String>,
    quoted: bool,
    rows: Vec<Vec<Vec<Piece>>>,
}

impl BlockReader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Code(text) => self.text(&text, Look::Code),
            Event::SoftBreak | Event::HardBreak => self.text(" ", self.look()),
            // A cell has no other way to begin a line.
            Event::InlineHtml(tag) if &*tag == "<br>" => self.text("; ", self.look()),
            Event::Text(text) | Event::InlineHtml(text) | Event::Html(text) => self.text(&text, self.look()),
            // Of extensions that are not in use.
            _ => {}
        }
    }

    fn look(&self) -> Look {
        match (self.strong, self.emphasis) {
            (true, _) => Look::Strong,
            (false, true) => Look::Emphasis,
            (false, false) => Look::Plain,
        }
    }

    fn text(&mut self, text: &str, look: Look) {
        match self.pieces.last_mut() {
            Some(last) if (last.look, &last.link) == (look, &self.link) => last.text.push_str(text),
            _ => self.pieces.push(Piece { text: text.into(), look, link: self.link.clone() }),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Strong => self.strong = true,
            Tag::Emphasis => self.emphasis = true,
            Tag::Link { dest_url, .. } => self.link = Some(dest_url.into_string()),
            Tag::BlockQuote(_) => self.quoted = true,
            Tag::List(first) => {
                // The text of the item that it is in.
                self.paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                self.mark = Some("-".into());
                if let Some(Some(number)) = self.lists.last_mut() {
                    self.mark = Some(format!("{number}."));
                    *number += 1;
                }
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.strong = false,
            TagEnd::Emphasis => self.emphasis = false,
            TagEnd::Link => self.link = None,
            TagEnd::BlockQuote(_) => self.quoted = false,
            TagEnd::List(_) => _ = self.lists.pop(),
            TagEnd::Paragraph | TagEnd::Item | TagEnd::HtmlBlock => self.paragraph(),
            TagEnd::Heading(level) => {
                let pieces = std::mem::take(&mut self.pieces);
                self.blocks.push(Block::Heading(level as usize, pieces));
            }
            TagEnd::CodeBlock => {
                let code = self.take_text();
                self.blocks.push(Block::Code(code.lines().map(Into::into).collect()));
            }
            TagEnd::Image => {
                let alt = self.take_text();
                self.blocks.push(Block::Picture(alt));
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.pieces);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.blocks.push(Block::Table(std::mem::take(&mut self.rows))),
            _ => {}
        }
    }

    fn take_text(&mut self) -> String {
        text_of(&std::mem::take(&mut self.pieces))
    }

    /// Ends a paragraph, unless it was a picture alone.
    fn paragraph(&mut self) {
        let pieces = std::mem::take(&mut self.pieces);
        if pieces.is_empty() {
            return;
        }
        self.blocks.push(match self.mark.take() {
            Some(mark) => Block::Item(self.lists.len().saturating_sub(1), mark, pieces),
            None if self.quoted => Block::Quote(pieces),
            None => Block::Paragraph(pieces),
        });
    }
}

/// What a topic says below a heading, up to the next. The numbers, from 1, are those of a heading of the second level
/// in its topic, and of one of the third below that.
pub(crate) fn section(topic: &str, numbers: &[usize], lang: Lang) -> Vec<Block> {
    let mut blocks = find(topic).map_or_else(Vec::new, |topic| TOPICS[topic].blocks(lang)).into_iter();
    let level = |block: &Block| if let Block::Heading(level, _) = block { Some(*level) } else { None };
    for (&number, depth) in numbers.iter().zip(2..) {
        _ = blocks.by_ref().filter(|block| level(block) == Some(depth)).nth(number - 1);
    }
    blocks.take_while(|block| level(block).is_none()).collect()
}

/// The name by which links lead to a heading.
pub(crate) fn anchor(heading: &[Piece]) -> String {
    let keep = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || "-_".contains(c) => Some(c),
        _ => None,
    };
    text_of(heading).to_lowercase().chars().filter_map(keep).collect()
}

/// The text of a block without its looks, to be searched.
pub(crate) fn plain(block: &Block) -> String {
    match block {
        Block::Heading(_, pieces) | Block::Paragraph(pieces) | Block::Item(.., pieces) | Block::Quote(pieces) => {
            text_of(pieces)
        }
        Block::Code(lines) => lines.join("\n"),
        Block::Table(rows) => {
            let row = |row: &Vec<Vec<Piece>>| row.iter().map(|cell| text_of(cell)).collect::<Vec<_>>().join(" ");
            rows.iter().map(row).collect::<Vec<_>>().join("\n")
        }
        Block::Picture(alt) => alt.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_fits_every_width_in_both_languages() {
        for topic in topics() {
            for lang in [Lang::En, Lang::Zh] {
                let blocks = topic.blocks(lang);
                assert!(matches!(&blocks[0], Block::Heading(1, _)), "{}", topic.name);
                for max_width in [40, 76, 100] {
                    for line in lines(&blocks, max_width) {
                        let text: String = line.pieces.iter().map(|piece| piece.text.as_str()).collect();
                        // Code is shown as it is written.
                        let code = matches!(blocks[line.block], Block::Code(_) | Block::Table(_));
                        assert!(code || text::width(&text) <= max_width, "{}: {text}", topic.name);
                    }
                }
            }
        }
    }

    #[test]
    fn tables_fit_80_columns_and_break_no_code() {
        let tables =
            |lang: Lang| topics().iter().flat_map(move |topic| topic.blocks(lang).into_iter().map(|b| (topic.name, b)));
        for (topic, block) in [Lang::En, Lang::Zh].into_iter().flat_map(tables) {
            let Block::Table(rows) = &block else { continue };
            let lines: Vec<String> =
                lines(std::slice::from_ref(&block), 74).iter().map(|line| text_of(&line.pieces)).collect();
            assert!(lines.iter().all(|line| text::width(line.trim_end()) <= 74), "{topic}: {lines:#?}");
            for piece in rows.iter().flatten().flatten().filter(|piece| piece.look == Look::Code) {
                let name = |word: &&str| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_/.".contains(c));
                for word in piece.text.split(' ').filter(name) {
                    assert!(lines.iter().any(|line| line.contains(word)), "{topic}: {word} in {lines:#?}");
                }
            }
        }
    }

    #[test]
    fn blocks_and_pieces() {
        let blocks = parse(
            "# A *b*\n\none `|` **two\nthree** [x `y`](z.md#w)\n- item\n  more\n\n\
             | a | b |\n|---|--:|\n| `x\\|y` | 1<br>2 |\n",
        );
        assert_eq!(blocks.len(), 4);
        assert_eq!(plain(&blocks[1]), "one | two three x y");
        assert_eq!(plain(&blocks[2]), "item more");
        assert_eq!(plain(&blocks[3]), "a b\nx|y 1; 2");
        let Block::Paragraph(pieces) = &blocks[1] else { panic!("{blocks:?}") };
        assert_eq!(pieces.iter().filter(|piece| piece.link.as_deref() == Some("z.md#w")).count(), 2);
        assert_eq!(pieces.iter().find(|piece| piece.look == Look::Strong).unwrap().text, "two three");
    }

    #[test]
    fn a_search_goes_around_all_topics() {
        let words = "Similarity is not proof of copying";
        let (first, _) = search(words, 0, true, Lang::En).unwrap();
        let mut at = first;
        for _ in 0..topics().len() {
            at = search(words, at, true, Lang::En).unwrap().0;
            if at == first {
                break;
            }
        }
        assert_eq!(at, first);
        assert_eq!(search("zebra crossing", 3, false, Lang::En), None);
        let (next, _) = search("k", first, true, Lang::En).unwrap();
        assert_eq!(search("k", next, false, Lang::En).map(|found| found.0), Some(first));
    }

    #[test]
    fn topics_are_found_by_their_beginning() {
        assert_eq!(find("review").map(|at| topics()[at].name), Some("review"));
        assert_eq!(find("excl").map(|at| topics()[at].name), Some("exclusions"));
        assert_eq!((find("re"), find(""), find("nothing")), (None, None, None));
    }
}
