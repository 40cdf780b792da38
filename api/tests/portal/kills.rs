//! kill -9 under load of the server, its PostgreSQL and the writing session. Everything that was acknowledged exists
//! once, and its member sees it.
//!
//! Two of each in a normal run; `FAIRWAY_TEST_KILLS=50 cargo nextest run -p fairway kills` is the long one.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use tokio::sync::watch;

use crate::own_postgres::{kill_9, postmaster};
use crate::process::{Server, fairway};
use crate::races::checker;
use crate::support::{data_set, round};

/// Only reached when the portal does not recover.
const TIME_LIMIT: Duration = Duration::from_secs(120);
/// Bookings that must be acknowledged after a kill before the next.
const BOOKINGS_BETWEEN_KILLS: usize = 3;
/// The members who book, each on a day of their own.
const MEMBERS: [(&str, &str); 4] =
    [("jan", "2026-11-28"), ("eva", "2026-11-29"), ("w1", "2026-11-30"), ("w2", "2026-12-01")];

/// A member who books and cancels the same round while the portal is under load.
struct LoadMember {
    http: reqwest::Client,
    /// The portal's present address; none: the load ends.
    base: watch::Receiver<Option<String>>,
    token: String,
    date: &'static str,
    acknowledged: Arc<Mutex<Vec<String>>>,
}

impl LoadMember {
    async fn book_and_cancel(mut self) {
        for number in 0.. {
            let key = format!("{}-{number}", self.date);
            let Some(booked) = self
                .repeat_until_answered("/api/reservations", Some((&key, round(self.date, &[self.name()]))))
                .await
            else {
                return;
            };
            let id = booked["reservation_id"].as_str().expect("an id").to_owned();
            self.acknowledged.lock().expect("the list").push(id.clone());
            if !self.sees(&id).await {
                return;
            }
            let cancel = format!("/api/reservations/{id}/cancel");
            if self.repeat_until_answered(&cancel, Some((&format!("{key}-off"), Value::Null))).await.is_none()
            {
                return;
            }
        }
    }

    fn name(&self) -> &'static str {
        MEMBERS.iter().find(|(_, date)| *date == self.date).map(|(name, _)| *name).expect("a member")
    }

    /// Repeats a request until it succeeds, a write with the same key; none when the load must end.
    async fn repeat_until_answered(&mut self, path: &str, write: Option<(&str, Value)>) -> Option<Value> {
        loop {
            let base = self.base.borrow_and_update().clone()?;
            let url = format!("{base}{path}");
            let request = match &write {
                Some((key, body)) => self.http.post(url).header("idempotency-key", *key).json(body),
                None => self.http.get(url),
            };
            let answered = async {
                let response = request.bearer_auth(&self.token).send().await.ok()?;
                let status = response.status().as_u16();
                Some((status, response.json::<Value>().await.ok()?))
            };
            match answered.await {
                Some((200, body)) => return Some(body),
                Some((503, _)) | None => tokio::task::yield_now().await,
                Some((status, body)) => panic!("{path} of {}: {status} {body}", self.name()),
            }
        }
    }

    /// Whether the booking is in the member's own list; it may have to wait for a projector that was killed too.
    async fn sees(&mut self, id: &str) -> bool {
        let seeing = async {
            loop {
                let Some(list) = self.repeat_until_answered("/api/reservations", None).await else {
                    return false;
                };
                let rounds = list["data"].as_array().expect("a list");
                if rounds.iter().any(|round| round["reservation_id"] == id) {
                    return true;
                }
            }
        };
        tokio::time::timeout(TIME_LIMIT, seeing)
            .await
            .unwrap_or_else(|_| panic!("{id} was acknowledged and never shows"))
    }
}

/// Connects directly to the database, as the superuser.
fn superuser_pool(data: &Path) -> PgPool {
    let options = PgConnectOptions::new_without_pgpass()
        .socket(data.join("postgres/run"))
        .username("postgres")
        .database("fairway");
    PgPoolOptions::new().max_connections(1).connect_lazy_with(options)
}

/// The process of the session that appended last.
async fn writing_session(pool: &PgPool) -> Option<u32> {
    let sql = "SELECT pid FROM pg_stat_activity
               WHERE application_name = 'fairway' AND (query ILIKE '%INTO events%' OR query ILIKE 'COMMIT%')
               ORDER BY state = 'idle', state_change DESC LIMIT 1";
    let pid: Option<i32> = sqlx::query_scalar(sql).fetch_optional(pool).await.ok()?;
    pid.and_then(|pid| u32::try_from(pid).ok())
}

#[derive(Debug, Clone, Copy)]
enum Victim {
    Server,
    Postmaster,
    WritingSession,
}

#[tokio::test]
async fn after_kills_under_load_every_acknowledged_booking_exists_once() {
    let kills: usize =
        std::env::var("FAIRWAY_TEST_KILLS").map_or(2, |count| count.parse().expect("a number of kills"));
    let data = tempfile::tempdir().expect("a folder");
    let set = data_set();
    let imported =
        fairway(data.path(), &["import", set.to_str().expect("a path")]).output().expect("it runs");
    assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
    let mut server = Server::start(data.path()).await;
    let http = reqwest::Client::new();
    let (address, base) = watch::channel(Some(server.base.clone()));
    let acknowledged = Arc::new(Mutex::new(Vec::new()));
    let mut load = tokio::task::JoinSet::new();
    for (name, date) in MEMBERS {
        let token = server.login_as(&http, name).await;
        let (http, base, acknowledged) = (http.clone(), base.clone(), Arc::clone(&acknowledged));
        load.spawn(LoadMember { http, base, token, date, acknowledged }.book_and_cancel());
    }
    let count = || acknowledged.lock().expect("the list").len();
    let superuser_pool = superuser_pool(data.path());

    for number in 0..kills {
        for victim in [Victim::Server, Victim::Postmaster, Victim::WritingSession] {
            let before = count();
            match victim {
                Victim::Server => {
                    server.process.kill().expect("kill -9");
                    server.process.wait().expect("its end");
                    server = Server::start(data.path()).await;
                    address.send_replace(Some(server.base.clone()));
                }
                Victim::Postmaster => kill_9(postmaster(data.path())),
                Victim::WritingSession => {
                    let finding = async {
                        loop {
                            if let Some(pid) = writing_session(&superuser_pool).await {
                                return pid;
                            }
                            tokio::task::yield_now().await;
                        }
                    };
                    kill_9(tokio::time::timeout(TIME_LIMIT, finding).await.expect("a session that writes"));
                }
            }
            let recovering = async {
                while count() < before + BOOKINGS_BETWEEN_KILLS {
                    // Reports a panic of a member's task.
                    if let Some(ended) = load.try_join_next() {
                        ended.expect("the load goes on");
                    }
                    tokio::task::yield_now().await;
                }
            };
            let recovered = tokio::time::timeout(TIME_LIMIT, recovering).await;
            recovered.unwrap_or_else(|_| panic!("kill {number} of {victim:?}: nobody can book any more"));
        }
    }
    address.send_replace(None);
    while let Some(ended) = load.join_next().await {
        ended.expect("the load went on to its end");
    }

    let acknowledged = acknowledged.lock().expect("the list").clone();
    let checking = async {
        // Its one connection may be from before the last kill.
        while sqlx::query("SELECT 1").execute(&superuser_pool).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TIME_LIMIT, checking).await.expect("the database");
    assert_eq!(checker::not_once(&superuser_pool, &acknowledged).await, Vec::<String>::new());
    assert_eq!(checker::broken_rules(&superuser_pool).await, Vec::<&str>::new());
    println!("{} acknowledged bookings, {} kills", acknowledged.len(), 3 * kills);
    assert!(server.process.try_wait().expect("its state").is_none());
    assert!(server.terminate().success());
}
