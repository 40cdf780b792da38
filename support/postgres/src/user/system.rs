//! The users of the machine: finds the user that runs the server instead of root, and creates it where there is none.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::PostgresError;
use crate::error::At;
use crate::wait::Wait;

/// The user that is created for the server and runs nothing else.
const OWN: &str = "fairway-postgres";

/// Preferred first: our own, then the user of Debian's package.
const UNPRIVILEGED: [&str; 2] = [OWN, "postgres"];

/// The user id of `nobody` where `/etc/passwd` does not contain it.
const NOBODY: u32 = 65_534;

/// How long to wait while another program changes the users.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The machine's user database.
#[derive(Debug)]
pub(super) struct Users {
    root: PathBuf,
}

impl Users {
    pub(super) fn of_this_machine() -> Self {
        Self { root: PathBuf::from("/") }
    }

    fn text(&self) -> Result<String, PostgresError> {
        let passwd = self.root.join("etc/passwd");
        std::fs::read_to_string(&passwd).at("read", &passwd)
    }

    /// User and group id for the server.
    pub(super) fn unprivileged(&self) -> Result<(u32, u32), PostgresError> {
        let wait = Wait::at_most(TIMEOUT);
        loop {
            let text = self.text()?;
            if let Some(found) = UNPRIVILEGED.iter().find_map(|name| look_up(&text, name)) {
                return Ok(found);
            }
            if let Err(reason) = self.create() {
                // Another process that creates it holds the lock.
                if !reason.contains("try again later") || wait.is_over() {
                    // Or has created it in the meantime.
                    let made = look_up(&self.text()?, OWN);
                    return made.ok_or(PostgresError::NoUnprivilegedUser { reason });
                }
                wait.sleep();
            }
        }
    }

    fn create(&self) -> Result<(), String> {
        let mut command = Command::new("useradd");
        if self.root != Path::new("/") {
            command.arg("--prefix").arg(&self.root);
        }
        command.args(["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"]);
        command.args(["--shell", "/usr/sbin/nologin", "--comment", "PostgreSQL of Fairway", OWN]);
        let output = command.env("LC_ALL", "C").stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("useradd does not run: {error}"))?;
        if output.status.success() {
            tracing::info!(user = OWN, "created a user for PostgreSQL, which does not run as root");
            return Ok(());
        }
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }

    /// The user id of `nobody`.
    pub(super) fn nobody(&self) -> Result<u32, PostgresError> {
        Ok(look_up(&self.text()?, "nobody").map_or(NOBODY, |(uid, _)| uid))
    }
}

/// The name of a user id: from the file, else from the machine's other sources, such as a directory service.
pub(super) fn name_of(uid: u32) -> Result<String, PostgresError> {
    if let Some(name) = name_in(&Users::of_this_machine().text()?, uid) {
        return Ok(name);
    }
    let output = Command::new("id").args(["-u", "-n", &uid.to_string()]).stdin(Stdio::null()).output();
    let name = output.ok().filter(|output| output.status.success());
    let name = name.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    name.filter(|name| !name.is_empty()).ok_or(PostgresError::NamelessUser { uid })
}

fn name_in(passwd: &str, uid: u32) -> Option<String> {
    let line = passwd.lines().find(|line| line.split(':').nth(2) == Some(&uid.to_string()))?;
    line.split(':').next().map(str::to_owned)
}

/// User and group id of `name` in the text of `/etc/passwd`; root under another name does not count.
fn look_up(passwd: &str, name: &str) -> Option<(u32, u32)> {
    let line = passwd.lines().find(|line| line.split(':').next() == Some(name))?;
    let mut fields = line.split(':').skip(2).map(str::parse::<u32>);
    let (uid, gid) = (fields.next()?.ok()?, fields.next()?.ok()?);
    (uid != 0).then_some((uid, gid))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSWD: &str = "root:x:0:0:root:/root:/bin/bash\npostgres:x:101:104:,,,:/var/lib/postgresql:/bin/bash\ntoor:x:0:0::/:\n";
    const FEW: &str =
        "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n";

    #[test]
    fn finds_a_user_by_its_whole_name_and_never_root() {
        assert_eq!(look_up(PASSWD, "postgres"), Some((101, 104)));
        assert_eq!(look_up(PASSWD, "postgre"), None);
        assert_eq!(look_up(PASSWD, "toor"), None);
        assert_eq!(name_in(PASSWD, 101).as_deref(), Some("postgres"));
        assert_eq!(name_in(PASSWD, 10), None);
    }

    fn machine(passwd: &str) -> (tempfile::TempDir, Users) {
        let root = tempfile::tempdir().unwrap();
        let etc = root.path().join("etc");
        std::fs::create_dir(&etc).unwrap();
        std::fs::write(etc.join("passwd"), passwd).unwrap();
        for (file, text) in [("group", "root:x:0:\n"), ("shadow", "root:*:1::::::\n"), ("gshadow", "")] {
            std::fs::write(etc.join(file), text).unwrap();
        }
        let users = Users { root: root.path().to_owned() };
        (root, users)
    }

    #[test]
    fn an_existing_user_is_used_and_nobody_is_never_used() {
        let (_root, users) = machine(PASSWD);
        assert_eq!(users.unprivileged().unwrap(), (101, 104));
        assert_eq!(users.nobody().unwrap(), NOBODY);
    }

    /// Only root changes users, and only where there is the program for it.
    #[test]
    fn root_creates_a_user_for_the_server_and_never_uses_nobody() {
        let (root, users) = machine(FEW);
        let can_make = rustix::process::geteuid().is_root()
            && Command::new("useradd").arg("--help").output().is_ok_and(|output| output.status.success());
        if can_make {
            let (made, _) = users.unprivileged().unwrap();
            assert_ne!(made, NOBODY);
            assert_eq!(users.unprivileged().unwrap().0, made, "once");
            let passwd = std::fs::read_to_string(root.path().join("etc/passwd")).unwrap();
            assert!(
                passwd.contains("fairway-postgres") && passwd.ends_with("/usr/sbin/nologin\n"),
                "{passwd}"
            );
        } else {
            let refusal = users.unprivileged().unwrap_err().to_string();
            assert!(refusal.contains("useradd --system"), "{refusal}");
        }
    }

    #[test]
    fn when_no_user_can_be_created_the_error_names_the_remedy() {
        let (root, users) = machine(FEW);
        // No user can be added to what is no file.
        std::fs::remove_file(root.path().join("etc/group")).unwrap();
        std::fs::create_dir(root.path().join("etc/group")).unwrap();
        let refusal = users.unprivileged().unwrap_err().to_string();
        assert!(refusal.contains("useradd --system") && refusal.contains("ordinary user"), "{refusal}");
    }
}
