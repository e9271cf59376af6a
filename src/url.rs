//! URLs of servers, whose user and password nothing may print: they are taken out where a URL comes in, as an argument
//! or a setting, and only a connection gets them back. Must not know what is on a server.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

/// The schemes of servers.
const SCHEMES: [&str; 4] = ["redis", "rediss", "redis+cluster", "rediss+cluster"];

/// The accounts that were taken out, by the URLs that were left.
static ACCOUNTS: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// The scheme that a name begins with: such a name is not taken for that of a file. One letter is a drive.
pub(crate) fn scheme_of(name: &str) -> Option<&str> {
    let (scheme, _) = name.split_once(':')?;
    let allowed = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let is_scheme = scheme.len() > 1 && scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    (is_scheme && scheme.chars().all(allowed)).then_some(scheme)
}

/// A name that begins as the URL of a server does, valid or not.
pub(crate) fn is_of_server(name: &str) -> bool {
    scheme_of(name).is_some_and(|scheme| SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme)))
}

/// A URL in its parts: its scheme with the colon and the slashes, the account, and what follows.
fn parted(url: &str) -> Option<(&str, &str, &str)> {
    let scheme = scheme_of(url).filter(|_| is_of_server(url))?;
    let after = &url[scheme.len() + 1..];
    let slashes = after.len() - after.trim_start_matches('/').len();
    let (head, rest) = url.split_at(scheme.len() + 1 + slashes);
    // A password may have any character, an at sign and a slash too, where it is not escaped.
    let (account, rest) = rest.rsplit_once('@')?;
    Some((head, account, rest))
}

/// A URL without its account, which is remembered for [`account_of`]; and whether it has a password. `None` for any
/// other text. Of two accounts for one URL the first counts.
pub(crate) fn take_account(url: &str) -> Option<(String, bool)> {
    let (head, account, rest) = parted(url)?;
    let left = format!("{head}{rest}");
    let mut accounts = ACCOUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    accounts.entry(left.clone()).or_insert_with(|| account.to_owned());
    Some((left, account.contains(':')))
}

/// The account that was taken out of a URL: user and password as they were written.
pub(crate) fn account_of(url: &str) -> Option<String> {
    ACCOUNTS.lock().unwrap_or_else(PoisonError::into_inner).get(url).cloned()
}

/// A text that may hold URLs, without what could be accounts: for messages that repeat what could not be read.
pub(crate) fn hidden(text: &str) -> Cow<'_, str> {
    let begin = text.to_ascii_lowercase().find("redis").filter(|&begin| text[begin..].contains('@'));
    let Some(begin) = begin else { return Cow::Borrowed(text) };
    let end = text.rfind('@').unwrap_or(text.len());
    Cow::Owned(format!("{}redis…{}", &text[..begin], &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_taken_out_and_given_back() {
        for (url, left, account) in [
            ("redis://editor:s%40c@db.example/n1", "redis://db.example/n1", "editor:s%40c"),
            ("rediss://:pa@ss/word@localhost/n2", "rediss://localhost/n2", ":pa@ss/word"),
            ("redis:/editor:secret@host", "redis:/host", "editor:secret"),
            ("REDIS+CLUSTER:editor:secret@a,b", "REDIS+CLUSTER:a,b", "editor:secret"),
        ] {
            assert_eq!(take_account(url), Some((left.into(), true)));
            assert_eq!(account_of(left).as_deref(), Some(account));
        }
        assert_eq!(take_account("redis://reader@host/n3"), Some(("redis://host/n3".into(), false)));
        for other in ["redis://host/n4", "me@host", "http://me:secret@host", "a redis://x:y@z", "redis", "C:redis@x"] {
            assert_eq!(take_account(other), None, "{other}");
        }
        _ = take_account("redis://editor:other@db.example/n1");
        assert_eq!(account_of("redis://db.example/n1").as_deref(), Some("editor:s%40c"), "the first one");
    }

    #[test]
    fn schemes_are_told_from_names() {
        let schemes = ["redis:/a", "http://a", "C:\\a", "./news:2", "a/b:c", "news", "1a:b", "news:2"].map(scheme_of);
        assert_eq!(schemes, [Some("redis"), Some("http"), None, None, None, None, None, Some("news")]);
    }

    #[test]
    fn what_is_repeated_hides_accounts() {
        assert_eq!(hidden(r#"["redis://u:secret@h/x", 1]"#), r#"["redis…@h/x", 1]"#);
        assert_eq!(hidden("redis and a lamp"), "redis and a lamp");
    }
}
