//! The demonstration of the compose files, started step by step without Docker: the same scripts, commands and
//! environment, with this machine's paths in place of the containers'. Log-ins need their passwords, as there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fairway_postgres::throwaway::{Durability, Throwaway};
use serde_json::{Value, json};

use crate::process::{Server, fairway};
use crate::projecting::Projector;
use crate::roles::analysts::{Printed, ask, documented};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn compose(name: &str) -> Value {
    let text = std::fs::read_to_string(repository().join(name)).expect("a compose file");
    let mut value: serde_norway::Value = serde_norway::from_str(&text).expect("YAML");
    for _ in 0..3 {
        value.apply_merge().expect("anchors that are there");
    }
    serde_json::to_value(value).expect("what JSON has too")
}

/// The containers, with a server and folders of this machine in place of theirs.
struct Containers {
    files: [Value; 2],
    server: Throwaway,
    folder: tempfile::TempDir,
}

impl Containers {
    fn new() -> Self {
        let programs = std::env::var_os("FAIRWAY_POSTGRES_BIN").filter(|folder| !folder.is_empty());
        let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let server = Throwaway::start(parent, programs.map(PathBuf::from).as_deref(), Durability::None);
        let folder = tempfile::tempdir().expect("a folder");
        let containers = Self {
            files: ["docker-compose.yml", "docker-compose.override.yml"].map(compose),
            server: server.expect("a cluster"),
            folder,
        };
        std::fs::create_dir(containers.data()).expect("a folder for data");
        let script = repository().join("deploy/secrets.sh");
        succeeds(&Command::new("sh").arg(script).arg(containers.secrets()).output().expect("sh"));
        containers
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn secrets(&self) -> PathBuf {
        self.folder.path().join("secrets")
    }

    /// An argument of a service, with the paths and addresses of this machine.
    fn here(&self, service: &str, argument: &str) -> String {
        let mut argument = argument.to_owned();
        for file in &self.files {
            for volume in file["services"][service]["volumes"].as_array().into_iter().flatten() {
                let mut parts = volume.as_str().expect("a volume").split(':');
                let (Some(ours), Some(theirs)) = (parts.next(), parts.next()) else { continue };
                if ours.starts_with("./") {
                    let ours = repository().join(ours).display().to_string();
                    argument = argument.replace(theirs, &ours);
                }
            }
        }
        let socket = self.server.socket_folder().display();
        argument
            .replace("/run/secrets", &self.secrets().display().to_string())
            .replace("/var/lib/fairway", &self.data().display().to_string())
            .replace("@postgres:5432/fairway", &format!("@localhost/fairway?host={socket}"))
            .replace("${FAIRWAY_PORT:-8080}", "8080")
            .replace("${OTEL_EXPORTER_OTLP_ENDPOINT:-}", "")
    }

    fn environment(&self, service: &str) -> BTreeMap<String, String> {
        let mut environment = BTreeMap::new();
        for file in &self.files {
            for (name, value) in file["services"][service]["environment"].as_object().into_iter().flatten() {
                environment.insert(name.clone(), self.here(service, value.as_str().expect("text")));
            }
        }
        environment
    }

    fn words(&self, service: &str, key: &str) -> Vec<String> {
        // The later file replaces such a list.
        let list = self.files.iter().rev().find_map(|file| file["services"][service][key].as_array());
        let words = list.into_iter().flatten().filter_map(Value::as_str);
        words.map(|argument| self.here(service, argument)).collect()
    }

    /// A service of the program's own image.
    fn program(&self, service: &str, words: &[String]) -> Command {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut command = fairway(&self.data(), &words);
        command.envs(self.environment(service));
        command
    }

    /// A service of the program that ends by itself.
    fn once(&self, service: &str) -> String {
        let output = self.program(service, &self.words(service, "command")).output().expect("it runs");
        succeeds(&output);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// A service of psql that ends by itself.
    fn psql(&self, service: &str) {
        let words = [self.words(service, "entrypoint"), self.words(service, "command")].concat();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).envs(self.environment(service)).env("PGHOST", self.server.socket_folder());
        succeeds(&command.output().expect("psql"));
    }

    /// Requires passwords for our log-ins; the superuser needs none, as before.
    fn ask_for_passwords(&self) {
        let file = self.server.data_dir().join("pg_hba.conf");
        let before = std::fs::read_to_string(&file).expect("the rules");
        let ours = "local all fairway,fairway_web,fairway_projector,+analyst scram-sha-256\n";
        std::fs::write(&file, format!("{ours}{before}")).expect("the rules");
        let url = self.server.url();
        let reload = ["--no-psqlrc", "--command", "SELECT pg_reload_conf()", "--dbname", &url];
        succeeds(&Command::new("psql").args(reload).output().expect("psql"));
    }
}

fn succeeds(output: &Output) {
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
}

#[tokio::test]
async fn the_demonstration_starts_with_what_its_containers_are_given() {
    let containers = Containers::new();
    containers.psql("roles");
    containers.ask_for_passwords();
    containers.once("migrate");
    containers.once("demonstration");
    let again = containers.once("demonstration");
    assert!(again.contains("members already"), "{again}");
    containers.psql("grafana-login");

    let mut early = containers.program("projector", &["healthcheck".to_owned(), "project".to_owned()]);
    assert!(!early.output().expect("it runs").status.success(), "nobody projects yet");
    // A log-in with another one's password is refused.
    let wrong = containers.secrets().join("owner_password");
    let words = containers.words("fairway", "command");
    let refused =
        containers.program("fairway", &words).env("PGPASSWORD_FILE", wrong).output().expect("it runs");
    assert!(!refused.status.success(), "served with another's password");

    let server = Server::run(&mut containers.program("fairway", &words)).await;
    let environment = containers.environment("projector");
    let projector =
        Projector::run(containers.program("projector", &containers.words("projector", "command"))).await;
    for (service, variable, listen) in [
        ("fairway", "FAIRWAY_LISTEN", server.base.trim_start_matches("http://")),
        ("projector", "FAIRWAY_PROJECT_LISTEN", &projector.address),
    ] {
        let check =
            containers.files[0]["services"][service]["healthcheck"]["test"].as_array().expect("a check");
        let words: Vec<String> = check.iter().skip(2).filter_map(Value::as_str).map(str::to_owned).collect();
        succeeds(&containers.program(service, &words).env(variable, listen).output().expect("it runs"));
    }
    let http = reqwest::Client::new();
    let login = json!({"grant_type": "password", "client_id": "fairway-webapp", "password": "fairway-demo",
        "client_secret": "fairway-webapp-public", "username": "jan.devries@fairway.example"});
    let login = http.post(format!("{}/api/users/login", server.base)).json(&login).send().await;
    assert_eq!(login.expect("an answer").status(), 200);
    let mails = http.get(format!("{}/dev/mail", server.base)).send().await.expect("an answer");
    assert_eq!(mails.status(), 200);

    let token = std::fs::read_to_string(&environment["FAIRWAY_METRICS_TOKEN_FILE"]).expect("the token");
    for base in [server.base.clone(), format!("http://{}", projector.address)] {
        // Prometheus asks by the container's address.
        let page = http.get(format!("{base}/metrics")).header("host", "172.18.0.4:8080");
        let page = page.bearer_auth(token.trim()).send().await.expect("an answer");
        assert_eq!(page.status(), 200, "{base}");
    }
}

#[test]
fn in_containers_an_analyst_logs_in_as_the_document_says() {
    let containers = Containers::new();
    containers.psql("roles");
    containers.ask_for_passwords();
    containers.once("migrate");
    let words = documented("docker compose run --rm ");
    let (service, arguments) = words.split_first().expect("a service");
    let entrypoint = containers.words(service, "entrypoint");
    assert_eq!(entrypoint[0], "fairway");
    let run = containers.program(service, &[&entrypoint[1..], arguments].concat()).output().expect("it runs");
    let mut printed = Printed::from_output(&run);
    // The container in which psql runs is this machine.
    let here = printed.psql.replace("docker compose exec --env PGPASSWORD postgres psql", "psql");
    assert_ne!(here, printed.psql, "psql runs in the container of the server");
    printed.psql = here;
    assert_eq!(printed.ask("SELECT current_user, count(*) FROM analytics.clubs"), Ok("eva|0".to_owned()));
    assert_eq!(ask(&format!("psql '{}'", printed.dsn), "SHOW temp_file_limit"), Ok("1GB".to_owned()));
    printed.psql = printed.psql.replace(&printed.password, "wrong");
    assert!(printed.ask("SELECT 1").is_err(), "the password counts");

    let owner = containers.program("operator", &["analyst-login".to_owned(), "tom".to_owned()]).output();
    let owner = owner.expect("it runs");
    let errors = String::from_utf8_lossy(&owner.stderr);
    assert!(!owner.status.success() && errors.contains("DATABASE_URL of a superuser"), "{errors}");
}
