//! What packagers install: completions and the manual page.

use super::fixture::Fixture;

#[test]
fn completions_know_commands_and_values() {
    let fixture = Fixture::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let done = fixture.run(&format!("completions {shell}"));
        assert_eq!((done.code, &*done.err), (0, ""), "{shell}");
        // The other two complete no values.
        let values: &[&str] = &["html-fragment", "article-003", "gb18030", "nfkc"];
        let values = if ["bash", "zsh", "fish"].contains(&shell) { values } else { &[] };
        for part in ["matrix", "files-from", "fingerprints"].iter().chain(values) {
            assert!(done.out.contains(part), "{shell}: {part}");
        }
    }
    // Suggested values exclude no others.
    assert_eq!(fixture.run("hash -q --tokens chars:5 --text fox").code, 0);
    assert_eq!(fixture.run("completions tcsh").code, 2);
}

#[test]
fn the_manual_page_has_its_sections() {
    let page = Fixture::new().run("man");
    assert!(page.code == 0 && page.out.is_ascii(), "{}", page.err);
    let sections: Vec<&str> = page.out.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "ENVIRONMENT", "FILES", "EXAMPLES"] {
        assert!(sections.contains(&section), "{section} is not in {sections:?}");
    }
    for part in [".SH \"EXIT STATUS\"", "\\-\\-fingerprints", "NO_COLOR", "\\[u535A]\\[u5BA2]"] {
        assert!(page.out.contains(part), "{part}");
    }
}
