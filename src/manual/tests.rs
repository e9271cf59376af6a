//! The manual's own laws: what is read is shown, in every width and both languages.

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
fn blocks_and_pieces() {
    let blocks = parse(
        "# A *b*\n\none `|` **two\nthree** [x `y`](z.md#w)\n- item\n  more\n\n| a | b |\n|---|--:|\n| `x\\|y` | 1<br>2 |\n",
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
    let first = search("Similarity is not proof of copying", (0, 0), true, Lang::En).unwrap();
    let mut at = first;
    for _ in 0..50 {
        at = search("Similarity is not proof of copying", at, true, Lang::En).unwrap();
        if at == first {
            break;
        }
    }
    assert_eq!(at, first);
    assert_eq!(search("zebra crossing", (3, 1), false, Lang::En), None);
    let next = search("k", first, true, Lang::En).unwrap();
    assert_eq!(search("k", next, false, Lang::En).map(|at| at <= next), Some(true));
}

#[test]
fn a_man_page_has_no_request_of_a_text() {
    for topic in topics() {
        for lang in [Lang::En, Lang::Zh] {
            for line in man_page(topic, lang).lines().filter(|line| line.starts_with(['.', '\''])) {
                let known = [".TH", ".SH", ".SS", ".PP", ".IP", ".TP", ".RS", ".RE", ".nf", ".fi", ".br", ".nh", ".ad"];
                assert!(known.iter().any(|request| line.starts_with(request)), "{}: {line}", topic.name);
            }
        }
    }
}

#[test]
fn topics_are_found_by_their_beginning() {
    assert_eq!(find("review").map(|at| topics()[at].name), Some("review"));
    assert_eq!(find("excl").map(|at| topics()[at].name), Some("exclusions"));
    assert_eq!((find("re"), find(""), find("nothing")), (None, None, None));
}
