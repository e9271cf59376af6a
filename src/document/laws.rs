//! What holds for any bytes, any text and any file.

use std::{fs, io::Write, path::Path};

use encoding_rs::GB18030;
use proptest::prelude::*;

use super::{Chosen, Document, LIMIT, ReadError, Source, SpecialFile, from_bytes, read};

/// Words from which texts are made: what is random are the sentences.
const CHINESE: &[&str] = &[
    "灯塔",
    "守望者",
    "每天",
    "清晨",
    "都会",
    "记录",
    "一次",
    "海上",
    "的",
    "风向",
    "，",
    "然后",
    "点亮",
    "那",
    "盏",
    "老灯",
    "。",
    "我们",
    "是",
    "在",
    "有",
    "人",
    "这个",
    "中国",
    "不",
    "了",
    "大",
    "时候",
    "可以",
    "学习",
    "经济",
    "发展",
    "问题",
    "、",
    "开始",
    "最后",
    "夜市",
    "小吃",
    "城市",
    "历史",
    "他们",
    "说",
    "：",
    "“",
    "”",
    "漂亮",
    "颜色",
];
const LATIN: &[&str] = &["the ", "simhash ", "of ", "2026 ", "lighthouse, ", "a ", "tea. ", "(v2) ", "OK ", "frogs\n"];

/// At least twelve Chinese words among Latin ones, so at least 24 characters, and a space at the end.
fn mixed_text() -> impl Strategy<Value = String> {
    let chinese = prop::collection::vec(prop::sample::select(CHINESE), 24..60);
    let latin = prop::collection::vec(prop::sample::select(LATIN), 0..20);
    (chinese, latin)
        .prop_flat_map(|(chinese, latin)| Just([chinese, latin].concat()).prop_shuffle())
        .prop_map(|words| words.concat() + " ")
}

fn document(bytes: Vec<u8>) -> Result<Document, ReadError> {
    from_bytes(Source::Stdin, bytes)
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let size = bytes.len() as u64;
        if let Ok(document) = document(bytes) {
            prop_assert!(!document.text.contains('\r'));
            prop_assert_eq!(document.reading.bytes, size);
            let replacements = document.text.matches(char::REPLACEMENT_CHARACTER).count();
            prop_assert!(replacements >= document.reading.replaced);
        }
    }

    #[test]
    fn utf8_comes_back(text in "[^\\p{Cc}\u{FEFF}]\\PC*") {
        let document = document(text.clone().into_bytes()).unwrap();
        prop_assert_eq!(&**document.text, text);
        prop_assert_eq!((document.reading.chosen, document.reading.replaced), (Chosen::Utf8, 0));
    }

    #[test]
    fn utf16_is_recognised(text in mixed_text()) {
        let little = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (bytes, name) in [(little, "UTF-16LE"), (big, "UTF-16BE")] {
            let document = document(bytes).unwrap();
            prop_assert_eq!((&**document.text, document.reading.encoding.name()), (&*text, name));
            prop_assert_eq!(document.reading.chosen, Chosen::Utf16Test);
        }
    }

    #[test]
    fn utf32_comes_back(text in "[^\\p{Cc}\u{FEFF}]\\PC*") {
        let marked = format!("\u{FEFF}{text}");
        let little = marked.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        let big = marked.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        for (bytes, name) in [(little, "UTF-32LE"), (big, "UTF-32BE")] {
            let document = document(bytes).unwrap();
            prop_assert_eq!((&**document.text, document.reading.encoding.name()), (&*text, name));
            prop_assert_eq!((document.reading.chosen, document.reading.replaced), (Chosen::Bom, 0));
        }
    }

    #[test]
    fn gb18030_is_recognised(text in mixed_text()) {
        let document = document(GB18030.encode(&text).0.into_owned()).unwrap();
        prop_assert_eq!((&**document.text, document.reading.encoding.name()), (&*text, "GB18030"));
        prop_assert_eq!(document.reading.chosen, Chosen::Detected);
    }

    #[test]
    fn damaged_utf8_stays_utf8(text in mixed_text(), at in any::<prop::sample::Index>(), byte in 0x80u8..) {
        let mut bytes = text.into_bytes();
        bytes.insert(at.index(bytes.len()), byte);
        let document = document(bytes).unwrap();
        prop_assert_eq!(document.reading.encoding.name(), "UTF-8");
        prop_assert!(document.reading.replaced <= 4);
    }

    #[test]
    fn cut_utf8_stays_utf8(text in mixed_text(), at in any::<prop::sample::Index>()) {
        let mut bytes = text.into_bytes();
        bytes.truncate(at.index(bytes.len()));
        // A single character may be cut in half.
        prop_assume!(bytes.iter().filter(|byte| **byte >= 0xC0).count() >= 2);
        let document = document(bytes).unwrap();
        prop_assert_eq!(document.reading.encoding.name(), "UTF-8");
        prop_assert!(document.reading.replaced <= 1);
    }
}

fn error(path: &Path) -> ReadError {
    let error = read(&Source::File(path.to_owned())).unwrap_err();
    assert_eq!(error.place(), path.to_string_lossy());
    error
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("binary"), b"\x7FELF\0\0\0\0").unwrap();
    fs::write(path("a.txt"), "text").unwrap();
    // Sparse: takes no room on the disk.
    fs::File::create(path("large")).unwrap().set_len(LIMIT + 1).unwrap();
    assert_eq!(error(&path("missing")).kind(), "not-found");
    assert_eq!(error(&path("a.txt/b.txt")).kind(), "not-found");
    assert_eq!(error(folder.path()).kind(), "is-folder");
    assert_eq!(error(&path("binary")).kind(), "binary");
    assert_eq!(error(&path("large")).kind(), "too-large");
    assert_eq!(error(&path(&"long".repeat(2000))).kind(), "io");
    assert_eq!(read(&Source::File("".into())).unwrap_err().kind(), "not-found");
}

#[cfg(unix)]
#[test]
fn special_files_are_refused_without_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let made = std::process::Command::new("mkfifo").arg(path("pipe")).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo is missing");
    std::os::unix::fs::symlink(path("pipe"), path("link")).unwrap();
    let _listener = std::os::unix::net::UnixListener::bind(path("socket")).unwrap();
    for (path, expected) in [
        (path("pipe"), SpecialFile::NamedPipe),
        (path("link"), SpecialFile::NamedPipe),
        (path("socket"), SpecialFile::Socket),
        ("/dev/zero".into(), SpecialFile::Device),
    ] {
        let error = error(&path);
        assert!(matches!(error, ReadError::Special { what, .. } if what == expected), "{error:?}");
    }
}

#[cfg(unix)]
#[test]
fn links() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    symlink(path("a"), path("b")).unwrap();
    symlink(path("b"), path("a")).unwrap();
    symlink(path("nowhere"), path("dangling")).unwrap();
    fs::write(path("text"), "through a link").unwrap();
    symlink(path("text"), path("link")).unwrap();
    assert_eq!(error(&path("a")).kind(), "link-loop");
    assert_eq!(error(&path("dangling")).kind(), "not-found");
    assert_eq!(&*read(&Source::File(path("link"))).unwrap().text, "through a link");
}

#[cfg(unix)]
#[test]
fn files_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret");
    fs::write(&path, "secret").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // Root may read everything.
    if fs::File::open(&path).is_err() {
        assert_eq!(error(&path).kind(), "permission-denied");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_that_the_shell_names() {
    use std::os::fd::AsRawFd;
    let (reader, mut writer) = std::io::pipe().unwrap();
    let path = format!("/dev/fd/{}", reader.as_raw_fd());
    writer.write_all("茶 and tea\n".as_bytes()).unwrap();
    drop(writer);
    let document = read(&Source::File(path.clone().into())).unwrap();
    assert_eq!((&**document.text, document.name), ("茶 and tea\n", path));
}

#[cfg(target_os = "linux")]
#[test]
fn a_named_pipe_is_refused_by_its_number_too() {
    use std::os::fd::AsRawFd;
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    let open = fs::File::options().read(true).write(true).open(pipe).unwrap();
    assert_eq!(error(Path::new(&format!("/dev/fd/{}", open.as_raw_fd()))).kind(), "special");
}

#[test]
fn an_empty_file_is_an_empty_text() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let document = read(&Source::File(file.path().to_owned())).unwrap();
    assert_eq!((&**document.text, document.reading.bytes), ("", 0));
}
