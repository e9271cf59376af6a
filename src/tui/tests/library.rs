//! Screen 6: the index at work, clusters, shared passages.

use super::*;
use crate::tui::model::LibraryPane;

const PASTED: &str =
    "The keeper lit the lamp at dusk and wrote the wind down in the book beside the door, as every evening.";

fn bench(size: (u16, u16)) -> Bench {
    let mut sources = samples();
    for (nth, before) in [(1, "Somebody else wrote this before. "), (2, "Quite another beginning, of other words. ")] {
        sources.push(Source::Text { nth, text: format!("{before}{PASTED}").into() });
    }
    Bench::new(sources, Lang::En, size)
}

#[test]
fn all_documents_together_in_both_sizes() {
    let mut wide = bench((120, 36));
    wide.keys("6");
    let picture = wide.draw();
    for shown in ["LOOKED UP", "TABLES", "COMPARED", "CLUSTERS", "SHARED PASSAGES"] {
        assert!(picture.contains(shown), "{shown}: {picture}");
    }
    let mut narrow = bench((80, 24));
    narrow.keys("6");
    for shown in ["TABLES", "CLUSTERS", "SHARED PASSAGES"] {
        assert!(narrow.draw().contains(shown), "{shown}: {}", narrow.draw());
        narrow.keys("Tab");
    }
}

#[test]
fn the_index_finds_what_comparing_with_all_finds_under_every_plan() {
    let mut bench = bench((120, 36));
    bench.keys("6");
    for _ in 0..3 {
        for _ in 0..9 {
            assert!(bench.draw().contains("comparing"), "{}", bench.draw());
            bench.keys("l");
        }
        bench.keys("P");
    }
    bench.keys("+ + + + + + + + + + + +");
    assert!(bench.draw().contains("comparing") || bench.draw().contains("no plan"), "{}", bench.draw());
}

#[test]
fn the_cutoff_goes_where_clusters_join() {
    let mut bench = bench((120, 36));
    bench.keys("6 Tab");
    assert_eq!(bench.model.workspace.library.pane, LibraryPane::Clusters);
    let counts = bench.model.workspace.results.index_view.value().unwrap().forest.counts();
    while bench.model.workspace.library.cutoff < counts.last().unwrap().0 {
        let before = bench.model.workspace.library.cutoff;
        bench.keys("]");
        assert!(
            bench.model.workspace.library.cutoff > before
                && counts.iter().any(|(hd, _)| *hd == bench.model.workspace.library.cutoff)
        );
    }
    assert_eq!(
        (bench.model.workspace.library.found.clusters.len(), bench.model.workspace.library.found.alone.len()),
        (1, 0)
    );
    for _ in 0..20 {
        bench.keys("[");
    }
    assert!(bench.model.workspace.library.cutoff == 0 && bench.draw().contains("No two documents are this close"));
}

#[test]
fn enter_opens_the_pair() {
    let mut bench = bench((120, 36));
    let last = bench.model.workspace.batch.entries.len() - 1;
    bench.keys("/ h d < = 1 Enter 6 Tab Tab G g");
    let passages = &bench.model.workspace.results.index_view.value().unwrap().passages;
    let row = passages.iter().position(|p| p.texts[..] == [last as u32 - 1, last as u32]).unwrap();
    for _ in 0..row {
        bench.keys("j");
    }
    bench.keys("Enter");
    assert_eq!((bench.model.workspace.screen, bench.model.workspace.pair()), (Screen::Diff, Some([last - 1, last])));
    let shown = bench.model.workspace.diff.search.as_ref().expect("the passage is shown");
    assert!(shown.matches.len() >= 2, "in both texts: {shown:?}");
    bench.keys("6 Tab Tab Enter");
    assert_eq!(bench.model.workspace.screen, Screen::Diff);
}

#[test]
fn the_documents_of_a_passage_are_named_and_any_is_laid_beside_the_first() {
    let form = "By handing in this paper I declare that I wrote it myself and that I named every source.";
    let texts = ["bees", "ferries", "wells", "lamps"].map(|of| format!("{form}\n\nThis one is about {of} alone.\n"));
    let mut bench = Bench::of(&texts.each_ref().map(String::as_str));
    bench.keys("6 Tab Tab");
    let picture = bench.draw();
    assert!(picture.contains("in text 1  text 2  text 3  text 4"), "{picture}");
    bench.keys("l l");
    assert!(bench.draw().contains("in text 1  text 4  text 2  text 3"), "{}", bench.draw());
    bench.keys("l h h y");
    assert!(bench.copied.last().is_some_and(|text| text.starts_with("By handing in")), "{:?}", bench.copied);
    bench.keys("Enter");
    assert_eq!(bench.model.workspace.pair(), Some([0, 2]));
    assert!(bench.draw().contains("By handing in"), "{}", bench.draw());
}

#[test]
fn a_filter_knows_the_clusters_of_the_cutoff() {
    let mut bench = bench((120, 36));
    bench.keys("/").type_text("cluster:1");
    bench.keys("Enter");
    let at_ten = bench.model.workspace.listing.len();
    assert!(at_ten > 0 && at_ten < 28, "{at_ten}");
    while bench.model.workspace.library.cutoff < 40 {
        let before = bench.model.workspace.library.cutoff;
        bench.keys("6 ]");
        if bench.model.workspace.library.cutoff == before {
            break;
        }
    }
    assert_eq!(bench.model.workspace.listing.len(), 28, "all hang together now");
}
