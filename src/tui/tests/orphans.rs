//! Verdicts and notes that lost what they were of: listed, never dropped; and the place of a change in its source.

use std::{fs, path::Path};

use super::*;
use crate::{
    document::{Document, Landmark, Mark},
    tui::model::Lost,
};

const A: &str = "The keeper lit the lamp at dusk and wrote the wind down in the book beside the door.\n\n\
                 He rang the bell for forty days, and all the ships came home in the end, every one of them.\n";

fn open(folder: &Path, names: &[&str]) -> Bench {
    let sources = names.iter().map(|name| Source::File(folder.join(name))).collect();
    let mut bench = Bench::new(sources, Lang::En, (120, 36));
    bench.open_review(folder);
    bench
}

fn lost(bench: &Bench) -> Vec<Lost> {
    bench.model.workspace.review.as_ref().unwrap().orphans.iter().map(|orphan| orphan.lost).collect()
}

#[test]
fn what_was_decided_is_listed_when_its_file_or_words_are_gone() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let b = A.replace("dusk", "dawn").replace("bell", "gong");
    for (name, text) in [("a.txt", A), ("b.txt", &b), ("c.txt", &A.replace("door", "gate"))] {
        write(name, text);
    }
    let mut bench = open(folder.path(), &["a.txt", "b.txt", "c.txt"]);
    let row = bench.model.workspace.row_of([0, 1]).unwrap();
    bench.keys(&["1"].into_iter().chain(std::iter::repeat_n("j", row)).collect::<Vec<_>>().join(" "));
    bench.keys("4");
    if bench.model.workspace.shows_shared() {
        bench.keys("d");
    }
    // A verdict at the first change, a note at the second, one on another pair as a whole.
    bench.keys("v Tab 2 n c Tab").type_text("the bell is another").keys("Esc 1");
    let row = bench.model.workspace.row_of([0, 2]).unwrap();
    bench.keys(&["g"].into_iter().chain(std::iter::repeat_n("j", row)).collect::<Vec<_>>().join(" ")).keys("v 3");
    assert_eq!(lost(&bench), []);
    bench.keys("V");
    assert!(bench.draw().contains("match their files"), "{}", bench.draw());
    drop(bench);

    // The second change is undone, and the third file goes.
    write("b.txt", &A.replace("dusk", "dawn"));
    let mut bench = open(folder.path(), &["a.txt", "b.txt"]);
    assert_eq!(lost(&bench), [Lost::File, Lost::Words]);
    assert!(bench.draw().contains("2 to review again (V)"), "{}", bench.draw());
    bench.keys("V");
    let picture = bench.draw();
    for said in ["file gone", "common text", "c.txt", "text gone"] {
        assert!(picture.contains(said), "{said}\n{picture}");
    }
    bench.keys("Enter");
    assert!(bench.draw().contains("is not open") && bench.model.workspace.dialogs.iter().count() == 1);
    bench.keys("j");
    let picture = bench.draw();
    assert!(picture.contains("CHANGE  bell → gong") && picture.contains("the bell is another"), "{picture}");
    bench.keys("y");
    // A search goes to the row of what it found, also from above it.
    bench.keys("g /").type_text("is another").keys("Enter y");
    assert_eq!(bench.copied, ["the bell is another"; 2]);
    bench.keys("Enter");
    assert_eq!(
        (bench.model.workspace.screen, bench.model.workspace.pair(), bench.model.workspace.dialogs.iter().count()),
        (Screen::Diff, Some([0, 1]), 0)
    );
    // Its words come back, and so does it.
    write("b.txt", &b);
    bench.send(Event::Files(crate::document::FileChange::Files([1].into())));
    bench.settle();
    assert_eq!(lost(&bench), [Lost::File]);
    // A file changed since a verdict on the pair.
    bench.keys("1 v 1");
    write("a.txt", &A.replace("ships", "boats"));
    bench.send(Event::Files(crate::document::FileChange::Files([0].into())));
    bench.settle();
    assert_eq!(lost(&bench), [Lost::File, Lost::Changed]);
}

#[test]
fn without_a_review_it_is_said_where_verdicts_belong() {
    let mut bench = Bench::of(&[A, A]);
    bench.keys("V");
    assert!(bench.draw().contains("f on screen 1 chooses a folder") && bench.model.workspace.dialogs.is_empty());
}

/// The same document with a page that begins at its second paragraph.
fn paged(document: &Document) -> Document {
    let at = document.text.find("He rang").unwrap();
    let landmarks = [Landmark { at: 0, mark: Mark::Page(3) }, Landmark { at, mark: Mark::Page(4) }];
    Document { landmarks: landmarks.into(), ..document.clone() }
}

#[test]
fn pages_and_paragraphs_are_beside_the_change_under_the_cursor() {
    for (lang, size) in [(Lang::En, (80, 24)), (Lang::Zh, (120, 36))] {
        let b = A.replace("dusk", "dawn").replace("bell", "gong");
        let texts = [A, &b].into_iter().zip(1..).map(|(text, nth)| Source::Text { nth, text: text.into() });
        let mut bench = Bench::new(texts.collect(), lang, size);
        let document = paged(bench.model.workspace.batch.document(0).unwrap());
        bench.model.workspace.batch.entries[0].document = Some(Ok(document.into()));
        bench.keys("4");
        if bench.model.workspace.shows_shared() {
            bench.keys("d");
        }
        let places = |bench: &mut Bench| -> Vec<String> {
            let picture = bench.draw();
            let line =
                picture.lines().find(|line| line.contains("A ¶") || line.contains("A p.") || line.contains("A 第"));
            let line = line.and_then(|line| line.split('"').nth(1));
            line.unwrap_or_default()
                .trim_matches(['"', '─', ' '])
                .rsplit('─')
                .next()
                .unwrap_or_default()
                .split("   ")
                .map(|part| part.replace(' ', ""))
                .collect()
        };
        let page = |n: u32| if lang.is_chinese() { format!("，第{n}页") } else { format!(",p.{n}") };
        assert_eq!(places(&mut bench), [format!("A¶1{}", page(3)), "B¶1".into()], "{}", bench.draw());
        bench.keys("n");
        assert_eq!(places(&mut bench), [format!("A¶2{}", page(4)), "B¶2".into()]);
        // While looking for something, that of the match.
        bench.keys("/").type_text("forty").keys("Enter");
        assert_eq!(places(&mut bench), [format!("A¶2{}", page(4))]);
        bench.keys("Esc P");
        let joined = bench.draw().replace(' ', "");
        assert!(joined.contains(&format!("¶1{}", page(3))), "{}", bench.draw());
    }
}

/// A note longer than the screen is scrolled through, and what a search finds in it is seen.
#[test]
fn a_note_longer_than_the_screen_is_read_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.txt", A);
    write("b.txt", &A.replace("dusk", "dawn"));
    let mut bench = open(folder.path(), &["a.txt", "b.txt"]);
    let words: Vec<String> = (0..500).map(|n| format!("word{n}")).collect();
    bench.keys("v 3 c").type_text(&words.join(" ")).keys("Esc");
    drop(bench);
    fs::remove_file(folder.path().join("b.txt")).unwrap();
    let mut bench = open(folder.path(), &["a.txt"]);
    bench.model.size = (80, 24);
    bench.keys("V");
    assert!(bench.draw().contains("word0 ") && !bench.draw().contains("word499"));
    bench.keys("G");
    assert!(bench.draw().contains("word499"), "{}", bench.draw());
    bench.keys("g");
    assert!(bench.draw().contains("word0 "));
    bench.keys("/").type_text("word300").keys("Enter");
    assert!(bench.draw().contains("word300"), "{}", bench.draw());
}
