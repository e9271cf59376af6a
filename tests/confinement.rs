//! A child that was taken over tries everything that it must not be able to do.
//!
//! The children are this test itself, started as the program starts its own: confined, they try what their argument
//! says and answer with what came of it. Each attempt is made by an unconfined child too, where it must succeed:
//! otherwise its failure would prove nothing. Linux only; elsewhere there is nothing to try.

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [linux::CHILD, how, ref attempt @ ..] => linux::child(how, attempt),
        // `cargo test -- --list` and its like.
        _ if arguments.iter().any(|argument| argument == "--list") => {}
        _ => linux::parent(),
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::{
        fs,
        io::{self, Write},
        net::{TcpListener, TcpStream, UdpSocket},
        os::{
            linux::net::SocketAddrExt,
            unix::net::{SocketAddr, UnixListener, UnixStream},
        },
        path::Path,
        process::{self, Command, Stdio},
        thread,
        time::{Duration, Instant},
    };

    use rustix::process::{Pid, Signal};
    use simscope::{
        app::{Bounds, Degree, Measure, Measures, Rights, Start, confine, own_session},
        document::ExtractError,
    };

    /// The first argument of a child.
    pub(super) const CHILD: &str = "--child";

    const PLENTY: Bounds = Bounds { time: Duration::from_secs(60), answer: 1 << 20 };

    /// The acts of a child that was taken over.
    pub(super) fn child(how: &str, attempt: &[&str]) {
        let measures = match how.split_once(':') {
            Some(("rights", folder)) => {
                let [read, write] = ["read", "write"].map(|name| vec![Path::new(folder).join(name)]);
                let degree = Rights { read, write, connect: false }.keep_only();
                vec![(Measure::Landlock, degree)]
            }
            _ if how == "confined" => confine().expect("confined"),
            _ => Measures::new(),
        };
        let mut out = io::stdout();
        let done = match attempt {
            ["measures"] => Ok(format!("{measures:?}")),
            ["environment"] => Ok(format!("{:?}", std::env::vars_os().collect::<Vec<_>>())),
            ["descriptors"] => fs::read_dir("/proc/self/fd").map(|open| format!("{}", open.count())),
            ["group", file] => own_group(file),
            ["overflow"] => Ok(format!("{}", deep(1))),
            ["allocate"] => Ok(format!("{}", vec![1_u8; 2 << 30].len())),
            ["panic"] => Ok(format!("{}", std::panic::catch_unwind(|| panic!("caught")).is_err())),
            _ => tried(attempt).map(|()| "done".into()),
        };
        let said = done.unwrap_or_else(|error| format!("failed: {error}"));
        out.write_all(said.as_bytes()).and_then(|()| out.flush()).expect("its output is open");
    }

    fn tried(attempt: &[&str]) -> io::Result<()> {
        let number = |text: &str| Pid::from_raw(text.parse().expect("a number")).expect("a process");
        match attempt {
            ["read", file] => fs::read(file).map(drop),
            ["write", file] => fs::write(file, "mine"),
            ["append", file] => fs::OpenOptions::new().append(true).open(file).map(drop),
            ["delete", file] => fs::remove_file(file),
            ["rename", file] => fs::rename(file, format!("{file}.moved")),
            ["link", file] => fs::hard_link(file, format!("{file}.linked")),
            ["list", folder] => fs::read_dir(folder).map(drop),
            ["look", file] => fs::metadata(file).map(drop),
            ["connect", port] => TcpStream::connect(("127.0.0.1", port.parse().expect("a port"))).map(drop),
            ["listen"] => TcpListener::bind("127.0.0.1:0").map(drop),
            ["datagram"] => UdpSocket::bind("127.0.0.1:0").map(drop),
            ["socket", path] => UnixStream::connect(path).map(drop),
            ["abstract", name] => UnixStream::connect_addr(&SocketAddr::from_abstract_name(name)?).map(drop),
            ["memory", parent] => fs::File::open(format!("/proc/{parent}/mem")).map(drop),
            ["signal", parent] => Ok(rustix::process::kill_process(number(parent), Signal::WINCH)?),
            ["trace", victim] => {
                Ok(nix::sys::ptrace::attach(nix::unistd::Pid::from_raw(victim.parse().expect("a number")))?)
            }
            ["start", program] => Command::new(program).arg("--list").status().map(drop),
            ["shell"] => Command::new("/bin/sh").args(["-c", "true"]).status().map(drop),
            ["thread"] => thread::Builder::new().spawn(|| ()).map(drop),
            ["grandchild", file] => {
                let sleep = Command::new("/bin/sleep").arg("1000").stdin(Stdio::null()).spawn()?;
                fs::write(file, sleep.id().to_string())
            }
            other => panic!("no such attempt: {other:?}"),
        }
    }

    /// Starts a grandchild that keeps the output open, as the kernel lets it where it refuses seccomp, and ends.
    fn own_group(file: &str) -> io::Result<String> {
        assert_eq!(own_session(), Degree::Full);
        let sleep = Command::new("/bin/sleep").arg("1000").stdin(Stdio::null()).spawn()?;
        fs::write(format!("{file}.new"), sleep.id().to_string())?;
        fs::rename(format!("{file}.new"), file)?;
        Ok(String::new())
    }

    #[expect(unconditional_recursion, reason = "the overflow is what is tried")]
    fn deep(n: u64) -> u64 {
        let wide = std::hint::black_box([n; 64]);
        deep(wide[3] + 1) + wide[5]
    }

    // ---- The parent
    // --------------------------------------------------------------------------------------------------

    fn run(how: &str, attempt: &[&str], bounds: Bounds) -> Result<String, ExtractError> {
        let arguments = [CHILD, how].iter().chain(attempt).map(Into::into).collect();
        let start = Start { program: "/proc/self/exe".into(), arguments };
        start.run(b"", bounds, &|| true).map(|said| String::from_utf8(said).expect("UTF-8"))
    }

    pub(super) fn parent() {
        // Something that children would inherit.
        std::mem::forget(rustix::io::dup(io::stderr()).expect("a descriptor"));
        for (name, test) in [
            ("each attempt fails", each_attempt_fails as fn()),
            ("a child has its pipes and nothing else", a_child_has_its_pipes_and_nothing_else),
            ("a command keeps the rights it needs", a_command_keeps_the_rights_it_needs),
            ("a child that breaks ends", a_child_that_breaks_ends),
            ("a grandchild that keeps the output open ends", a_grandchild_that_keeps_the_output_open_ends),
        ] {
            test();
            println!("test {name} ... ok");
        }
    }

    fn each_attempt_fails() {
        let folder = tempfile::tempdir().expect("a folder");
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = tcp.local_addr().expect("bound").port().to_string();
        let socket = folder.path().join("socket").display().to_string();
        let _socket = UnixListener::bind(&socket).expect("a socket");
        let name = format!("simscope-{}", process::id());
        let address = SocketAddr::from_abstract_name(&name).expect("a name");
        let _abstract = UnixListener::bind_addr(&address).expect("a socket");
        let me = process::id().to_string();
        // A child of ours that waits: to trace the parent would stop this test.
        let mut victim = Command::new("/bin/sleep").arg("1000").spawn().expect("started");
        let traced = victim.id().to_string();
        let file = |n: usize| {
            let path = folder.path().join(n.to_string());
            fs::write(&path, "not yours").expect("written");
            path.display().to_string()
        };
        let here = folder.path().display().to_string();
        let grandchild = folder.path().join("grandchild").display().to_string();
        let attempts: &[&[&str]] = &[
            &["read", &file(1)],
            &["write", &file(2)],
            &["append", &file(3)],
            &["rename", &file(4)],
            &["link", &file(5)],
            &["list", &here],
            &["look", &file(6)],
            &["connect", &port],
            &["listen"],
            &["datagram"],
            &["socket", &socket],
            &["abstract", &name],
            &["signal", &me],
            &["memory", &me],
            &["trace", &traced],
            &["shell"],
            &["thread"],
            &["grandchild", &grandchild],
            &["delete", &file(7)],
        ];
        for attempt in attempts {
            let said = run("confined", attempt, PLENTY).expect("an answer");
            assert!(said.starts_with("failed: "), "{attempt:?}: {said}");
            assert!(!Path::new(&grandchild).exists());
            assert_eq!(fs::read(folder.path().join("7")).expect("still there"), b"not yours");
        }
        // There may be no terminal to write to, but none is found here either.
        assert!(run("confined", &["write", "/dev/tty"], PLENTY).expect("an answer").starts_with("failed: "));
        for attempt in attempts {
            // The settings of this machine may forbid these to anyone.
            if matches!(attempt[0], "trace" | "memory" | "grandchild") {
                continue;
            }
            assert_eq!(run("free", attempt, PLENTY).as_deref(), Ok("done"), "{attempt:?}");
        }
        victim.kill().and_then(|()| victim.wait()).expect("ended");
    }

    fn a_command_keeps_the_rights_it_needs() {
        let folder = tempfile::tempdir().expect("a folder");
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = tcp.local_addr().expect("bound").port().to_string();
        let file = |name: &str| folder.path().join(name).display().to_string();
        for name in ["read", "write", "other"] {
            fs::create_dir(folder.path().join(name)).expect("made");
            fs::write(folder.path().join(name).join("file"), "a text").expect("written");
        }
        std::os::unix::fs::symlink(file("other"), file("read/out")).expect("linked");
        let how = format!("rights:{}", folder.path().display());
        let said = run(&how, &["measures"], PLENTY).expect("an answer");
        if said.contains("None") {
            println!("skipped: this kernel has no Landlock");
            return;
        }
        for (attempt, is_right) in [
            (["read", &file("read/file")], true),
            (["list", &file("read")], true),
            (["write", &file("read/file")], false),
            (["read", &file("other/file")], false),
            (["read", &file("read/out/file")], false),
            (["list", &file("other")], false),
            (["write", &file("other/new")], false),
            (["write", &file("write/new")], true),
            (["rename", &file("write/new")], true),
            (["delete", &file("write/file")], true),
            (["connect", &port], false),
        ] {
            let said = run(&how, &attempt, PLENTY).expect("an answer");
            assert_eq!(said == "done", is_right, "{attempt:?}: {said}");
        }
        // What parses documents is still started.
        let own = std::env::current_exe().expect("this test").display().to_string();
        assert_eq!(run(&how, &["start", &own], PLENTY).as_deref(), Ok("done"));
        assert!(run(&how, &["shell"], PLENTY).expect("an answer").starts_with("failed: "));
    }

    fn a_child_has_its_pipes_and_nothing_else() {
        assert_eq!(run("free", &["environment"], PLENTY).as_deref(), Ok("[]"));
        // Standard input, output, errors into nothing, and the folder that is read to count them.
        assert_eq!(run("free", &["descriptors"], PLENTY).as_deref(), Ok("4"));
        let said = run("confined", &["measures"], PLENTY).expect("an answer");
        for measure in [Measure::Limits, Measure::Session, Measure::NotDumpable] {
            assert!(said.contains(&format!("({measure:?}, {:?})", Degree::Full)), "{said}");
        }
        println!("confined by: {said}");
    }

    fn a_child_that_breaks_ends() {
        assert_eq!(
            run("confined", &["panic"], PLENTY).as_deref(),
            Ok("true"),
            "unwinding needs nothing that is refused"
        );
        for attempt in ["overflow", "allocate"] {
            assert_eq!(run("confined", &[attempt], PLENTY), Err(ExtractError::Crashed), "{attempt}");
        }
    }

    fn a_grandchild_that_keeps_the_output_open_ends() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("pid");
        // Not wanted any more as soon as the grandchild is there, which has the output open for 1000 seconds.
        let arguments = [CHILD, "free", "group"].map(Into::into).into_iter().chain([file.clone().into()]).collect();
        let start = Start { program: "/proc/self/exe".into(), arguments };
        assert_eq!(start.run(b"", PLENTY, &|| !file.exists()), Err(ExtractError::Stopped));
        let status = format!("/proc/{}/stat", fs::read_to_string(&file).expect("its number"));
        let since = Instant::now();
        while fs::read_to_string(&status).is_ok_and(|stat| !stat.contains(") Z ")) {
            assert!(since.elapsed() < Duration::from_secs(30), "it was killed with its group");
            thread::yield_now();
        }
    }
}
