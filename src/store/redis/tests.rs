//! Laws of a library on servers, which are started for them.
//!
//! `REDIS_DOCUMENTS=200000 cargo test --lib store::redis -- --nocapture` adds more, and prints what it measured.

use std::{
    collections::BTreeSet,
    env,
    ffi::OsStr,
    path::PathBuf,
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use super::*;
use crate::{
    simhash::Recipe,
    store::{LibraryPlace, ServerError, open},
};

#[allow(unreachable_pub)]
#[path = "../../../tests/support/redis.rs"]
mod servers;

use servers::Server;

/// Written at once.
const TOGETHER: usize = 1000;

/// The longest time that the cluster is given for a change.
const PATIENCE: Duration = Duration::from_secs(120);

fn place(url: &str) -> LibraryPlace {
    LibraryPlace::of(OsStr::new(url), None).unwrap().unwrap()
}

fn url(server: &Server) -> String {
    format!("redis://127.0.0.1:{}/test", server.port)
}

fn made(place: &LibraryPlace) -> Box<dyn Store> {
    open(place, Access::Create(&RecipeWithK { recipe: Recipe::default(), k: None })).unwrap()
}

/// Fingerprints of which every eighth is at most four bits from the one before.
fn fingerprint(n: u64) -> Fingerprint {
    let mixed = |n: u64| {
        n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    let flips = if n % 8 == 7 { (0..n / 8 % 5).fold(0, |flips, i| flips | 1 << (mixed(n + i) % 64)) } else { 0 };
    Fingerprint::new((mixed(if n % 8 == 7 { n - 1 } else { n }) ^ flips).into(), 64)
}

fn document(n: u64) -> NewDocument {
    NewDocument {
        path: PathBuf::from(format!("/archive/2026/{n:07}.txt")),
        said: [None, None],
        title: None,
        date: None,
        bytes: 5000 + n,
        modified: Some(1_700_000_000_000_000_000),
        content: n,
        chars: 1720,
        fingerprint: Some(fingerprint(n)),
        runs: Vec::new(),
        text: None,
    }
}

fn add(library: &mut dyn Store, documents: impl IntoIterator<Item = u64>) -> Result<(), StoreError> {
    let added = documents.into_iter().map(document).collect();
    library.write(&LibraryChanges { added, ..LibraryChanges::default() }, &Watch::default()).map(drop)
}

/// The contents of the documents near a fingerprint.
fn found(library: &dyn Store, fingerprint: Fingerprint) -> BTreeSet<u64> {
    let near = library.near(fingerprint, 3, &Watch::default()).unwrap().near;
    near.iter().map(|near| library.document(near.document).unwrap().unwrap().content).collect()
}

fn scanned(documents: u64, fingerprint: Fingerprint) -> BTreeSet<u64> {
    (0..documents).filter(|&n| self::fingerprint(n).hamming(fingerprint) <= 3).collect()
}

#[test]
fn it_finds_what_a_file_and_a_scan_find_in_both_layouts() {
    let Some(server) = Server::start(&[]) else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut file = made(&folder.path().join("a.db").into());
    add(&mut *file, 0..300).unwrap();
    for layout in [Layout::Packed, Layout::Sets] {
        let place = place(&format!("{}-{name}?layout={name}", url(&server), name = layout.name()));
        let mut library = made(&place);
        add(&mut *library, 0..300).unwrap();
        let removed = document(6).path;
        for library in [&mut *file, &mut *library] {
            let changes = LibraryChanges { removed: vec![removed.clone()], ..LibraryChanges::default() };
            library.write(&changes, &Watch::default()).unwrap();
            // One that changed.
            let changed = NewDocument { fingerprint: Some(fingerprint(1)), content: 1000, ..document(15) };
            let changes = LibraryChanges { added: vec![changed], ..LibraryChanges::default() };
            library.write(&changes, &Watch::default()).unwrap();
        }
        let library = open(&place, Access::Read).unwrap();
        assert_eq!(library.len().unwrap(), 299);
        for n in 0..300 {
            let fingerprint = fingerprint(n);
            assert_eq!(found(&*library, fingerprint), found(&*file, fingerprint), "{layout:?} {n}");
        }
        // With a scan for each.
        for n in [6, 7, 15] {
            for k in [3, 5] {
                let near = library.near(fingerprint(n), k, &Watch::default()).unwrap().near;
                assert_eq!(near, library.scan(fingerprint(n), k, &Watch::default()).unwrap().near);
            }
        }
        let rows = |library: &dyn Store| {
            library
                .near(fingerprint(6), 3, &Watch::default())
                .unwrap()
                .tables
                .iter()
                .map(|table| table.rows)
                .sum::<u64>()
        };
        assert_eq!(rows(&*library), rows(&*file), "what was removed is taken out of the tables");
        let paths = |library: &dyn Store| {
            let mut paths = Vec::new();
            library
                .each_document(&mut |document| {
                    paths.push(document.path);
                    true
                })
                .unwrap();
            paths
        };
        assert_eq!(paths(&*library), paths(&*file));
        add(&mut *file, [6, 15]).unwrap();
    }
}

#[test]
fn the_same_path_from_two_adders_is_one_document() {
    let Some(server) = Server::start(&[]) else { return };
    let place = place(&url(&server));
    drop(made(&place));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut library = open(&place, Access::Write).unwrap();
                (0..20).for_each(|round| add(&mut *library, (0..50).map(|n| n + round % 3)).unwrap());
            });
        }
    });
    let library = open(&place, Access::Read).unwrap();
    assert_eq!(library.len().unwrap(), 52);
    for n in 0..52 {
        let document = library.document_of(&document(n).path).unwrap().unwrap();
        assert_eq!(document.content, n);
        let near = library.near(fingerprint(n), 0, &Watch::default()).unwrap().near;
        assert_eq!(near.iter().filter(|near| near.document == document.id).count(), 1);
    }
    assert_eq!(
        library.near(fingerprint(7), 3, &Watch::default()).unwrap().near,
        library.scan(fingerprint(7), 3, &Watch::default()).unwrap().near
    );
}

#[test]
fn keys_of_other_programs_are_named_and_never_touched() {
    let Some(server) = Server::start(&[]) else { return };
    let place = place(&url(&server));
    let recipe = RecipeWithK { recipe: Recipe::default(), k: None };
    let in_the_way = |result: Result<(), StoreError>, key: &str| {
        assert!(matches!(result, Err(StoreError::KeyInTheWay(in_the_way)) if in_the_way == key), "{key}");
    };
    for other in ["SET simscope:test:head mine", "LPUSH simscope:test:head mine"] {
        server.ask("DEL simscope:test:head");
        server.ask(other);
        in_the_way(open(&place, Access::Create(&recipe)).map(drop), "simscope:test:head");
        in_the_way(open(&place, Access::Read).map(drop), "simscope:test:head");
    }
    server.ask("DEL simscope:test:head");
    let mut library = made(&place);
    let segment = format!("simscope:test:1:{:04x}", fingerprint(0).value() >> 48);
    server.ask(&format!("LPUSH {segment} mine"));
    server.ask("SET mine 1");
    in_the_way(add(&mut *library, [0]), &segment);
    in_the_way(library.near(fingerprint(0), 3, &Watch::default()).map(drop), &segment);
    assert_eq!(library.len().unwrap(), 0, "a document is there with all its keys, or not at all");
    assert!(server.ask(&format!("LRANGE {segment} 0 -1")).contains("mine"));
    server.ask("HSET simscope:test:head a b");
    assert!(server.ask("GET mine").contains('1'));
}

#[test]
fn a_server_that_goes_away_is_an_error_and_its_return_is_noticed() {
    let Some(mut server) = Server::start(&["--appendonly", "yes", "--appendfsync", "always"]) else { return };
    let place = place(&url(&server));
    let mut library = made(&place);
    add(&mut *library, 0..10).unwrap();
    server.kill();
    let gone = |error: Option<StoreError>| {
        assert!(matches!(error, Some(StoreError::Server(ServerError::Unreachable(_)))), "{error:?}");
    };
    gone(add(&mut *library, 10..20).err());
    gone(library.near(fingerprint(0), 3, &Watch::default()).err());
    gone(open(&place, Access::Read).err());
    server.restart();
    assert_eq!(found(&*library, fingerprint(0)), scanned(10, fingerprint(0)));
    add(&mut *library, 10..20).unwrap();
    assert_eq!(library.len().unwrap(), 20);
}

#[test]
fn a_look_up_counts_no_documents() {
    let Some(server) = Server::start(&[]) else { return };
    let place = place(&url(&server));
    let mut library = made(&place);
    add(&mut *library, 0..30).unwrap();
    let counted = || server.ask("INFO commandstats").contains("cmdstat_hlen");
    library.near(fingerprint(0), 3, &Watch::default()).unwrap();
    assert!(library.holds_at_most(30).unwrap());
    assert!(!counted());
    // More numbers were given out than there are documents.
    add(&mut *library, 0..10).unwrap();
    let held = [29, 30, 31].map(|most| library.holds_at_most(most).unwrap());
    assert_eq!((held, counted()), ([false, true, true], true));
    assert_eq!(library.len().unwrap(), 30);
}

#[test]
fn what_one_server_confirmed_is_found_though_it_is_killed_meanwhile() {
    let Some(mut server) = Server::start(&["--appendonly", "yes", "--appendfsync", "always"]) else { return };
    let place = place(&url(&server));
    drop(made(&place));
    let (confirm, confirmations) = std::sync::mpsc::channel();
    let of_adder = place.clone();
    let adder = thread::Builder::new().spawn(move || {
        let mut library = open(&of_adder, Access::Write).unwrap();
        // Until the server is gone.
        (0..).step_by(20).take_while(|&first| add(&mut *library, first..first + 20).is_ok()).for_each(|first| {
            confirm.send(first + 20).unwrap();
        });
    });
    let adder = adder.unwrap();
    let mut confirmed = confirmations.iter().take(5).last().unwrap();
    server.kill();
    confirmed = confirmations.iter().last().unwrap_or(confirmed);
    adder.join().unwrap();
    server.restart();
    let mut library = open(&place, Access::Write).unwrap();
    let there = library.len().unwrap();
    assert!((confirmed..=confirmed + 20).contains(&there), "{there} of {confirmed}");
    for n in 0..confirmed {
        assert!(found(&*library, fingerprint(n)).contains(&n), "{n}");
    }
    // Adding the interrupted documents again makes no second ones.
    add(&mut *library, confirmed..confirmed + 20).unwrap();
    assert_eq!(library.len().unwrap(), confirmed + 20);
}

#[test]
fn what_a_cluster_confirmed_is_found_once_though_masters_are_killed() {
    let Some(mut cluster) = Cluster::start() else { return };
    let deep = env::var("REDIS_DOCUMENTS").ok();
    let all: u64 = deep.as_ref().map_or(4000, |all| all.parse().expect("a number"));
    let url = cluster.url("test");
    let place = place(&url);
    drop(made(&place));
    let done = AtomicBool::new(false);
    let (mut confirmed, mut longest, mut took) = (0, Duration::ZERO, Duration::ZERO);
    let mut failovers = Vec::new();
    thread::scope(|scope| {
        let adding = scope.spawn(|| {
            let mut library = open(&place, Access::Write).unwrap();
            let (started, mut longest, mut confirmed) = (Instant::now(), Duration::ZERO, 0);
            while confirmed < all || !done.load(Ordering::Relaxed) {
                let next = (confirmed + TOGETHER as u64).min(all.max(confirmed + 1));
                let began = Instant::now();
                add(&mut *library, confirmed..next).unwrap();
                longest = longest.max(began.elapsed());
                confirmed = next;
            }
            (confirmed, longest, started.elapsed())
        });
        let looking_up = scope.spawn(|| {
            let library = open(&place, Access::Read).unwrap();
            let mut looked_up = 0;
            while !done.load(Ordering::Relaxed) {
                let near = library.near(fingerprint(looked_up % all), 3, &Watch::default()).unwrap().near;
                assert!(near.windows(2).all(|pair| pair[0].document != pair[1].document), "found twice");
                looked_up += 1;
            }
            looked_up
        });
        let mut masters = cluster.masters();
        // A failover takes seconds of waiting: all masters in turn where it may take long.
        masters.truncate(if deep.is_some() { masters.len() } else { 1 });
        for master in masters {
            cluster.nodes[master].kill();
            failovers.push(cluster.until_failed_over(master));
            cluster.nodes[master].restart();
            cluster.until_whole();
        }
        done.store(true, Ordering::Relaxed);
        (confirmed, longest, took) = adding.join().unwrap();
        println!("{} look-ups meanwhile", looking_up.join().unwrap());
    });
    let library = open(&place, Access::Read).unwrap();
    assert_eq!(library.len().unwrap(), confirmed);
    let mut contents = Vec::new();
    library
        .each_document(&mut |document| {
            contents.push(document.content);
            true
        })
        .unwrap();
    contents.sort_unstable();
    assert_eq!(contents, (0..confirmed).collect::<Vec<_>>(), "all that was confirmed is there, each once");
    let fingerprints: Vec<Fingerprint> = (0..confirmed).map(fingerprint).collect();
    let started = Instant::now();
    let sample: Vec<u64> = (0..confirmed).step_by((confirmed / 1000).max(1) as usize).collect();
    let looked_up: Vec<BTreeSet<u64>> = sample.iter().map(|&n| found(&*library, fingerprints[n as usize])).collect();
    let per_look_up = started.elapsed() / sample.len() as u32;
    for (&n, found) in sample.iter().zip(&looked_up) {
        let of_n = fingerprints[n as usize];
        let scan = fingerprints.iter().zip(0..).filter(|(other, _)| other.hamming(of_n) <= 3).map(|(_, at)| at);
        assert_eq!(*found, scan.collect(), "{n}");
    }
    assert_eq!(library.stats().unwrap().documents, confirmed);
    println!(
        "{confirmed} added in {took:?}, longest wait {longest:?}; failovers {failovers:?}; a look-up {per_look_up:?}"
    );
}

/// A cluster of three masters and three replicas on this machine: each master is followed by its replica some time.
struct Cluster {
    nodes: Vec<Server>,
}

impl Cluster {
    /// Starts one; `None` where Redis is not installed.
    fn start() -> Option<Self> {
        let node =
            || Server::start(&["--cluster-enabled", "yes", "--cluster-node-timeout", "1000", "--appendonly", "yes"]);
        let nodes: Vec<Server> = (0..6).map(|_| node()).collect::<Option<_>>()?;
        let addresses = nodes.iter().map(|node| format!("127.0.0.1:{}", node.port));
        let made = Command::new("redis-cli")
            .args(["--cluster", "create"])
            .args(addresses)
            .args(["--cluster-replicas", "1", "--cluster-yes"])
            .output()
            .expect("redis-cli");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stdout));
        let cluster = Self { nodes };
        cluster.until_whole();
        Some(cluster)
    }

    /// The places of the masters.
    fn masters(&self) -> Vec<usize> {
        let is_master = |node: &Server| node.ask("ROLE").contains("master");
        (0..self.nodes.len()).filter(|&at| is_master(&self.nodes[at])).collect()
    }

    /// Waits until the cluster works and each master has its replica.
    fn until_whole(&self) {
        until(|| {
            let nodes = || self.nodes.iter();
            let replicas =
                nodes().filter(|node| node.ask("INFO replication").contains("master_link_status:up")).count();
            nodes().all(|node| node.ask("CLUSTER INFO").contains("cluster_state:ok")) && replicas == 3
        });
    }

    /// Waits until another node has taken a killed one's place, and says how long that took.
    fn until_failed_over(&self, killed: usize) -> Duration {
        let started = Instant::now();
        until(|| {
            let others = self.nodes.iter().enumerate().filter(|(at, _)| *at != killed);
            let ok = others.filter(|(_, node)| node.ask("CLUSTER INFO").contains("cluster_state:ok")).count();
            ok == 5 && self.masters().len() == 3
        });
        started.elapsed()
    }

    fn url(&self, name: &str) -> String {
        let hosts: Vec<String> = self.nodes.iter().map(|node| format!("127.0.0.1:{}", node.port)).collect();
        format!("redis+cluster://{}/{name}", hosts.join(","))
    }
}

fn until(mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < PATIENCE, "the cluster did not come to it");
        // The servers have no way to say when they are done.
        thread::sleep(Duration::from_millis(50));
    }
}
