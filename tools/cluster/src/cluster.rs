//! The whole cluster: started in the order in which each thing needs the one before, stopped in the opposite one.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use reqwest::Client;
use tokio::signal::unix::{SignalKind, signal};

use crate::database::{Patroni, start_etcd, start_patroni};
use crate::layout::{Layout, MEMBERS, NODES};
use crate::portal::{Settings, is_well};
use crate::programs::Programs;
use crate::proxies::{knows_primary, start_haproxy, start_pgbouncer};
use crate::service::Service;
use crate::wait::until;

/// Three base backups, one after the other, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(180);

/// Stands in the folder while the demo data are not completely in.
const UNFINISHED: &str = "demo-data.unfinished";

/// What to run, and where.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Options {
    /// Where everything is kept; made when it is not there.
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
    /// Patroni, where it is not Debian's.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) patroni: Option<PathBuf>,
    /// By which interface Patroni speaks with etcd: 2, or 3 with Patroni 3.0.3 or newer.
    #[arg(long, value_name = "2|3", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3))]
    pub(crate) etcd_interface: u8,
    /// Reach the database through PgBouncer.
    #[arg(long)]
    pub(crate) pgbouncer: bool,
}

/// Everything that runs. Dropping it ends all of it, in no order.
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
    /// Starts everything and waits until the portal is ready. `lines` are the ports by which each node reaches the
    /// database.
    ///
    /// # Errors
    /// When something is missing or does not come up; what was started ends then.
    pub(crate) async fn start(options: &Options, layout: Layout, lines: [u16; NODES]) -> Result<Self> {
        let built = std::path::absolute(&options.programs)?;
        let programs = Programs::find(&built, options.patroni.as_deref(), options.etcd_interface)?;
        let patroni = Patroni::new(&layout)?;
        let http = Client::builder().timeout(Duration::from_secs(3)).no_proxy().build()?;

        let etcd =
            (0..MEMBERS).map(|number| start_etcd(&layout, &programs, number)).collect::<Result<Vec<_>>>()?;
        for (member, port) in etcd.iter().zip(layout.ports.etcd_clients) {
            let what = format!("etcd to elect a leader; see {}", layout.log(&member.name).display());
            until(&what, PATIENCE, async || is_well(&http, port, "/health").await).await?;
        }
        let postgres = (0..MEMBERS)
            .map(|number| start_patroni(&layout, &programs, number))
            .collect::<Result<Vec<_>>>()?;
        let what = format!("PostgreSQL and its two standbys; see {}", layout.logs().display());
        until(&what, PATIENCE, async || patroni.is_whole().await).await?;
        let haproxy = start_haproxy(&layout, &programs)?;
        let pgbouncer = options.pgbouncer.then(|| start_pgbouncer(&layout)).transpose()?;
        let settings = Settings { layout: &layout, pgbouncer: options.pgbouncer };
        let what = format!("HAProxy to find the primary; see {}", layout.log("haproxy").display());
        until(&what, PATIENCE, async || knows_primary(&layout)).await?;
        if pgbouncer.is_some() {
            let what = format!("PgBouncer; see {}", layout.log("pgbouncer").display());
            until(&what, PATIENCE, async || takes_connections(layout.ports.pgbouncer).await).await?;
        }
        settings.once(&programs, "migrate", &["migrate"]).await?;
        import(&settings, &programs, options).await?;

        let projectors = (0..NODES)
            .map(|number| settings.start_projector(&programs, number))
            .collect::<Result<Vec<_>>>()?;
        let nodes = (0..NODES)
            .map(|number| settings.start_node(&programs, number, lines[number], &[]))
            .collect::<Result<Vec<_>>>()?;
        for (node, port) in nodes.iter().zip(layout.ports.nodes) {
            let what = format!("{} to be ready; see {}", node.name, layout.log(&node.name).display());
            until(&what, PATIENCE, async || is_well(&http, port, "/readyz").await).await?;
        }
        let what = "HAProxy to find the nodes";
        until(what, PATIENCE, async || is_well(&http, layout.ports.portal, "/api/openapi.json").await)
            .await?;
        Ok(Self { layout, patroni, etcd, postgres, haproxy, pgbouncer, nodes, projectors, programs })
    }

    /// Stops everything: first who serves, last what keeps the truth.
    ///
    /// # Errors
    /// When something does not end.
    pub(crate) async fn stop(mut self) -> Result<()> {
        end(self.nodes.iter_mut().chain(&mut self.projectors)).await?;
        end(self.pgbouncer.iter_mut().chain([&mut self.haproxy])).await?;
        end(self.postgres.iter_mut()).await?;
        end(self.etcd.iter_mut()).await
    }
}

async fn end(services: impl Iterator<Item = &mut Service>) -> Result<()> {
    let mut services: Vec<&mut Service> = services.collect();
    services.iter_mut().for_each(|service| service.ask_to_end());
    for service in services {
        service.ended().await?;
    }
    Ok(())
}

/// Whether somebody who speaks PostgreSQL's protocol listens on the port.
async fn takes_connections(port: u16) -> Option<()> {
    let ask = async {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = tokio::net::TcpStream::connect(("127.0.0.1", port)).await.ok()?;
        // "May we speak TLS?", which a server answers with one letter.
        stream.write_all(&[0, 0, 0, 8, 4, 210, 22, 47]).await.ok()?;
        let mut letter = [0];
        stream.read_exact(&mut letter).await.ok()?;
        Some(())
    };
    tokio::time::timeout(Duration::from_secs(2), ask).await.ok()?
}

/// Imports the data set into a cluster that is new, or where an earlier import did not finish.
async fn import(settings: &Settings<'_>, programs: &Programs, options: &Options) -> Result<()> {
    let Some(data) = &options.data else { return Ok(()) };
    let layout = settings.layout;
    let mark = layout.folder().join(UNFINISHED);
    if !layout.is_new && !mark.exists() {
        return Ok(());
    }
    std::fs::write(&mark, "The data set is not completely in; the next start imports it again.\n")
        .with_context(|| format!("cannot write {}", mark.display()))?;
    println!("first use: importing {}", data.display());
    let data = data.to_str().context("the data set's path is no text")?;
    settings.once(programs, "import", &["import", data]).await?;
    std::fs::remove_file(&mark).with_context(|| format!("cannot remove {}", mark.display()))
}

/// Ends with the first Ctrl-C or SIGTERM from now on.
pub(crate) fn asked_to_stop() -> Result<impl Future<Output = ()>> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Runs the cluster until somebody asks to stop.
pub(crate) async fn until_interrupted(options: Options) -> Result<()> {
    let asked = asked_to_stop()?;
    tokio::pin!(asked);
    let layout = Layout::open(&std::path::absolute(&options.folder)?, &options.config)?;
    let lines = [layout.ports.primary; NODES];
    let cluster = tokio::select! {
        started = Cluster::start(&options, layout, lines) => started?,
        () = &mut asked => bail!("stopped while it started"),
    };
    println!("{}", greeting(&cluster));
    asked.await;
    println!("stopping; the data stay");
    cluster.stop().await
}

fn greeting(cluster: &Cluster) -> String {
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
