//! Starts etcd and the three PostgreSQL servers under Patroni, and queries and controls Patroni over HTTP.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use reqwest::{Client, Method};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::layout::{Layout, SERVERS};
use crate::programs::Programs;
use crate::service::{Service, ServiceSpec};

/// The settings that all etcd members share.
const ETCD_SETTINGS: &str = "etcd.env";

/// Time for a fast shutdown of PostgreSQL, which also sends the last WAL to the standbys.
const PATRONI_STOP_TIMEOUT: Duration = Duration::from_secs(8);
const ETCD_STOP_TIMEOUT: Duration = Duration::from_secs(3);

/// The name of an etcd member, from 1.
pub(crate) fn etcd_name(number: usize) -> String {
    format!("etcd{}", number + 1)
}

/// The name of a PostgreSQL server, as Patroni and HAProxy know it.
pub(crate) fn postgres_name(number: usize) -> String {
    format!("postgres{}", number + 1)
}

/// Starts a member of etcd.
pub(crate) fn start_etcd(layout: &Layout, programs: &Programs, number: usize) -> Result<Service> {
    let file = layout.config().join(ETCD_SETTINGS);
    let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut environment = parse_env_file(&text);
    let address = |port: u16| format!("http://127.0.0.1:{port}");
    let (client, peer) =
        (address(layout.ports.etcd_clients[number]), address(layout.ports.etcd_peers[number]));
    let members: Vec<String> = (0..SERVERS)
        .map(|member| format!("{}={}", etcd_name(member), address(layout.ports.etcd_peers[member])))
        .collect();
    let name = etcd_name(number);
    environment.extend(
        [
            ("ETCD_NAME", name.clone()),
            ("ETCD_DATA_DIR", "data".to_owned()),
            ("ETCD_LISTEN_CLIENT_URLS", client.clone()),
            ("ETCD_ADVERTISE_CLIENT_URLS", client),
            ("ETCD_LISTEN_PEER_URLS", peer.clone()),
            ("ETCD_INITIAL_ADVERTISE_PEER_URLS", peer),
            ("ETCD_INITIAL_CLUSTER", members.join(",")),
        ]
        .map(|(key, value)| (key.to_owned(), value)),
    );
    let spec = ServiceSpec {
        name,
        program: programs.etcd.clone(),
        arguments: Vec::new(),
        environment,
        user: Some(layout.user),
        stop_timeout: ETCD_STOP_TIMEOUT,
    };
    Service::start(layout, spec)
}

/// Starts Patroni, which starts its PostgreSQL.
pub(crate) fn start_patroni(
    layout: &Layout,
    programs: &Programs,
    number: usize,
    extra_environment: Vec<(String, String)>,
) -> Result<Service> {
    let local = |port: u16| format!("127.0.0.1:{port}");
    let name = postgres_name(number);
    let user = layout.machine_user(number);
    let folder = layout.folder_of(&name, Some(user))?;
    let path = std::env::var("PATH").unwrap_or_default();
    let (api, server) = (local(layout.ports.patroni[number]), local(layout.ports.postgres[number]));
    let etcd: Vec<String> = layout.ports.etcd_clients.iter().map(|&port| local(port)).collect();
    let others: Vec<String> = (0..SERVERS).filter(|&other| other != number).map(postgres_name).collect();
    let environment = [
        // `psql` must have the same version as the server.
        ("PATH", format!("{}:{path}", programs.postgres.display())),
        ("LC_ALL", "C.UTF-8".to_owned()),
        ("FAIRWAY_HA_CONFIG", layout.config().display().to_string()),
        ("FAIRWAY_DATABASE_PASSWORD", layout.secrets.owner.clone()),
        ("FAIRWAY_WEB_PASSWORD", layout.secrets.web.clone()),
        ("FAIRWAY_PROJECTOR_PASSWORD", layout.secrets.projector.clone()),
        ("FAIRWAY_POSTGRES_PORT", layout.ports.postgres[number].to_string()),
        ("FAIRWAY_OTHER_SERVERS", others.join(" ")),
        ("FAIRWAY_REPLICATION_PASSWORD", layout.secrets.replication.clone()),
        ("PATRONI_NAME", name.clone()),
        (
            if programs.etcd_api_version == 3 { "PATRONI_ETCD3_HOSTS" } else { "PATRONI_ETCD_HOSTS" },
            etcd.join(","),
        ),
        ("PATRONI_RESTAPI_LISTEN", api.clone()),
        ("PATRONI_RESTAPI_CONNECT_ADDRESS", api),
        ("PATRONI_RESTAPI_USERNAME", "patroni".to_owned()),
        ("PATRONI_RESTAPI_PASSWORD", layout.secrets.patroni.clone()),
        ("PATRONI_POSTGRESQL_LISTEN", server.clone()),
        ("PATRONI_POSTGRESQL_CONNECT_ADDRESS", server),
        ("PATRONI_POSTGRESQL_DATA_DIR", folder.join("data").display().to_string()),
        ("PATRONI_POSTGRESQL_BIN_DIR", programs.postgres.display().to_string()),
        ("PATRONI_POSTGRESQL_PGPASS", folder.join("pgpass").display().to_string()),
        ("PATRONI_SUPERUSER_USERNAME", "postgres".to_owned()),
        ("PATRONI_SUPERUSER_PASSWORD", layout.secrets.superuser.clone()),
        ("PATRONI_REPLICATION_USERNAME", "replicator".to_owned()),
        ("PATRONI_REPLICATION_PASSWORD", layout.secrets.replication.clone()),
    ];
    let spec = ServiceSpec {
        name,
        program: programs.patroni.clone(),
        arguments: vec![layout.config().join("patroni.yml").display().to_string()],
        environment: environment
            .map(|(key, value)| (key.to_owned(), value))
            .into_iter()
            .chain(extra_environment)
            .collect(),
        user: Some(user),
        stop_timeout: PATRONI_STOP_TIMEOUT,
    };
    Service::start(layout, spec)
}

/// Parses `KEY=VALUE` lines as Compose parses an `env_file`.
fn parse_env_file(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

/// Patroni's REST interface.
#[derive(Debug, Clone)]
pub(crate) struct Patroni {
    http: Client,
    ports: [u16; SERVERS],
    password: String,
}

/// A server of the PostgreSQL cluster, as one of the Patronis reports it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ClusterMember {
    pub(crate) name: String,
    /// `leader`, `sync_standby` or `replica`.
    pub(crate) role: String,
    /// `running` or `streaming` when it works.
    pub(crate) state: String,
}

impl ClusterMember {
    fn is_running(&self) -> bool {
        ["running", "streaming"].contains(&self.state.as_str())
    }
}

#[derive(Deserialize)]
struct Cluster {
    members: Vec<ClusterMember>,
}

/// The report of a Patroni about its own server.
#[derive(Deserialize)]
struct ServerState {
    /// The servers that replicate from it; absent if there is none.
    #[serde(default)]
    replication: Vec<Connection>,
}

#[derive(Deserialize)]
struct Connection {
    /// `streaming`, or a state before that.
    state: String,
}

impl Patroni {
    /// Creates the client for the servers of the layout.
    pub(crate) fn new(layout: &Layout) -> Result<Self> {
        let http = Client::builder().timeout(Duration::from_secs(3)).no_proxy().build()?;
        Ok(Self { http, ports: layout.ports.patroni, password: layout.secrets.patroni.clone() })
    }

    /// The members, as the first Patroni that answers reports them; none: no Patroni answers.
    pub(crate) async fn members(&self) -> Option<Vec<ClusterMember>> {
        for port in self.ports {
            let answer = self.http.get(format!("http://127.0.0.1:{port}/cluster")).send().await;
            if let Ok(answer) = answer
                && let Ok(cluster) = answer.json::<Cluster>().await
            {
                return Some(cluster.members);
            }
        }
        None
    }

    /// The number of the server that reports itself as the primary.
    pub(crate) async fn primary(&self) -> Option<usize> {
        for (number, port) in self.ports.into_iter().enumerate() {
            let answer = self.http.get(format!("http://127.0.0.1:{port}/primary")).send().await;
            if answer.is_ok_and(|answer| answer.status().is_success()) {
                return Some(number);
            }
        }
        None
    }

    /// The number of the synchronous standby.
    pub(crate) async fn synchronous_standby(&self) -> Option<usize> {
        let members = self.members().await?;
        let standby = members.iter().find(|member| member.role == "sync_standby")?;
        (0..SERVERS).find(|&number| postgres_name(number) == standby.name)
    }

    /// Makes another server the primary.
    pub(crate) async fn switch_over(&self, from: usize, to: usize) -> Result<()> {
        let request = json!({ "leader": postgres_name(from), "candidate": postgres_name(to) });
        self.send(from, Method::POST, "switchover", request).await
    }

    /// Changes settings that Patroni stores in etcd, through one of the servers.
    pub(crate) async fn configure(&self, server: usize, settings: Value) -> Result<()> {
        self.send(server, Method::PATCH, "config", settings).await
    }

    async fn send(&self, number: usize, method: Method, path: &str, body: Value) -> Result<()> {
        let url = format!("http://127.0.0.1:{}/{path}", self.ports[number]);
        let request = self.http.request(method, url).basic_auth("patroni", Some(&self.password)).json(&body);
        // Patroni answers a switchover when it is complete.
        let answer = request.timeout(Duration::from_secs(60)).send().await?;
        let status = answer.status();
        ensure!(status.is_success(), "Patroni refused {path}: {status} {}", answer.text().await?);
        Ok(())
    }

    /// Whether there is one leader, all others stream from it, and one of them is the synchronous standby. The state
    /// that a member reports may be out of date (after a freeze it does not know yet that it must be rewound), so the
    /// leader's list of streaming standbys is checked too.
    pub(crate) async fn is_healthy(&self) -> Option<()> {
        let members = self.members().await?;
        let count =
            |role: &str| members.iter().filter(|member| member.role == role && member.is_running()).count();
        let roles = [count("leader"), count("sync_standby"), count("replica")];
        let is_healthy = roles == [1, 1, SERVERS - 2] && self.streaming_standbys().await? == SERVERS - 1;
        is_healthy.then_some(())
    }

    /// How many servers stream from the primary, as the primary reports it.
    async fn streaming_standbys(&self) -> Option<usize> {
        let primary = self.ports[self.primary().await?];
        let answer = self.http.get(format!("http://127.0.0.1:{primary}/patroni")).send().await.ok()?;
        let state: ServerState = answer.json().await.ok()?;
        Some(state.replication.iter().filter(|connection| connection.state == "streaming").count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_env_file_is_parsed_as_compose_parses_it() {
        let text = "# a comment\nETCD_NAME=a\n\nETCD_URL=http://x:1?a=b\n";
        let wanted = [("ETCD_NAME", "a"), ("ETCD_URL", "http://x:1?a=b")];
        assert_eq!(parse_env_file(text), wanted.map(|(key, value)| (key.to_owned(), value.to_owned())));
    }
}
