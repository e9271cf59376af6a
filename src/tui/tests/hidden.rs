//! Names that are hidden: no screen, dialog, notice or copied text has one.

use std::fs;

use super::*;
use crate::{
    review::{Roots, journal::Journal},
    tui::model::OpenReview,
};

const TEXT: &str = "The keeper lit the lamp at dusk and wrote the wind down in the book beside the door.\n\n\
                    He rang the bell for forty days, and all the ships came home in the end, every one of them.\n";
/// The names that nobody is to see.
const SECRETS: [&str; 7] =
    ["meierling", "schulzeback", "aktenordner", "geheimfach", "verschollen", "kaputtes", "nachzug"];

/// A review of a folder whose every name is a secret: two near texts, one other, one that cannot be read, notes that
/// name them, a verdict on a file that is gone.
fn bench(lang: Lang, size: (u16, u16)) -> (tempfile::TempDir, Bench) {
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("aktenordner");
    fs::create_dir_all(folder.join("geheimfach")).unwrap();
    let names = ["meierling-entwurf.txt", "geheimfach/schulzeback.txt", "verschollen.txt", "kaputtes.docx"];
    let other = "Glass frogs hide their blood while they sleep, behind mirrors in the liver.";
    for (name, text) in names.iter().zip([TEXT, &TEXT.replace("dusk", "dawn"), other, "PK\u{3}\u{4}no"]) {
        fs::write(folder.join(name), text).unwrap();
    }
    let open = |names: &[&str]| {
        let sources = names.iter().map(|name| Source::File(folder.join(name))).collect();
        let settings = [("lang", if lang.is_chinese() { "zh" } else { "en" }), ("hide-names", "true")];
        let mut bench = Bench::with(sources, &settings, size);
        let roots = Roots::new([&folder]);
        bench.journal = Some(JournalWriter::new(Journal::open(&roots, Some(&folder.join(DATA))).unwrap(), roots));
        bench.model.workspace.review =
            Some(OpenReview { beside: Some(above.path().join("aktenordner-report")), ..OpenReview::default() });
        bench.send(Event::Input(Input::FocusGained));
        bench
    };
    let mut first = open(&names);
    first.keys("c").type_text("meierling-entwurf.txt is from schulzeback").keys("Esc v c");
    first.keys("G v q g");
    drop(first);
    fs::remove_file(folder.join("verschollen.txt")).unwrap();
    let mut bench = open(&[names[0], names[1], names[3]]);
    bench.settle();
    (above, bench)
}

fn sees_no_name(bench: &mut Bench, at: &str) {
    let picture = bench.draw();
    // A name that breaks in two is one all the same.
    let joined: String = bench.cells.concat().split_whitespace().collect();
    for secret in SECRETS {
        assert!(!picture.contains(secret) && !joined.contains(secret), "{secret} after {at}\n{picture}");
        assert!(!bench.copied.iter().any(|copied| copied.contains(secret)), "{secret} copied after {at}");
    }
}

#[test]
fn no_name_reaches_a_cell() {
    for (lang, size) in [(Lang::En, (120, 36)), (Lang::Zh, (80, 24))] {
        let (above, mut bench) = bench(lang, size);
        sees_no_name(&mut bench, "opening");
        let picture = bench.draw();
        let [one, mark] = [t!(lang, "report.document-n", n = 1), t!(lang, "hidden.mark").to_owned()];
        assert!(
            picture.replace(' ', "").contains(&one.replace(' ', ""))
                && picture.replace(' ', "").contains(&mark.replace(' ', "")),
            "{picture}"
        );
        // Dialogs over each screen, closed again by Esc.
        let dialogs = [
            "?",
            "p",
            "E",
            "E G Enter",
            "D",
            "a",
            "P",
            "O",
            "V",
            "V j",
            "V y",
            "P y",
            "P Y",
            "D y",
            "O y",
            "y",
            "Y",
            "e",
            "e G",
            "v",
            "c",
            "o",
            "/",
            "L",
            "R",
            "s",
            ":",
        ];
        for screen in ["1", "2", "3", "4", "5", "6"] {
            bench.keys(screen);
            sees_no_name(&mut bench, screen);
            for keys in dialogs {
                bench.keys(keys);
                sees_no_name(&mut bench, &format!("{screen} {keys}"));
                bench.model.workspace.dialogs.close_all();
                bench.keys(screen);
            }
        }
        assert!(bench.copied.len() > 12, "{:?}", bench.copied);
        bench.keys("1 Tab");
        sees_no_name(&mut bench, "the matrix");
        bench.keys("Tab");
        sees_no_name(&mut bench, "the histogram");
        // A filter that names one, while it is typed, shown, and opened again.
        bench.keys("Tab /").type_text("name:meierling-entwurf.txt");
        sees_no_name(&mut bench, "a filter");
        bench.keys("Enter");
        sees_no_name(&mut bench, "what it lists");
        assert_eq!(bench.model.workspace.listing.len(), 1, "it means the file all the same");
        bench.keys("/");
        sees_no_name(&mut bench, "the filter again");
        bench.keys("Ctrl-u").type_text("-name:*back*").keys("Enter");
        sees_no_name(&mut bench, "a filter with a part of a name");
        bench.keys("Esc c");
        assert!(bench.model.workspace.dialogs.is_empty(), "a note that names one is not opened");
        sees_no_name(&mut bench, "a note");
        // A file that changes, one that cannot be read any more, one that comes.
        let folder = above.path().join("aktenordner");
        fs::write(folder.join("meierling-entwurf.txt"), TEXT.replace("bell", "horn")).unwrap();
        bench.send(Event::Files(crate::document::FileChange::Files([0].into())));
        bench.settle();
        sees_no_name(&mut bench, "a change");
        fs::remove_file(folder.join("meierling-entwurf.txt")).unwrap();
        bench.send(Event::Files(crate::document::FileChange::Files([0].into())));
        bench.settle();
        sees_no_name(&mut bench, "a file that is gone");
        let folder_name = folder.to_string_lossy().into_owned();
        bench.send(Event::Files(crate::document::FileChange::Unwatched(folder_name, "no".into())));
        sees_no_name(&mut bench, "a folder that is not watched");
        fs::write(folder.join("nachzug.txt"), TEXT).unwrap();
        bench.model.workspace.batch.add(vec![Source::File(folder.join("nachzug.txt"))], crate::compare::Role::Batch);
        bench.send(Event::Input(Input::FocusGained));
        bench.settle();
        sees_no_name(&mut bench, "a document that comes");
        // Something that cannot be saved says where, but not by name.
        fs::remove_dir_all(folder.join(".simscope")).unwrap();
        fs::write(folder.join(".simscope"), "").unwrap();
        bench.keys("v 2");
        sees_no_name(&mut bench, "a verdict that cannot be saved");
        // The copy is as hidden as the screen.
        bench.keys("Y");
        let copied = bench.copied.last().unwrap();
        assert!(SECRETS.iter().all(|secret| !copied.contains(secret)), "{copied}");
        bench.command("hide-names");
        assert!(bench.draw().contains("schulze"), "shown again\n{}", bench.draw());
    }
}

#[test]
fn names_follow_the_language_and_a_setting() {
    let (_above, mut bench) = bench(Lang::En, (120, 36));
    bench.keys(":").type_text("set lang zh").keys("Enter");
    assert_eq!(bench.model.workspace.batch.name(0), "文档 1");
    bench.keys(":").type_text("set hide-names false").keys("Enter");
    assert!(bench.model.workspace.batch.name(0).contains("meierling"));
    bench.keys("o");
    assert_eq!(bench.model.workspace.dialogs.iter().count(), 1, "files can be chosen again");
}
