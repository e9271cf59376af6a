//! The rights of a browser in the page: it may run the one script and use the one style sheet that are in it, each known
//! by its SHA-256. Nothing else runs, whatever a lesson's texts contain, and nothing is loaded or sent.

/// The content security policy of a page with these two. The test prints the digests of changed ones.
pub(super) const POLICY: &str = "default-src 'none'; \
    style-src 'sha256-zadaWWWXz6zNyxyn6s2zz10eTaq4H4sawzaMNtt68Cs='; \
    script-src 'sha256-fN7EHzb1ejxlVq1hItq8xPRMpk3RBkTeVxk6L67k+kk='; \
    base-uri 'none'; form-action 'none'";

#[cfg(test)]
mod tests {
    use base64::{Engine, prelude::BASE64_STANDARD};
    use sha2::{Digest, Sha256};

    use super::{
        super::{SCRIPT, STYLE},
        *,
    };

    #[test]
    fn the_policy_knows_the_style_sheet_and_the_script() {
        for text in [STYLE, SCRIPT] {
            let digest = BASE64_STANDARD.encode(Sha256::digest(text.replace('\r', "")));
            assert!(POLICY.contains(&format!("'sha256-{digest}'")), "sha256-{digest}");
        }
    }
}
