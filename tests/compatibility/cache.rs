//! A cache file of version 0.1.0 changes no result, and is removed.

use std::fs;

use super::program::{Done, Workspace, fixture};

/// The journal is of 0.1.0, so the program says on every run that shares may differ.
const NOTICE: &str = "simscope: Shares may differ from those of the last session: this version normalises texts differently before it looks for shared text.\n";

/// The report without its date.
fn report(workspace: &Workspace, options: &str) -> String {
    let Done { code, out, err } =
        workspace.run(&format!("review --format json --tokens words --weight tf {options} review"));
    assert_eq!((code, &*err), (0, NOTICE));
    out.lines().filter(|line| !line.contains("\"made\":")).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn an_old_cache_file_changes_nothing_and_is_removed() {
    let [workspace, other] = [Workspace::accepted(), Workspace::accepted()];
    let expected = report(&other, "--no-cache");
    let files = fs::read_dir(fixture("cache")).expect("a folder");
    let names: Vec<String> = files.map(|file| file.expect("read").file_name().into_string().expect("a name")).collect();
    assert_eq!(names.len(), 1);
    workspace.add(&format!(".user/cache/simscope/reviews/{}", names[0]), &format!("cache/{}", names[0]));
    assert_eq!(report(&workspace, ""), expected);
    assert!(!workspace.user("cache/simscope/reviews").exists(), "the old file is removed, and its folder");
    // Nor in place of the cache files of this review.
    for entry in fs::read_dir(workspace.user("cache/simscope/documents")).expect("a folder").flatten() {
        fs::copy(fixture("cache").join(&names[0]), entry.path()).expect("copied");
    }
    assert_eq!(report(&workspace, ""), expected);
    assert_eq!(report(&workspace, ""), expected);
}
