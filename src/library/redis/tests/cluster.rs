//! A cluster of three masters and three replicas on this machine.

use std::{
    process::Command,
    thread,
    time::{Duration, Instant},
};

use super::servers::Server;

/// The longest time that the cluster is given for a change.
const PATIENCE: Duration = Duration::from_secs(120);

/// Six nodes: each master is followed by its replica some time.
pub(super) struct Cluster {
    pub(super) nodes: Vec<Server>,
}

impl Cluster {
    /// Starts one; `None` where Redis is not installed.
    pub(super) fn start() -> Option<Self> {
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
    pub(super) fn masters(&self) -> Vec<usize> {
        let is_master = |node: &Server| node.ask("ROLE").contains("master");
        (0..self.nodes.len()).filter(|&at| is_master(&self.nodes[at])).collect()
    }

    /// Waits until the cluster works and each master has its replica.
    pub(super) fn until_whole(&self) {
        until(|| {
            let nodes = || self.nodes.iter();
            let replicas =
                nodes().filter(|node| node.ask("INFO replication").contains("master_link_status:up")).count();
            nodes().all(|node| node.ask("CLUSTER INFO").contains("cluster_state:ok")) && replicas == 3
        });
    }

    /// Waits until another node has taken a killed one's place, and says how long that took.
    pub(super) fn until_failed_over(&self, killed: usize) -> Duration {
        let started = Instant::now();
        until(|| {
            let others = self.nodes.iter().enumerate().filter(|(at, _)| *at != killed);
            let ok = others.filter(|(_, node)| node.ask("CLUSTER INFO").contains("cluster_state:ok")).count();
            ok == 5 && self.masters().len() == 3
        });
        started.elapsed()
    }

    pub(super) fn url(&self, name: &str) -> String {
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
