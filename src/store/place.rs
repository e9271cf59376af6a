//! The places of libraries: files, by name in the platform's data folder or anywhere by path, and servers by URL:
//! `redis://HOST:PORT/DATABASE/NAME`, with `rediss` for TLS, and `redis+cluster://HOST:PORT,HOST:PORT/NAME` for a
//! cluster, of which any nodes are named.
//!
//! User and password may be in a URL as in any. They are never shown: neither `Display` nor `Debug` writes them.

use std::{
    error::Error,
    ffi::OsStr,
    fmt,
    io::Read as _,
    path::{Path, PathBuf},
};

use directories::ProjectDirs;
use percent_encoding::percent_decode_str;

use crate::{files, url};

/// The ending of a library's file.
const ENDING: &str = "db";
/// The port of Redis.
const PORT: u16 = 6379;
/// The name of a library whose URL has none.
const NAME: &str = "library";

/// The place of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LibraryPlace {
    File(PathBuf),
    Server(ServerPlace),
}

/// The servers of a library, and its name there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerPlace {
    pub cluster: bool,
    pub tls: bool,
    /// Names or addresses with their ports; more than one only of a cluster.
    pub hosts: Vec<(String, u16)>,
    pub user: Option<String>,
    pub password: Option<Secret>,
    /// The number of the database; a cluster has only 0.
    pub database: u32,
    /// ASCII letters, digits, `.`, `-` and `_`.
    pub name: String,
    /// For a library that is yet to be made.
    pub layout: Layout,
}

/// How the tables of a library are kept on a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Layout {
    /// A string for each segment, entries one behind the other: the least memory, and the fastest.
    #[default]
    Packed,
    /// A set for each segment, as in article 004.
    Sets,
}

impl Layout {
    pub(super) const ALL: [Self; 2] = [Self::Packed, Self::Sets];

    /// A stable name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Packed => "packed",
            Self::Sets => "sets",
        }
    }

    /// The command that reads a segment.
    pub(super) fn read(self) -> &'static str {
        match self {
            Self::Packed => "GET",
            Self::Sets => "SMEMBERS",
        }
    }

    /// The command that adds an entry.
    pub(super) fn add(self) -> &'static str {
        match self {
            Self::Packed => "APPEND",
            Self::Sets => "SADD",
        }
    }
}

/// A password: it cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    /// For the server alone.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// An error in a URL. Never has a part of it, which could be the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UrlError {
    /// It begins as a URL does, but not as one of a library.
    Scheme,
    Host,
    /// It is not the number of a database, or not a name.
    Path,
    /// The percent escapes of user or password are not UTF-8.
    Escape,
    /// Not a layout of tables.
    Layout,
}

impl Error for UrlError {}

impl fmt::Display for UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scheme => "the scheme",
            Self::Host => "a host, or its port",
            Self::Path => "the path",
            Self::Escape => "a percent sign in user or password",
            Self::Layout => "the layout, which is packed or sets",
        })
    }
}

/// The first bytes of an `SQLite` file.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";

impl LibraryPlace {
    /// A file that begins as libraries do.
    pub(crate) fn of_database(path: &Path) -> Option<Self> {
        let mut first = [0; SQLITE.len()];
        let begins = path.is_file() && files::open(path).is_ok_and(|mut file| file.read_exact(&mut first).is_ok());
        (begins && first == *SQLITE).then(|| Self::File(path.to_owned()))
    }

    /// The place that a name, a path or a URL means: a name has no folder and no `.db`, and its file is in [`folder`].
    /// A server takes this password where the URL has none. `None` where there is no home folder.
    ///
    /// # Errors
    /// [`UrlError`].
    pub(crate) fn of(name: &OsStr, password: Option<&str>) -> Result<Option<Self>, UrlError> {
        match name.to_str().map(|url| ServerPlace::of(url, password)) {
            Some(Ok(Some(server))) => Ok(Some(Self::Server(server))),
            Some(Err(error)) => Err(error),
            _ if name.to_str().and_then(url::scheme_of).is_some() => Err(UrlError::Scheme),
            _ => Ok(library_file(name).map(Self::File)),
        }
    }

    /// The file; `None` for a server.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(file),
            Self::Server(_) => None,
        }
    }

    pub(crate) fn lacks_password(&self) -> bool {
        matches!(self, Self::Server(server) if server.password.is_none())
    }

    /// As it is shown: a URL without user and password.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(file) => file.to_string_lossy().into_owned(),
            Self::Server(server) => server.to_string(),
        }
    }

    /// The same without folders; a URL whole.
    pub(crate) fn short_name(&self) -> String {
        match self {
            Self::File(file) => file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            Self::Server(server) => server.to_string(),
        }
    }

    /// What stores it.
    pub(crate) fn engine(&self) -> &'static str {
        match self {
            Self::File(_) => "SQLite",
            Self::Server(server) if server.cluster => "Redis Cluster",
            Self::Server(_) => "Redis",
        }
    }

    /// Whether there may be a library: a server is not asked.
    pub(crate) fn may_exist(&self) -> bool {
        self.file().is_none_or(Path::exists)
    }
}

impl From<PathBuf> for LibraryPlace {
    fn from(file: PathBuf) -> Self {
        Self::File(file)
    }
}

/// The file that a name or a path means.
fn library_file(name: &OsStr) -> Option<PathBuf> {
    let path = Path::new(name);
    let is_path =
        path.components().count() != 1 || path.is_absolute() || path.extension().is_some_and(|ending| ending == ENDING);
    if is_path {
        return Some(path.to_owned());
    }
    let mut file = name.to_owned();
    file.push(".");
    file.push(ENDING);
    Some(folder()?.join(file))
}

/// The names of the libraries in that folder, in the order of the alphabet.
pub(crate) fn named_libraries() -> Vec<String> {
    let files = folder().and_then(|folder| folder.read_dir().ok()).into_iter().flatten().flatten();
    let name = |file: std::fs::DirEntry| {
        let name = file.file_name().into_string().ok()?;
        Some(name.strip_suffix(ENDING)?.strip_suffix('.')?.to_owned())
    };
    let mut names: Vec<String> = files.filter_map(name).collect();
    names.sort_unstable();
    names
}

/// The folder for libraries that have a name.
pub(super) fn folder() -> Option<PathBuf> {
    // Tests leave no trace in the home of whoever runs them.
    if cfg!(test) {
        return Some(std::env::temp_dir().join(format!("simscope-{}", std::process::id())).join("libraries"));
    }
    Some(ProjectDirs::from("", "", "simscope")?.data_dir().join("libraries"))
}

impl ServerPlace {
    /// Reads a URL; `None` where it is none of a server. It takes this password where it has none.
    ///
    /// # Errors
    /// [`UrlError`].
    pub(super) fn of(url: &str, password: Option<&str>) -> Result<Option<Self>, UrlError> {
        let Some((scheme, rest)) = url.split_once("://") else { return Ok(None) };
        let (tls, cluster) = match scheme {
            "redis" => (false, false),
            "rediss" => (true, false),
            "redis+cluster" => (false, true),
            "rediss+cluster" => (true, true),
            _ => return Ok(None),
        };
        // A password may have any character, an at sign and a slash too, where it is not escaped.
        let own = rest.rsplit_once('@');
        let (account, rest) = own.map_or((None, rest), |(account, rest)| (Some(account.to_owned()), rest));
        let account = account.or_else(|| url::account_of(url));
        let (rest, layout) = match rest.split_once("?layout=") {
            Some((rest, name)) => {
                let layout = Layout::ALL.into_iter().find(|layout| layout.name() == name);
                (rest, layout.ok_or(UrlError::Layout)?)
            }
            None => (rest, Layout::default()),
        };
        let (hosts, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, secret) = account.as_deref().map_or(Ok((None, None)), account_of)?;
        let hosts: Vec<(String, u16)> = hosts.split(',').map(host).collect::<Option<_>>().ok_or(UrlError::Host)?;
        if hosts.len() > 1 && !cluster {
            return Err(UrlError::Host);
        }
        let (database, name) = path_of(path.trim_end_matches('/')).ok_or(UrlError::Path)?;
        if cluster && database != 0 {
            return Err(UrlError::Path);
        }
        let password = secret.or_else(|| password.map(str::to_owned)).map(Secret);
        Ok(Some(Self { cluster, tls, hosts, user, password, database, name, layout }))
    }
}

impl fmt::Display for ServerPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tls = if self.tls { "s" } else { "" };
        let cluster = if self.cluster { "+cluster" } else { "" };
        write!(f, "redis{tls}{cluster}://")?;
        for (n, (host, port)) in self.hosts.iter().enumerate() {
            let part = if n > 0 { "," } else { "" };
            if host.contains(':') { write!(f, "{part}[{host}]:{port}") } else { write!(f, "{part}{host}:{port}") }?;
        }
        if self.database > 0 {
            write!(f, "/{}", self.database)?;
        }
        write!(f, "/{}", self.name)
    }
}

type Account = (Option<String>, Option<String>);

/// User and password, without their escapes.
fn account_of(account: &str) -> Result<Account, UrlError> {
    let (user, password) = account.split_once(':').map_or((account, None), |(user, password)| (user, Some(password)));
    let user = Some(unescaped(user)?).filter(|user| !user.is_empty());
    Ok((user, password.map(unescaped).transpose()?))
}

fn unescaped(text: &str) -> Result<String, UrlError> {
    Ok(percent_decode_str(text).decode_utf8().map_err(|_| UrlError::Escape)?.into_owned())
}

/// A host and its port; an IPv6 address in brackets.
fn host(text: &str) -> Option<(String, u16)> {
    let (host, port) = match text.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => text.find(':').map_or((text, ""), |at| text.split_at(at)),
    };
    let port = if port.is_empty() { PORT } else { port.strip_prefix(':')?.parse().ok()? };
    (!host.is_empty()).then(|| (host.to_owned(), port))
}

/// The database and the name of a path, either of which may be missing.
fn path_of(path: &str) -> Option<(u32, String)> {
    let (first, second) = path.split_once('/').map_or((path, None), |(first, second)| (first, Some(second)));
    let (database, name) = match (first.parse(), second) {
        (Ok(database), name) => (database, name.unwrap_or(NAME)),
        (Err(_), Some(_)) => return None,
        (Err(_), None) => (0, if first.is_empty() { NAME } else { first }),
    };
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    (!name.is_empty() && name.bytes().all(allowed)).then(|| (database, name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_folder_and_no_ending() {
        let file = |name: &str| library_file(OsStr::new(name));
        for path in ["news.db", "./news", "a/news", "/a/news"] {
            assert_eq!(file(path), Some(path.into()), "{path}");
        }
        let named = file("news").unwrap();
        assert!(named.ends_with("libraries/news.db"), "{named:?}");
        assert!(file("news.2026").unwrap().ends_with("news.2026.db"));
    }

    fn place(url: &str) -> Result<Option<ServerPlace>, UrlError> {
        ServerPlace::of(url, None)
    }

    fn shown(url: &str) -> String {
        place(url).unwrap().unwrap().to_string()
    }

    #[test]
    fn a_url_is_shown_without_user_and_password() {
        for (url, is_shown) in [
            ("redis://localhost", "redis://localhost:6379/library"),
            ("redis://localhost:7000/2/news", "redis://localhost:7000/2/news"),
            ("rediss://editor:s%40c%2Fret@db.example/news", "rediss://db.example:6379/news"),
            ("redis://:pa@ss/word@localhost/1", "redis://localhost:6379/1/library"),
            ("redis+cluster://a,b:7001,[::1]:7002/news", "redis+cluster://a:6379,b:7001,[::1]:7002/news"),
        ] {
            assert_eq!(shown(url), is_shown);
            let debug = format!("{:?}", place(url));
            assert!(!debug.contains("ret") && !debug.contains("word@"), "{debug}");
        }
    }

    #[test]
    fn user_password_and_layout_are_read() {
        let secret = |place: &ServerPlace| place.password.as_ref().map(|secret| secret.reveal().to_owned());
        let server = place("rediss://editor:s%40c%2Fret@db.example").unwrap().unwrap();
        assert_eq!((server.user.as_deref(), secret(&server).as_deref()), (Some("editor"), Some("s@c/ret")));
        let server = ServerPlace::of("redis://localhost", Some("from outside")).unwrap().unwrap();
        assert_eq!(secret(&server).as_deref(), Some("from outside"));
        let layout = |url| place(url).unwrap().unwrap().layout;
        assert_eq!(["redis://a", "redis://a/b?layout=sets"].map(layout), [Layout::Packed, Layout::Sets]);
        let server = ServerPlace::of("redis://:own@localhost", Some("from outside")).unwrap().unwrap();
        assert_eq!(secret(&server).as_deref(), Some("own"));
    }

    #[test]
    fn what_is_wrong_is_named_and_a_file_is_no_url() {
        for (url, error) in [
            ("redis://", UrlError::Host),
            ("redis://a,b", UrlError::Host),
            ("redis://a:port", UrlError::Host),
            ("redis://a/0/b/c", UrlError::Path),
            ("redis://a/{b}", UrlError::Path),
            ("redis+cluster://a/1", UrlError::Path),
            ("redis://x:%ff@a", UrlError::Escape),
            ("redis://a/news?layout=rows", UrlError::Layout),
        ] {
            assert_eq!(place(url), Err(error), "{url}");
        }
        for file in ["news", "news.db", "./news:2026.db"] {
            assert!(matches!(LibraryPlace::of(OsStr::new(file), None), Ok(Some(LibraryPlace::File(_)))), "{file}");
        }
        for url in ["http://a", "redis:/a", "news:2026"] {
            assert_eq!(LibraryPlace::of(OsStr::new(url), None), Err(UrlError::Scheme), "{url}");
        }
    }
}
