//! A connection to one node, on which nothing lasts or grows without bound: what is sent at once has to be taken and
//! answered within one deadline, and the answers to it have a maximal total size. (The connections of the crate
//! `redis` have a timeout for each read only: a node that sends a byte from time to time would keep them waiting.)
//!
//! Must not know what is asked, nor which nodes there are.

use std::{
    io::{self, Read, Write},
    net::{TcpStream, ToSocketAddrs},
    sync::{Arc, LazyLock},
    time::{Duration, Instant},
};

use ::redis::{Cmd, Parser, RedisError, Value};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned, pki_types::ServerName};

use crate::store::{ServerError, place::ServerPlace};

/// A node that takes longer to connect is not there, and one that takes longer to begin TLS does not speak it.
const CONNECTING: Duration = Duration::from_secs(5);
/// What is sent at once takes milliseconds to answer.
pub(super) const ANSWERING: Duration = Duration::from_secs(20);
/// The most bytes of the answers to what is sent at once.
const LARGEST_ANSWERS: u64 = 64 << 20;

pub(super) struct Connection {
    stream: Stream,
    parser: Parser,
}

enum Stream {
    Plain(Bounded),
    Tls(Box<StreamOwned<ClientConnection, Bounded>>),
}

impl Connection {
    /// Connects to a node as the user of the library.
    ///
    /// # Errors
    /// [`ServerError`].
    pub(super) fn open(place: &ServerPlace, (host, port): &(String, u16)) -> Result<Self, ServerError> {
        // An answer may name any host, and without TLS a host is not authenticated.
        if place.password.is_some() && !place.tls && !place.hosts.contains(&(host.clone(), *port)) {
            return Err(ServerError::Unnamed(format!("{host}:{port}")));
        }
        let tcp = connected(host, *port).map_err(|error| ServerError::Unreachable(error.to_string()))?;
        let stream = if place.tls { with_tls(tcp, host).map_err(ServerError::Tls)? } else { Stream::Plain(tcp) };
        let mut connection = Self { stream, parser: Parser::new() };
        if let Some(password) = &place.password {
            let mut login = Cmd::new();
            login.arg("AUTH").arg(place.user.as_deref()).arg(password.reveal());
            connection.ask(&login, ServerError::Refused)?;
        }
        if place.database != 0 {
            connection.ask(Cmd::new().arg("SELECT").arg(place.database), ServerError::Other)?;
        }
        Ok(connection)
    }

    fn ask(&mut self, command: &Cmd, refused: impl Fn(String) -> ServerError) -> Result<(), ServerError> {
        let unreachable = |error: RedisError| ServerError::Unreachable(said_by(&error));
        self.send(&command.get_packed_command()).map_err(unreachable)?;
        match self.receive().map_err(unreachable)? {
            Value::ServerError(error) => Err(refused(RedisError::from(error).to_string())),
            _ => Ok(()),
        }
    }

    /// Sends commands, which are to be answered from now on.
    ///
    /// # Errors
    /// [`RedisError`].
    pub(super) fn send(&mut self, commands: &[u8]) -> Result<(), RedisError> {
        let stream: &mut dyn Write = match &mut self.stream {
            Stream::Plain(tcp) => {
                tcp.begin(ANSWERING);
                tcp
            }
            Stream::Tls(tls) => {
                tls.sock.begin(ANSWERING);
                tls
            }
        };
        stream.write_all(commands)?;
        stream.flush()?;
        Ok(())
    }

    /// The next answer.
    ///
    /// # Errors
    /// [`RedisError`].
    pub(super) fn receive(&mut self) -> Result<Value, RedisError> {
        match &mut self.stream {
            Stream::Plain(tcp) => self.parser.parse_value(tcp),
            Stream::Tls(tls) => self.parser.parse_value(tls),
        }
    }

    /// The answers reached the maximal size.
    pub(super) fn has_enough(&self) -> bool {
        match &self.stream {
            Stream::Plain(tcp) => tcp.left == 0,
            Stream::Tls(tls) => tls.sock.left == 0,
        }
    }
}

/// The error in words: the system has but a number for a server that says nothing.
pub(super) fn said_by(error: &RedisError) -> String {
    said_within(error, ANSWERING)
}

fn said_within(error: &RedisError, time: Duration) -> String {
    if error.is_timeout() { format!("no answer within {} seconds", time.as_secs()) } else { error.to_string() }
}

fn connected(host: &str, port: u16) -> io::Result<Bounded> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECTING) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                let mut bounded = Bounded { stream, until: Instant::now(), left: 0 };
                bounded.begin(CONNECTING);
                return Ok(bounded);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Begins TLS. A server that does not speak it waits for more, says something else, or closes the connection.
fn with_tls(tcp: Bounded, host: &str) -> Result<Stream, String> {
    static TRUSTING: LazyLock<Result<Arc<ClientConfig>, String>> = LazyLock::new(|| {
        let mut trusted = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        trusted.add_parsable_certificates(found.certs);
        match found.errors.first() {
            Some(error) if trusted.is_empty() => Err(error.to_string()),
            _ => Ok(ClientConfig::builder().with_root_certificates(trusted).with_no_client_auth().into()),
        }
    });
    let name = ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
    let connection = ClientConnection::new(TRUSTING.clone()?, name).map_err(|error| error.to_string())?;
    let mut tls = StreamOwned::new(connection, tcp);
    while tls.conn.is_handshaking() {
        tls.conn.complete_io(&mut tls.sock).map_err(|error| said_within(&error.into(), CONNECTING))?;
    }
    Ok(Stream::Tls(tls.into()))
}

/// A stream with a deadline, and a limit for the bytes that are read.
struct Bounded {
    stream: TcpStream,
    until: Instant,
    left: u64,
}

impl Bounded {
    fn begin(&mut self, time: Duration) {
        let now = Instant::now();
        (self.until, self.left) = (now.checked_add(time).unwrap_or(now), LARGEST_ANSWERS);
    }

    /// The time that is left; a system takes none for no bound.
    fn time(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Bounded {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            let text = format!("answers of more than {} MB", LARGEST_ANSWERS >> 20);
            return Err(io::Error::other(text));
        }
        self.stream.set_read_timeout(self.time()?)?;
        let most = into.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let read = self.stream.read(into.get_mut(..most).unwrap_or_default())?;
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

impl Write for Bounded {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.time()?)?;
        self.stream.write(from)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsStr, net::TcpListener, thread};

    use super::*;
    use crate::store::LibraryPlace;

    /// A server that takes one command and sends `first`, then `again` for ever.
    fn hostile(first: &'static [u8], again: &'static [u8]) -> Connection {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("redis://{}/test", listener.local_addr().unwrap());
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let taken = stream.read(&mut [0; 64]).and_then(|_| stream.write_all(first));
            // The client hangs up in the end.
            while taken.is_ok() && stream.write_all(again).is_ok() {}
        });
        let Ok(Some(LibraryPlace::Server(place))) = LibraryPlace::of(OsStr::new(&url), None) else { unreachable!() };
        Connection::open(&place, &place.hosts[0]).unwrap()
    }

    #[test]
    fn answers_are_taken_up_to_64_mb() {
        const LARGEST: &[u8] = b"$536870912\r\n";
        let element: &[u8] = [&b"$8192\r\n"[..], &[b'x'; 8192], b"\r\n"].concat().leak();
        for (first, again) in [(LARGEST, &[b'x'; 8192][..]), (b"*2147483647\r\n", element)] {
            let mut connection = hostile(first, again);
            connection.send(b"PING\r\n").unwrap();
            let error = connection.receive().unwrap_err();
            assert!(connection.has_enough() && error.to_string().contains("more than 64 MB"), "{error}");
        }
    }

    #[test]
    fn nothing_is_waited_for_once_the_time_is_over() {
        let mut connection = hostile(b"", b"$1\r\nx\r\n");
        connection.send(b"PING\r\n").unwrap();
        connection.receive().unwrap();
        let Stream::Plain(tcp) = &mut connection.stream else { unreachable!() };
        tcp.until = Instant::now();
        // One read took several answers.
        let error = (0..1 << 20).find_map(|_| connection.receive().err()).unwrap();
        assert_eq!(said_by(&error), "no answer within 20 seconds");
        assert!(connection.send(b"").is_ok() && connection.receive().is_ok(), "a command has time of its own");
    }
}
