//! Starts the whole cluster in the order of dependencies, and stops it in the opposite order.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use reqwest::Client;
use tokio::signal::unix::{SignalKind, signal};

use crate::database::{Patroni, start_etcd, start_patroni};
use crate::layout::{Layout, NODES, SERVERS};
use crate::portal::{Settings, answers_200};
use crate::programs::Programs;
use crate::proxies::{has_found_primary, start_haproxy, start_pgbouncer};
use crate::service::Service;
use crate::wait::until;

/// Long enough for three base backups in sequence on a slow machine.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(180);

/// This file exists while the import of the demo data is incomplete.
const IMPORT_MARKER: &str = "demo-data.unfinished";

/// The cluster to run, and where its files are.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Options {
    /// The cluster's folder; created if it does not exist.
    #[arg(long, default_value = "target/cluster")]
    pub(crate) folder: PathBuf,
    /// The folder with the built `fairway`.
    #[arg(long, default_value = "target/release")]
    pub(crate) programs: PathBuf,
    /// The configuration files that containers use as well.
    #[arg(long, default_value = "deploy/ha")]
    pub(crate) config: PathBuf,
    /// A data set to import on the first start.
    #[arg(long)]
    pub(crate) data: Option<PathBuf>,
    /// Another Patroni program than Debian's.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) patroni: Option<PathBuf>,
    /// The version of etcd's API that Patroni uses: 2, or 3 with Patroni 3.0.3 or newer.
    #[arg(long, value_name = "2|3", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3))]
    pub(crate) etcd_interface: u8,
    /// Reach the database through PgBouncer.
    #[arg(long)]
    pub(crate) pgbouncer: bool,
}

/// The running cluster. Dropping it stops all programs, in no particular order.
pub(crate) struct Cluster {
    pub(crate) layout: Layout,
    pub(crate) patroni: Patroni,
    pub(crate) etcd: Vec<Service>,
    pub(crate) postgres: Vec<Service>,
    pub(crate) haproxy: Service,
    pgbouncer: Option<Service>,
    pub(crate) nodes: Vec<Service>,
    pub(crate) projectors: Vec<Service>,
    pub(crate) programs: Programs,
}

impl Cluster {
    /// Starts everything and waits until the portal is ready. `database_ports` are the ports at which the nodes reach
    /// the database.
    ///
    /// # Errors
    /// When a program is missing or does not become ready; the programs that were started are stopped then.
    pub(crate) async fn start(
        options: &Options,
        layout: Layout,
        database_ports: [u16; NODES],
    ) -> Result<Self> {
        let built = std::path::absolute(&options.programs)?;
        let programs = Programs::find(&built, options.patroni.as_deref(), options.etcd_interface)?;
        let patroni = Patroni::new(&layout)?;
        let http = Client::builder().timeout(Duration::from_secs(3)).no_proxy().build()?;

        let etcd =
            (0..SERVERS).map(|number| start_etcd(&layout, &programs, number)).collect::<Result<Vec<_>>>()?;
        for (member, port) in etcd.iter().zip(layout.ports.etcd_clients) {
            let what = format!("etcd to elect a leader; see {}", layout.log(&member.name).display());
            until(&what, STARTUP_TIMEOUT, async || answers_200(&http, port, "/health").await).await?;
        }
        let postgres = (0..SERVERS)
            .map(|number| start_patroni(&layout, &programs, number, Vec::new()))
            .collect::<Result<Vec<_>>>()?;
        let what = format!("PostgreSQL and its two standbys; see {}", layout.logs().display());
        until(&what, STARTUP_TIMEOUT, async || patroni.is_healthy().await).await?;
        let haproxy = start_haproxy(&layout, &programs)?;
        let pgbouncer = options.pgbouncer.then(|| start_pgbouncer(&layout)).transpose()?;
        let settings = Settings { layout: &layout, pgbouncer: options.pgbouncer };
        let what = format!("HAProxy to find the primary; see {}", layout.log("haproxy").display());
        until(&what, STARTUP_TIMEOUT, async || has_found_primary(&layout)).await?;
        if pgbouncer.is_some() {
            let what = format!("PgBouncer; see {}", layout.log("pgbouncer").display());
            until(&what, STARTUP_TIMEOUT, async || accepts_connections(layout.ports.pgbouncer).await).await?;
        }
        settings.run_command(&programs, "migrate", &["migrate"]).await?;
        import(&settings, &programs, options).await?;

        let projectors = (0..NODES)
            .map(|number| settings.start_projector(&programs, number))
            .collect::<Result<Vec<_>>>()?;
        let nodes = (0..NODES)
            .map(|number| settings.start_node(&programs, number, database_ports[number], &[]))
            .collect::<Result<Vec<_>>>()?;
        for (node, port) in nodes.iter().zip(layout.ports.nodes) {
            let what = format!("{} to be ready; see {}", node.name, layout.log(&node.name).display());
            until(&what, STARTUP_TIMEOUT, async || answers_200(&http, port, "/readyz").await).await?;
        }
        let what = "HAProxy to find the nodes";
        until(what, STARTUP_TIMEOUT, async || {
            answers_200(&http, layout.ports.portal, "/api/openapi.json").await
        })
        .await?;
        Ok(Self { layout, patroni, etcd, postgres, haproxy, pgbouncer, nodes, projectors, programs })
    }

    /// Stops everything: first the nodes and projectors, last PostgreSQL and etcd.
    ///
    /// # Errors
    /// When a program does not end.
    pub(crate) async fn stop(mut self) -> Result<()> {
        stop_all(self.nodes.iter_mut().chain(&mut self.projectors)).await?;
        stop_all(self.pgbouncer.iter_mut().chain([&mut self.haproxy])).await?;
        stop_all(self.postgres.iter_mut()).await?;
        stop_all(self.etcd.iter_mut()).await
    }
}

async fn stop_all(services: impl Iterator<Item = &mut Service>) -> Result<()> {
    let mut services: Vec<&mut Service> = services.collect();
    services.iter_mut().for_each(|service| service.request_stop());
    for service in services {
        service.stop().await?;
    }
    Ok(())
}

/// Whether a server of PostgreSQL's protocol listens on the port.
async fn accepts_connections(port: u16) -> Option<()> {
    let handshake = async {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = tokio::net::TcpStream::connect(("127.0.0.1", port)).await.ok()?;
        // An SSLRequest, which a server answers with one byte.
        stream.write_all(&[0, 0, 0, 8, 4, 210, 22, 47]).await.ok()?;
        let mut answer = [0];
        stream.read_exact(&mut answer).await.ok()?;
        Some(())
    };
    tokio::time::timeout(Duration::from_secs(2), handshake).await.ok()?
}

/// Imports the data set if the cluster is new or an earlier import was not completed.
async fn import(settings: &Settings<'_>, programs: &Programs, options: &Options) -> Result<()> {
    let Some(data) = &options.data else { return Ok(()) };
    let layout = settings.layout;
    let marker = layout.folder().join(IMPORT_MARKER);
    if !layout.is_new && !marker.exists() {
        return Ok(());
    }
    std::fs::write(&marker, "The import of the data set is incomplete; the next start repeats it.\n")
        .with_context(|| format!("cannot write {}", marker.display()))?;
    println!("first use: importing {}", data.display());
    let data = data.to_str().context("the data set's path is not valid UTF-8")?;
    settings.run_command(programs, "import", &["import", data]).await?;
    std::fs::remove_file(&marker).with_context(|| format!("cannot remove {}", marker.display()))
}

/// Completes at the first Ctrl-C or SIGTERM after this call.
pub(crate) fn stop_signal() -> Result<impl Future<Output = ()>> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Runs the cluster until Ctrl-C or SIGTERM.
pub(crate) async fn run_until_stopped(options: Options) -> Result<()> {
    let stop_signal = stop_signal()?;
    tokio::pin!(stop_signal);
    let layout = Layout::open(&std::path::absolute(&options.folder)?, &options.config)?;
    let database_ports = [layout.ports.primary; NODES];
    let cluster = tokio::select! {
        started = Cluster::start(&options, layout, database_ports) => started?,
        () = &mut stop_signal => bail!("stopped during the start"),
    };
    println!("{}", startup_message(&cluster));
    stop_signal.await;
    println!("stopping; the data are kept");
    cluster.stop().await
}

fn startup_message(cluster: &Cluster) -> String {
    let layout = &cluster.layout;
    let ports = &layout.ports;
    let patroni: Vec<String> = ports.patroni.iter().map(|port| format!("http://127.0.0.1:{port}")).collect();
    format!(
        "
Fairway runs on http://127.0.0.1:{portal}, behind HAProxy: nodes on {node1} and {node2}
  jan.devries@fairway.example / fairway-demo   with a subscription
  tom.mulder@fairway.example  / fairway-demo   with vouchers only
the database: postgres://fairway@127.0.0.1:{primary}/fairway, password `owner` in {folder}/cluster.json
a standby, for analysts: the same on port {replicas}
Patroni: {patroni}
logs: {logs}
Ctrl-C stops it; the data stay in {folder}
",
        portal = ports.portal,
        primary = ports.primary,
        node1 = ports.nodes[0],
        node2 = ports.nodes[1],
        replicas = ports.replicas,
        patroni = patroni.join(" "),
        logs = layout.logs().display(),
        folder = layout.folder().display(),
    )
}
