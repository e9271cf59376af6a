//! Connections to the server, or to the masters of a cluster, and requests sent through them in pipelines, one a node.
//!
//! On a cluster a write is done when a replica has it too: each pipeline ends with `WAIT 1`, which counts for its own
//! connection alone. Without an answer of a replica `WAIT` is repeated, not the writes. After any other error on a
//! connection it is made again, the slots are read again, and what was not confirmed is sent again: so what is written
//! has to bear being written twice. A failover takes seconds, and a node without its replica waits until that is back.

use std::{
    collections::{BTreeMap, HashMap},
    thread,
    time::{Duration, Instant},
};

use ::redis::{Cmd, ErrorKind, RedisError, ServerErrorKind, ToRedisArgs, Value};

use super::{
    connection::{Connection, said_by},
    layout::{SLOTS, slot},
};
use crate::{
    simhash::Watch,
    store::{Eviction, ServerError, StoreError, place::ServerPlace},
};

/// How long `WAIT` waits for a replica, in milliseconds, before it is repeated.
const WAIT: u32 = 500;
/// How long a failover, or a node without a replica, is waited for.
const FAILOVER: Duration = Duration::from_secs(120);
/// The most masters of a cluster: those who run Redis say that it goes to 1,000.
const MOST_MASTERS: usize = 1000;
/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(200);

type Host = (String, u16);

/// A command for one key.
pub(super) struct Request {
    key: String,
    packed: Vec<u8>,
}

/// Connections, made when they are needed.
pub(super) struct Nodes {
    place: ServerPlace,
    /// The master of each slot of a cluster, among `masters`; empty for one server.
    slots: Vec<Option<u16>>,
    masters: Vec<Host>,
    connections: HashMap<Host, Connection>,
    /// There are replicas, which have to confirm.
    replicated: bool,
}

/// Why a request was not answered.
enum Failure {
    /// It may be answered by another node, or later.
    Again(ServerError),
    Final(StoreError),
}

impl Request {
    pub(super) fn new(command: &str, key: String) -> Self {
        let packed = Cmd::new().arg(command).arg(&key).get_packed_command();
        Self { key, packed }
    }

    /// The same with arguments behind the key.
    pub(super) fn with(command: &str, key: String, arguments: impl ToRedisArgs) -> Self {
        let packed = Cmd::new().arg(command).arg(&key).arg(arguments).get_packed_command();
        Self { key, packed }
    }

    /// A script for one key.
    pub(super) fn script(script: &str, key: String, argument: impl ToRedisArgs) -> Self {
        let packed = Cmd::new().arg("EVAL").arg(script).arg(1).arg(&key).arg(argument).get_packed_command();
        Self { key, packed }
    }
}

/// The value of that name in a section.
fn value<'a>(said: &'a str, name: &str) -> Option<&'a str> {
    said.lines().filter_map(|line| line.split_once(':')).find(|line| line.0 == name).map(|line| line.1.trim())
}

impl Nodes {
    /// Connects.
    ///
    /// # Errors
    /// [`StoreError::Server`].
    pub(super) fn connect(place: &ServerPlace) -> Result<Self, StoreError> {
        let mut nodes = Self {
            place: place.clone(),
            slots: Vec::new(),
            masters: place.hosts.clone(),
            connections: HashMap::new(),
            replicated: false,
        };
        if place.cluster {
            nodes.read_slots().map_err(StoreError::Server)?;
        } else {
            for host in &place.hosts {
                nodes.connections.insert(host.clone(), Connection::open(place, host).map_err(StoreError::Server)?);
            }
        }
        Ok(nodes)
    }

    /// The answers to requests that read, in their order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(super) fn read(&mut self, requests: &[Request]) -> Result<Vec<Value>, StoreError> {
        self.run(requests, false, &Watch::default())
    }

    /// The answers to requests that write, once they are confirmed.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(super) fn write(&mut self, requests: &[Request], watch: &Watch) -> Result<Vec<Value>, StoreError> {
        self.run(requests, self.replicated, watch).map_err(|error| match error {
            StoreError::Server(ServerError::Unreachable(reason)) => StoreError::Server(ServerError::Lost(reason)),
            error => error,
        })
    }

    /// What the server does with keys when its memory is full; of a cluster, one node.
    pub(super) fn eviction(&mut self) -> Eviction {
        let Some(said) = self.info("memory") else { return Eviction::Unknown };
        match (value(&said, "maxmemory"), value(&said, "maxmemory_policy")) {
            (Some("0"), _) => self.saved(),
            // Keys of a library never expire.
            (_, Some(policy)) if policy == "noeviction" || policy.starts_with("volatile-") => self.saved(),
            (_, Some(policy)) => Eviction::Any(policy.to_owned()),
            (_, None) => Eviction::Unknown,
        }
    }

    /// Whether documents outlive the server, if it says so.
    fn saved(&mut self) -> Eviction {
        let [persistence, replication] = ["persistence", "replication"].map(|section| self.info(section));
        let [Some(persistence), Some(replication)] = [persistence, replication] else { return Eviction::Never };
        let ask = Cmd::new().arg("CONFIG").arg("GET").arg("save").get_packed_command();
        let saves = self.read(&[Request { key: String::new(), packed: ask }]).ok().and_then(|mut said| said.pop());
        // A name and its value; what the user may not ask for is not known.
        let never = saves.is_some_and(|said| {
            let pair = said.into_sequence().unwrap_or_default();
            matches!(pair.last(), Some(Value::BulkString(times)) if times.is_empty())
        });
        let log = value(&persistence, "aof_enabled") == Some("1");
        let replicas = value(&replication, "connected_slaves") != Some("0");
        let replica = value(&replication, "role") != Some("master");
        if never && !log && !replicas && !replica { Eviction::Unsaved } else { Eviction::Never }
    }

    /// A section of what the server says of itself.
    fn info(&mut self, section: &str) -> Option<String> {
        let asked = Request { key: String::new(), packed: Cmd::new().arg("INFO").arg(section).get_packed_command() };
        match self.read(&[asked]).ok().and_then(|mut said| said.pop()) {
            Some(Value::BulkString(said)) => Some(String::from_utf8_lossy(&said).into_owned()),
            _ => None,
        }
    }

    fn run(&mut self, requests: &[Request], confirmed: bool, watch: &Watch) -> Result<Vec<Value>, StoreError> {
        let mut answers: Vec<Option<Value>> = vec![None; requests.len()];
        let started = Instant::now();
        for attempt in 0.. {
            let reason = self.attempt(requests, &mut answers, confirmed, (started, watch));
            watch.set_waiting(false);
            let reason = match reason {
                Ok(None) => return Ok(answers.into_iter().flatten().collect()),
                Ok(Some(reason)) => reason,
                Err(error) => return Err(error),
            };
            // The one server may have closed a connection that was not used for long.
            let last = if self.place.cluster { started.elapsed() > FAILOVER || watch.stopped() } else { attempt > 0 };
            if last {
                return Err(StoreError::Server(reason));
            }
            if self.place.cluster {
                watch.set_waiting(true);
                thread::sleep(PAUSE);
                // Without an answer the slots are as they were, and the next attempt fails too.
                _ = self.read_slots();
            }
        }
        Ok(Vec::new())
    }

    /// Sends what is not answered, all nodes at once. Returns why some of it is not answered yet.
    fn attempt(
        &mut self,
        requests: &[Request],
        answers: &mut [Option<Value>],
        confirmed: bool,
        (started, watch): (Instant, &Watch),
    ) -> Result<Option<ServerError>, StoreError> {
        let mut reason = None;
        let mut of_node: BTreeMap<Host, Vec<usize>> = BTreeMap::new();
        let open = requests.iter().zip(&*answers).enumerate().filter(|(_, (_, answer))| answer.is_none());
        for (at, (request, _)) in open {
            match self.node(&request.key) {
                Some(node) => of_node.entry(node.clone()).or_default().push(at),
                None => reason = Some(ServerError::Unreachable(format!("slot {}", slot(&request.key)))),
            }
        }
        let mut sent = Vec::new();
        for (node, open) in of_node {
            let mut pipeline: Vec<u8> =
                open.iter().filter_map(|&at| requests.get(at)).flat_map(|one| &one.packed).copied().collect();
            if confirmed {
                pipeline.extend(wait());
            }
            match self.send(&node, &pipeline) {
                Ok(connection) => sent.push((node, connection, open)),
                Err(why) => reason = Some(why),
            }
        }
        for (node, mut connection, open) in sent {
            let mut received = Vec::new();
            let result = receive(&mut connection, requests, &open, &mut received);
            let result = match result {
                Ok(again) if confirmed => confirm(&mut connection, (started, watch)).map(|()| again),
                result => result,
            };
            match result {
                Ok(again) => {
                    for (at, value) in received {
                        if let Some(answer) = answers.get_mut(at) {
                            *answer = Some(value);
                        }
                    }
                    reason = again.or(reason);
                    self.connections.insert(node, connection);
                }
                Err(Failure::Again(why)) => reason = Some(why),
                Err(Failure::Final(error)) => return Err(error),
            }
        }
        Ok(reason)
    }

    /// Sends a pipeline, and hands the connection over until it is answered.
    fn send(&mut self, node: &Host, pipeline: &[u8]) -> Result<Connection, ServerError> {
        let mut open = match self.connections.remove(node) {
            Some(open) => open,
            None => Connection::open(&self.place, node)?,
        };
        open.send(pipeline).map_err(|error| ServerError::Unreachable(said_by(&error)))?;
        Ok(open)
    }

    /// The master that has a key; `None` while nobody has it.
    fn node(&self, key: &str) -> Option<&Host> {
        if self.place.cluster {
            let master = (*self.slots.get(usize::from(slot(key)))?)?;
            self.masters.get(usize::from(master))
        } else {
            self.masters.first()
        }
    }

    /// Asks nodes for the masters of all slots until one says them.
    fn read_slots(&mut self) -> Result<(), ServerError> {
        let mut last = ServerError::Unreachable(String::new());
        let known: Vec<Host> = self.masters.iter().chain(&self.place.hosts).cloned().collect();
        for node in known {
            let asked = self.send(&node, &Cmd::new().arg("CLUSTER").arg("SLOTS").get_packed_command());
            let said = asked.and_then(|mut connection| {
                let said = connection.receive().map_err(|error| ServerError::Unreachable(said_by(&error)))?;
                self.connections.insert(node.clone(), connection);
                Ok(said)
            });
            match said {
                Ok(Value::ServerError(error))
                    if error.details().is_some_and(|said| said.contains("cluster support")) =>
                {
                    return Err(ServerError::NotCluster);
                }
                Ok(Value::ServerError(error)) => last = ServerError::Other(error.to_string()),
                Ok(said) => {
                    return self.install_slots(&said, &node.0);
                }
                Err(why) => last = why,
            }
        }
        Err(last)
    }

    /// Takes the answer of a node to `CLUSTER SLOTS`: for each range the first slot, the last, the master, its
    /// replicas.
    fn install_slots(&mut self, said: &Value, asked: &str) -> Result<(), ServerError> {
        self.slots = vec![None; SLOTS.into()];
        self.masters.clear();
        for range in said.as_sequence().unwrap_or_default() {
            let Some([Value::Int(first), Value::Int(last), master, replicas @ ..]) = range.as_sequence() else {
                continue;
            };
            let Some([host, Value::Int(port), ..]) = master.as_sequence() else { continue };
            let host = match host {
                Value::BulkString(bytes) if !bytes.is_empty() => String::from_utf8_lossy(bytes).into_owned(),
                // A node that does not know its own address is where it was asked.
                _ => asked.to_owned(),
            };
            let Ok(port) = u16::try_from(*port) else { continue };
            let master = (host, port);
            if self.masters.len() == MOST_MASTERS && !self.masters.contains(&master) {
                return Err(ServerError::Other(format!("more than {MOST_MASTERS} masters")));
            }
            let at = self.masters.iter().position(|known| *known == master).unwrap_or_else(|| {
                self.masters.push(master);
                self.masters.len().saturating_sub(1)
            });
            let [first, last] = [*first, *last].map(|slot| slot.clamp(0, SLOTS.into()) as usize);
            if let Some(slots) = self.slots.get_mut(first..SLOTS.min(last.saturating_add(1) as u16).into()) {
                slots.fill(Some(at as u16));
            }
            // One that is gone for now is no longer said, and is waited for.
            self.replicated |= !replicas.is_empty();
        }
        Ok(())
    }
}

/// The answers of a node. Returns why some of them are to be asked for again.
fn receive(
    connection: &mut Connection,
    requests: &[Request],
    open: &[usize],
    received: &mut Vec<(usize, Value)>,
) -> Result<Option<ServerError>, Failure> {
    let mut again = None;
    for (at, request) in open.iter().filter_map(|&at| Some((at, requests.get(at)?))) {
        match connection.receive() {
            Ok(Value::ServerError(error)) => {
                let error = RedisError::from(error);
                match failure_of(&error, &request.key) {
                    Failure::Again(why) => again = Some(why),
                    error @ Failure::Final(_) => return Err(error),
                }
            }
            Ok(value) => received.push((at, value)),
            // They would be as large again.
            Err(error) if connection.has_enough() => {
                return Err(Failure::Final(StoreError::Server(ServerError::Other(said_by(&error)))));
            }
            Err(error) => return Err(failure_of(&error, &request.key)),
        }
    }
    Ok(again)
}

/// Waits until a replica has all that was sent through a connection.
fn confirm(connection: &mut Connection, (started, watch): (Instant, &Watch)) -> Result<(), Failure> {
    loop {
        match connection.receive() {
            Ok(Value::Int(1..)) => return Ok(()),
            Ok(Value::Int(_)) => {}
            Ok(value) => return Err(Failure::Again(ServerError::Other(format!("{value:?}")))),
            Err(error) => return Err(failure_of(&error, "")),
        }
        if started.elapsed() > FAILOVER || watch.stopped() {
            return Err(Failure::Final(StoreError::Server(ServerError::NoReplica)));
        }
        watch.set_waiting(true);
        connection.send(&wait()).map_err(|error| failure_of(&error, ""))?;
    }
}

fn wait() -> Vec<u8> {
    Cmd::new().arg("WAIT").arg(1).arg(WAIT).get_packed_command()
}

/// The meaning of an answer for its request.
fn failure_of(error: &RedisError, key: &str) -> Failure {
    let said = || said_by(error);
    match (error.kind(), error.code()) {
        (
            ErrorKind::Io
            | ErrorKind::Server(
                ServerErrorKind::Ask
                | ServerErrorKind::TryAgain
                | ServerErrorKind::ClusterDown
                | ServerErrorKind::MasterDown
                | ServerErrorKind::BusyLoading
                | ServerErrorKind::ReadOnly,
            ),
            _,
        ) => Failure::Again(ServerError::Unreachable(said())),
        (ErrorKind::Server(ServerErrorKind::Moved), _) => Failure::Again(ServerError::IsCluster),
        (_, Some("WRONGTYPE")) => Failure::Final(StoreError::KeyInTheWay(key.to_owned())),
        (_, Some("OOM")) => Failure::Final(StoreError::Server(ServerError::Full)),
        (_, Some("NOAUTH")) => Failure::Final(StoreError::Server(ServerError::Refused(said()))),
        (_, Some("NOPERM")) => Failure::Final(StoreError::Server(ServerError::Forbidden(said()))),
        _ => Failure::Final(StoreError::Server(ServerError::Other(said()))),
    }
}

impl std::fmt::Debug for Nodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Nodes").field("place", &self.place).field("masters", &self.masters).finish_non_exhaustive()
    }
}
