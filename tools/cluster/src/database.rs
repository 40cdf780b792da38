//! etcd, and the three PostgreSQL servers under Patroni: how they are started, and what Patroni says of them.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use reqwest::{Client, Method};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::layout::{Layout, MEMBERS};
use crate::programs::Programs;
use crate::service::{Service, Spec};

/// What every etcd member has in common.
const ETCD_SETTINGS: &str = "etcd.env";

/// A fast stop of PostgreSQL, and the last word to its standbys.
const PATRONI_PATIENCE: Duration = Duration::from_secs(8);
const ETCD_PATIENCE: Duration = Duration::from_secs(3);

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
    let mut environment = settings(&text);
    let address = |port: u16| format!("http://127.0.0.1:{port}");
    let (client, peer) =
        (address(layout.ports.etcd_clients[number]), address(layout.ports.etcd_peers[number]));
    let members: Vec<String> = (0..MEMBERS)
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
    let spec = Spec {
        name,
        program: programs.etcd.clone(),
        arguments: Vec::new(),
        environment,
        user: Some(layout.user),
        patience: ETCD_PATIENCE,
    };
    Service::start(layout, spec)
}

/// Starts Patroni, which starts its PostgreSQL.
pub(crate) fn start_patroni(layout: &Layout, programs: &Programs, number: usize) -> Result<Service> {
    let local = |port: u16| format!("127.0.0.1:{port}");
    let name = postgres_name(number);
    let user = layout.machine(number);
    let folder = layout.folder_of(&name, Some(user))?;
    let path = std::env::var("PATH").unwrap_or_default();
    let (api, server) = (local(layout.ports.patroni[number]), local(layout.ports.postgres[number]));
    let etcd: Vec<String> = layout.ports.etcd_clients.iter().map(|&port| local(port)).collect();
    let others: Vec<String> = (0..MEMBERS).filter(|&other| other != number).map(postgres_name).collect();
    let environment = [
        // `psql` of the same version.
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
            if programs.etcd_interface == 3 { "PATRONI_ETCD3_HOSTS" } else { "PATRONI_ETCD_HOSTS" },
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
    let spec = Spec {
        name,
        program: programs.patroni.clone(),
        arguments: vec![layout.config().join("patroni.yml").display().to_string()],
        environment: environment.map(|(key, value)| (key.to_owned(), value)).into(),
        user: Some(user),
        patience: PATRONI_PATIENCE,
    };
    Service::start(layout, spec)
}

/// `KEY=VALUE` lines, as compose reads an `env_file`.
fn settings(text: &str) -> Vec<(String, String)> {
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
    ports: [u16; MEMBERS],
    password: String,
}

/// A member of the database's cluster, as one of them sees it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// `leader`, `sync_standby` or `replica`.
    pub(crate) role: String,
    /// `running` or `streaming` when it is well.
    pub(crate) state: String,
}

impl Member {
    fn is_well(&self) -> bool {
        ["running", "streaming"].contains(&self.state.as_str())
    }
}

#[derive(Deserialize)]
struct Cluster {
    members: Vec<Member>,
}

/// What a server says of itself.
#[derive(Deserialize)]
struct State {
    /// Who streams from it; absent where nobody does.
    #[serde(default)]
    replication: Vec<Connection>,
}

#[derive(Deserialize)]
struct Connection {
    /// `streaming`, or on the way to it.
    state: String,
}

impl Patroni {
    /// Over the members of the layout.
    pub(crate) fn new(layout: &Layout) -> Result<Self> {
        let http = Client::builder().timeout(Duration::from_secs(3)).no_proxy().build()?;
        Ok(Self { http, ports: layout.ports.patroni, password: layout.secrets.patroni.clone() })
    }

    /// The members, as the first of them that answers sees them; none: nobody answers.
    pub(crate) async fn members(&self) -> Option<Vec<Member>> {
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

    /// The number of the primary, where one of them says that it is.
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
    pub(crate) async fn synchronous(&self) -> Option<usize> {
        let members = self.members().await?;
        let standby = members.iter().find(|member| member.role == "sync_standby")?;
        (0..MEMBERS).find(|&number| postgres_name(number) == standby.name)
    }

    /// Hands the primary's part over to another.
    pub(crate) async fn switch_over(&self, from: usize, to: usize) -> Result<()> {
        let wish = json!({ "leader": postgres_name(from), "candidate": postgres_name(to) });
        self.order(from, Method::POST, "switchover", wish).await
    }

    /// Changes settings that are kept in etcd.
    pub(crate) async fn configure(&self, by: usize, settings: Value) -> Result<()> {
        self.order(by, Method::PATCH, "config", settings).await
    }

    async fn order(&self, number: usize, method: Method, path: &str, body: Value) -> Result<()> {
        let url = format!("http://127.0.0.1:{}/{path}", self.ports[number]);
        let request = self.http.request(method, url).basic_auth("patroni", Some(&self.password)).json(&body);
        // A switchover is answered when it is done.
        let answer = request.timeout(Duration::from_secs(60)).send().await?;
        let status = answer.status();
        ensure!(status.is_success(), "Patroni refused {path}: {status} {}", answer.text().await?);
        Ok(())
    }

    /// Whether one leads, the others stream from it, and one of them is the synchronous standby. What the members say of
    /// themselves may be old (one that was frozen has yet to find out that it must be rewound), so the leader's word for who
    /// streams from it counts.
    pub(crate) async fn is_whole(&self) -> Option<()> {
        let members = self.members().await?;
        let count =
            |role: &str| members.iter().filter(|member| member.role == role && member.is_well()).count();
        let roles = [count("leader"), count("sync_standby"), count("replica")];
        let is_whole = roles == [1, 1, MEMBERS - 2] && self.streaming().await? == MEMBERS - 1;
        is_whole.then_some(())
    }

    /// How many servers stream from the primary, as that says.
    async fn streaming(&self) -> Option<usize> {
        let primary = self.ports[self.primary().await?];
        let answer = self.http.get(format!("http://127.0.0.1:{primary}/patroni")).send().await.ok()?;
        let state: State = answer.json().await.ok()?;
        Some(state.replication.iter().filter(|connection| connection.state == "streaming").count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_compose_reads_them() {
        let text = "# a comment\nETCD_NAME=a\n\nETCD_URL=http://x:1?a=b\n";
        let wanted = [("ETCD_NAME", "a"), ("ETCD_URL", "http://x:1?a=b")];
        assert_eq!(settings(text), wanted.map(|(key, value)| (key.to_owned(), value.to_owned())));
    }
}
