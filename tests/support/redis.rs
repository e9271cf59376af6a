//! Servers of Redis for tests, on ports of their own. A test that finds no `redis-server` says so, and passes.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use tempfile::TempDir;

/// A node of a cluster listens to the others so many ports above its own.
const BUS: u16 = 10_000;

/// A server that ends with the test.
pub struct Server {
    pub port: u16,
    child: Child,
    folder: TempDir,
    arguments: Vec<String>,
}

impl Server {
    /// Starts one with these arguments; `None` where Redis is not installed.
    pub fn start(arguments: &[&str]) -> Option<Self> {
        if Command::new("redis-server").arg("--version").output().is_err() {
            eprintln!("skipped: there is no redis-server");
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let port = free_port();
        let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let child = spawn(folder.path(), port, &arguments);
        Some(Self { port, child, folder, arguments })
    }

    /// Starts one that speaks TLS alone, with `server.crt` and `server.key` of a folder; `None` where Redis is not
    /// installed, or built without TLS.
    #[allow(dead_code)]
    pub fn start_tls(folder: &Path) -> Option<Self> {
        let help = Command::new("redis-cli").arg("--help").output();
        if !help.is_ok_and(|help| [help.stdout, help.stderr].concat().windows(5).any(|said| said == b"--tls")) {
            eprintln!("skipped: there is no redis-server with TLS");
            return None;
        }
        let port = free_port().to_string();
        let [certificate, key] = ["server.crt", "server.key"].map(|name| folder.join(name).display().to_string());
        let tls = ["--port", "0", "--tls-port", &port, "--tls-auth-clients", "no"];
        let mut server = Self::start(&[&tls[..], &["--tls-cert-file", &certificate, "--tls-key-file", &key]].concat())?;
        server.port = port.parse().ok()?;
        Some(server)
    }

    /// Kills it without a warning, as by `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("ended");
    }

    /// Starts it again where it was.
    pub fn restart(&mut self) {
        self.child = spawn(self.folder.path(), self.port, &self.arguments);
    }

    /// The answer to a command, or nothing where it does not answer.
    pub fn ask(&self, command: &str) -> String {
        let asked = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
            stream.set_read_timeout(Some(Duration::from_secs(5)))?;
            stream.write_all(format!("{command}\r\nQUIT\r\n").as_bytes())?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            Ok(answer)
        };
        asked().unwrap_or_default()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have been killed.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Starts a server, and waits until it says that it is ready.
fn spawn(folder: &Path, port: u16, arguments: &[String]) -> Child {
    fs::create_dir_all(folder).expect("a folder");
    let mut child = Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "3600 1000000", "--dir"])
        .arg(folder)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    assert!(
        lines.by_ref().any(|line| line.is_ok_and(|line| line.contains("Ready to accept connections"))),
        "redis-server did not start"
    );
    // A server whose log nobody reads would stop.
    thread::spawn(move || lines.for_each(drop));
    child
}

fn free_port() -> u16 {
    let port_of = |listener: TcpListener| listener.local_addr().map(|address| address.port());
    for _ in 0..1000 {
        let port = TcpListener::bind("127.0.0.1:0").and_then(port_of).expect("a port");
        let bus = port.checked_add(BUS).is_some_and(|bus| TcpListener::bind(("127.0.0.1", bus)).is_ok());
        if bus {
            return port;
        }
    }
    panic!("no port is free");
}
