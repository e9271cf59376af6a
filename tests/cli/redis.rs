//! A library on a server: the same commands, and what may be wrong with a server. Skipped where Redis is not installed.

use serde_json::Value;

use super::{
    fixture::{Fixture, RECIPE, done},
    servers::Server,
};

const TEXTS: &str = "en.txt en-edited.txt other.txt";

fn url(server: &Server) -> String {
    format!("redis://127.0.0.1:{}/news", server.port)
}

/// What `find` says but for the library, the numbers of documents, the times and the passages.
fn near(files: &Fixture, library: &str) -> Value {
    let mut found = files.json(&format!("library find {TEXTS} --format json -k 12 --library {library}"));
    for document in found["documents"].as_array_mut().expect("a list") {
        let near = document["near"].as_array().expect("a list");
        let hit = |hit: &Value| [&hit["hamming"], &hit["fingerprint"], &hit["path"], &hit["a_in_b"]].map(Value::clone);
        *document = near.iter().map(hit).map(Vec::from).collect();
    }
    found["documents"].take()
}

#[test]
fn every_command_works_on_a_server_as_on_a_file() {
    let Some(server) = Server::start(&[]) else { return };
    let (files, url) = (Fixture::new(), url(&server));
    server.ask("SET simscope mine");
    for library in [&url, "a.db"] {
        let added = files.run(&format!("library add {TEXTS} --recipe '{RECIPE}' --library {library}"));
        assert_eq!((added.code, added.err.as_str()), (0, ""));
        assert!(added.out.contains("3 documents") && added.out.contains("3 added"), "{}", added.out);
    }
    assert_eq!(near(&files, &url), near(&files, "a.db"));
    let again = files.run(&format!("library add {TEXTS} --library {url}"));
    assert!(again.out.contains("0 added, 0 replaced, 3 unchanged"), "{}", again.out);

    // All but the id of the library.
    let id = |library: &str| {
        let line = files.run(&format!("library export --library {library}")).out;
        let line: Value = serde_json::from_str(line.lines().next().expect("a line")).expect("JSON");
        line["library"].as_str().expect("an id").to_owned()
    };
    let exported = |library: &str, form: &str| {
        files.run(&format!("library export --format {form} --library {library}")).out.replace(&id(library), "")
    };
    for form in ["jsonl", "csv"] {
        assert_eq!(exported(&url, form), exported("a.db", form));
    }
    let shown = files.json(&format!("library show en.txt --format jsonl --library {url}"));
    assert_eq!((&shown["id"], &shown["runs"]), (&1.into(), &0.into()));
    let listed = files.run(&format!("library list other --library {url}"));
    assert!(listed.out.contains("other.txt") && !listed.out.contains("en.txt"), "{}", listed.out);

    let stats = files.json(&format!("library stats --format json --library {url}"));
    let unknown = ["postings", "texts", "bytes"].map(|name| &stats[name]);
    assert_eq!((&stats["documents"], unknown), (&3.into(), [&Value::Null; 3]));
    let found = files.json(&format!("library find en.txt --format json --library {url}"));
    let of_one = &found["documents"][0];
    assert_eq!([&of_one["sharing"], &of_one["unverified"]], [&Value::Null; 2], "passages are of files alone");
    let found = files.run(&format!("library find en.txt --library {url}")).out;
    assert!(found.contains("passages are found by libraries in a file"), "{found}");

    let reviewed = files.json(&format!("review en.txt --against {url} --format json"));
    assert_eq!(reviewed["archive"]["fingerprints"], 3);

    assert_eq!(files.run(&format!("library remove other.txt --library {url}")).code, 0);
    let gone = files.run(&format!("library show other.txt --library {url}"));
    assert!(gone.code == 2 && gone.err.contains("no document"), "{}", gone.err);
    std::fs::remove_file(files.path().join("en.txt")).expect("removed");
    let pruned = files.run(&format!("library add . --prune-all --library {url}"));
    assert!(pruned.out.contains("1 document removed"), "{}", pruned.out);
    for command in ["verify", "compact"] {
        let refused = files.run(&format!("library {command} --library {url}"));
        assert!(refused.code == 2 && refused.err.contains("for libraries in a file"), "{}", refused.err);
    }
    let refused = files.run(&format!("library add . --keep-text --library {url}"));
    assert!(refused.code == 2 && refused.err.contains("--keep-text"), "{}", refused.err);
    assert!(server.ask("GET simscope").contains("mine"), "keys of others stay");
}

#[test]
fn sets_hold_the_same_documents() {
    let Some(server) = Server::start(&[]) else { return };
    let (files, url) = (Fixture::new(), url(&server));
    for layout in ["packed", "sets"] {
        let added =
            files.run(&format!("library add {TEXTS} --recipe '{RECIPE}' --library {url}-{layout}?layout={layout}"));
        assert_eq!((added.code, added.err.as_str()), (0, ""));
    }
    assert_eq!(near(&files, &format!("{url}-packed")), near(&files, &format!("{url}-sets")));
    let refused = files.run(&format!("library add {TEXTS} --library {url}?layout=rows"));
    assert!(refused.code == 2 && refused.err.contains("layout"), "{}", refused.err);
}

#[test]
fn passwords_come_from_outside_and_are_never_shown() {
    let Some(server) = Server::start(&["--requirepass", "s3cret-word"]) else { return };
    let (files, url) = (Fixture::new(), url(&server));
    let run = |password: Option<&str>, line: &str, url: &str| {
        let mut command = files.command();
        command.args(line.split(' ')).args(["--library", url]);
        if let Some(password) = password {
            command.env("SIMSCOPE_REDIS_PASSWORD", password);
        }
        done(&command.output().expect("started"))
    };
    let add = "library add en.txt --recipe jieba;fold=case;tf;xxh3-64;64;gt";
    for password in [None, Some("wr0ng-word")] {
        let refused = run(password, add, &url);
        assert!(refused.code == 2 && refused.err.contains("SIMSCOPE_REDIS_PASSWORD"), "{}", refused.err);
        assert!(!refused.err.contains("wr0ng"), "{}", refused.err);
    }
    let added = run(Some("s3cret-word"), add, &url);
    assert_eq!((added.code, added.err.as_str()), (0, ""));
    let file = files.path().join("password");
    let from_file = |content: &str| {
        std::fs::write(&file, content).expect("written");
        let mut command = files.command();
        command.args(["library", "list", "--library", &url]).env("SIMSCOPE_REDIS_PASSWORD_FILE", &file);
        done(&command.output().expect("started"))
    };
    let listed = from_file("s3cret-word\n");
    assert_eq!((listed.code, listed.err.as_str()), (0, ""));
    for (content, said) in
        [("", "names a file"), ("wr0ng-word", "SIMSCOPE_REDIS_PASSWORD_FILE"), ("a\nb", "names a file")]
    {
        let refused = from_file(content);
        assert!(refused.code == 2 && refused.err.contains(said), "{}", refused.err);
        assert!(!refused.err.contains("wr0ng"), "{}", refused.err);
    }
    let with_user = url.replace("redis://", "redis://default:s3cret-word@");
    for line in [
        "library list",
        "library stats --format json",
        "library find en.txt --format json",
        "library show 7",
        "library verify",
    ] {
        let said = run(None, line, &with_user);
        assert!(!said.out.contains("s3cret") && !said.err.contains("s3cret"), "{line}: {}{}", said.out, said.err);
        assert!(!said.out.contains("default@") && !said.err.contains("default:"), "{line}");
    }
}

#[test]
fn servers_of_another_kind_are_told_apart() {
    let Some(mut server) = Server::start(&[]) else { return };
    let (files, url) = (Fixture::new(), url(&server));
    for (url, said) in [
        (url.replace("redis://", "rediss://"), "TLS"),
        (url.replace("redis://", "redis+cluster://"), "redis://"),
        (url.clone(), "create one with"),
        ("redis://".to_owned(), "redis://HOST:PORT/NAME"),
        (format!("{url}/more"), "DATABASE/NAME"),
    ] {
        let refused = files.run(&format!("library list --library {url}"));
        assert!(refused.code == 2 && refused.err.contains(said), "{url}: {}", refused.err);
    }
    assert_eq!(files.run(&format!("library add {TEXTS} --recipe '{RECIPE}' --library {url}")).code, 0);
    server.kill();
    for line in ["library find en.txt", "library add en.txt", "review en.txt --format json --against"] {
        let option = if line.ends_with("against") { "" } else { "--library " };
        let failed = files.run(&format!("{line} {option}{url}"));
        assert!(failed.code == 2 && failed.err.contains("no server answers"), "{line}: {}", failed.err);
        assert!(!failed.err.contains("added"), "{line}: {}", failed.err);
    }
    server.restart();
    let lost = files.run(&format!("library list --library {url}"));
    assert!(lost.code == 2 && lost.err.contains("create one with"), "a server that keeps nothing: {}", lost.err);
}

#[test]
fn a_library_of_someone_else_is_only_read_until_it_is_accepted() {
    let Some(server) = Server::start(&[]) else { return };
    let (own, other, url) = (Fixture::new(), Fixture::new(), url(&server));
    assert_eq!(own.run(&format!("library add {TEXTS} --recipe '{RECIPE}' --library {url}")).code, 0);
    let found = other.run(&format!("library find en.txt --library {url}"));
    assert!(found.code == 0 && found.err.contains("to accept this library"), "{}", found.err);
    assert_eq!(other.run(&format!("library add en.txt --library {url}")).code, 2);
    assert_eq!(other.run(&format!("library add en.txt --accept --library {url}")).code, 0);
}

#[cfg(unix)]
#[test]
fn a_password_may_come_through_a_pipe() {
    let Some(server) = Server::start(&["--requirepass", "s3cret-word"]) else { return };
    let (files, url) = (Fixture::new(), url(&server));
    let mut named = files.command_of("mkfifo");
    assert!(named.arg("pipe").status().expect("mkfifo").success());
    let program = env!("CARGO_BIN_EXE_simscope");
    let add = format!("{program} library add en.txt --recipe '{RECIPE}' --library {url}");
    let of_file = "SIMSCOPE_REDIS_PASSWORD_FILE";
    for (script, code) in [
        (format!("printf 's3cret-word\\n' | {of_file}=/dev/fd/0 {add}"), 0),
        (format!("printf 's3cret-word' > pipe & {of_file}=pipe {add}"), 0),
        (format!("printf 's3cret-word\\nmore\\n' | {of_file}=/dev/fd/0 {add}"), 2),
        (format!("yes s3cret-word | {of_file}=/dev/fd/0 {add}"), 2),
    ] {
        let done = done(&files.command_of("sh").args(["-c", &script]).output().expect("started"));
        assert_eq!(done.code, code, "{script}: {}", done.err);
        assert!(!done.err.contains("s3cret"), "{}", done.err);
    }
}

#[test]
fn restricted_rights_and_a_server_that_drops_keys_are_warnings() {
    let Some(server) = Server::start(&["--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru"]) else { return };
    let (files, url) = (Fixture::new(), url(&server));
    let add = || files.run(&format!("library add {TEXTS} --recipe '{RECIPE}' --library {url}"));
    let refused = add();
    assert!(refused.code == 2 && refused.err.contains("allkeys-lru"), "{}", refused.err);
    assert!(server.ask("KEYS *").starts_with("*0"), "nothing was made");
    assert!(server.ask("CONFIG SET maxmemory-policy noeviction save ''").contains("OK"));
    let added = add();
    assert!(added.code == 0 && added.err.contains("neither writes to disk nor has a replica"), "{}", added.err);
    server.ask("ACL SETUSER reader on >s3cret-word ~* +@read -memory -info");
    let run = |line: &str| {
        let mut command = files.command();
        command.args(line.split(' ')).args(["--library", &url.replace("redis://", "redis://reader@")]);
        done(&command.env("SIMSCOPE_REDIS_PASSWORD", "s3cret-word").output().expect("started"))
    };
    assert_eq!(run("library stats --accept").code, 0);
    let found = run("library find en.txt");
    assert_eq!((found.code, found.err.as_str()), (0, ""));
    let stats = run("library stats");
    assert!(stats.code == 0 && stats.out.contains("3 documents\n"), "{}{}", stats.out, stats.err);
    assert!(stats.err.contains("cannot tell whether the server drops documents"), "{}", stats.err);
    std::fs::write(files.path().join("en.txt"), "another text").expect("written");
    let refused = run("library add en.txt");
    assert!(refused.code == 2 && refused.err.contains("permission"), "{}", refused.err);
    assert!(server.ask("CONFIG SET appendonly yes").contains("OK"));
    let stats = files.run(&format!("library stats --library {url}"));
    assert_eq!((stats.code, stats.err.as_str()), (0, ""));
}

/// The certificate of an authority, and one of a server that it signed; `None` where there is no openssl.
fn certificates(files: &Fixture) -> Option<()> {
    let openssl = |arguments: &str| {
        let mut command = files.command_of("openssl");
        command.args(arguments.split(' ')).output().ok().filter(|made| made.status.success())
    };
    files.write("names", "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n");
    let made = openssl("req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.crt")
        .and_then(|_| openssl("req -newkey rsa:2048 -nodes -subj /CN=server -keyout server.key -out server.csr"))
        .and_then(|_| {
            openssl(
                "x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile names -out \
                 server.crt",
            )
        });
    if made.is_none() {
        eprintln!("skipped: there is no openssl");
    }
    made.map(drop)
}

#[test]
fn by_tls_a_library_works_if_its_certificate_is_trusted() {
    let files = Fixture::new();
    let Some(()) = certificates(&files) else { return };
    let Some(server) = Server::start_tls(files.path()) else { return };
    let url = format!("rediss://127.0.0.1:{}/news", server.port);
    let run = |line: &str, trusted: &str| {
        let mut command = files.command();
        command.args(line.split(' ')).args(["--library", &url]);
        done(&command.env("SSL_CERT_FILE", files.path().join(trusted)).output().expect("started"))
    };
    let add = format!("library add {TEXTS} --recipe {RECIPE}");
    // A file without the certificate of the authority.
    let refused = run(&add, "names");
    assert!(refused.code == 2 && refused.err.contains("TLS"), "{}", refused.err);
    let added = run(&add, "ca.crt");
    assert_eq!((added.code, added.err.as_str()), (0, ""));
    let found = run("library find en.txt", "ca.crt");
    assert_eq!(found.code, 0, "{}", found.err);
}
