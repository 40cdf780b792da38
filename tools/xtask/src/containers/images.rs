//! A folder with the files of every deployment, and the images that they name. The portal's image gets the programs that
//! the tests use, in place of a release build.
//!
//! Where no registry answers, images are made of Debian's packages (`stand-ins/Dockerfile`), and the files in the folder
//! name them, without digests.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::docker::Docker;
use crate::root::{root, scratch, target};
use crate::tool::tools_folder;
use crate::{debian, job};

/// The files and folders of every deployment.
const SOURCES: [&str; 4] = ["docker-compose.yml", "docker-compose.override.yml", "deploy", "demo-data"];
/// The files that name images.
const COMPOSE: [&str; 4] =
    ["docker-compose.yml", "docker-compose.override.yml", "deploy/production.yml", "deploy/ha/compose.yml"];
const PORTAL: &str = "deploy/docker/Dockerfile";
const SEVERAL_MACHINES: &str = "deploy/ha/Dockerfile";
/// Each image of the portal that is made here has it.
const LABEL: &str = "fairway-test";
const DIGEST: &str = "@sha256:";
/// The releases of Debian, and the images of their packages.
const RELEASES: [(&str, &str); 2] = [("bookworm", "debian:12.12-slim"), ("trixie", "fairway-debian:13")];
/// The image with everything that the stand-ins are made of, and Docker's plugins.
const PACKAGES: &str = "fairway-packages";

/// The folder with the files.
pub(super) fn folder() -> PathBuf {
    scratch().join("containers")
}

/// Makes the folder and the images; or the reason why there are none.
pub(super) fn prepare(mut docker: Docker) -> Result<std::result::Result<Docker, &'static str>> {
    let folder = folder();
    copy_files(&folder)?;
    let mut named = BTreeSet::new();
    for file in COMPOSE {
        named.extend(images(&fs::read_to_string(folder.join(file))?));
    }
    // Without a registry already the first one fails, and soon.
    let pull = |name: &String| {
        docker.succeeds(&["image", "inspect", name]) || docker.succeeds(&["pull", "--quiet", name])
    };
    if !named.iter().all(pull) {
        if !make_stand_ins(&mut docker, &named)? {
            return Ok(Err(
                "no registry of images answers, and only root on Debian can make images of packages",
            ));
        }
        for file in COMPOSE.into_iter().chain([PORTAL, SEVERAL_MACHINES]) {
            let text = fs::read_to_string(folder.join(file))?;
            fs::write(folder.join(file), without_digests(&text))?;
        }
    }
    if !docker.succeeds(&["compose", "version"]) {
        return Ok(Err("Docker has no plugin `compose`"));
    }
    let at = folder.to_str().context("a path that is not text")?;
    for (dockerfile, image, context) in [
        (PORTAL, "fairway:test", String::from(at)),
        (SEVERAL_MACHINES, "fairway-ha:test", format!("{at}/deploy")),
    ] {
        let dockerfile = format!("{at}/{dockerfile}");
        // The engine that builds has no network but this machine's.
        let build =
            ["build", "--quiet", "--network", "host", "--file", &dockerfile, "--tag", image, &context];
        job::run(&mut docker.command(&build))?;
    }
    // Those of earlier runs, which have no name any more.
    let filter = format!("label={LABEL}");
    job::run(&mut docker.command(&["image", "prune", "--force", "--filter", &filter]))?;
    Ok(Ok(docker))
}

/// Copies what is deployed, and lets the last stage of the portal's image take the programs from the folder. The images
/// have another name than those that somebody runs on this machine.
fn copy_files(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    let (programs, data) = (folder.join("out/bin"), folder.join("out/data/fairway"));
    fs::create_dir_all(&programs)?;
    fs::create_dir_all(&data)?;
    fs::set_permissions(&data, fs::Permissions::from_mode(0o700))?;
    job::run(Command::new("cp").arg("--recursive").args(SOURCES.map(|name| root().join(name))).arg(folder))?;
    for name in ["fairway", "replay-tool"] {
        let program = target().join("debug").join(name);
        fs::copy(&program, programs.join(name))
            .with_context(|| format!("cannot copy {}", program.display()))?;
    }
    for file in COMPOSE {
        let text = fs::read_to_string(folder.join(file))?;
        fs::write(
            folder.join(file),
            text.replace("fairway:local", "fairway:test")
                .replace("fairway-demonstration:local", "fairway:test")
                .replace("fairway-ha:local", "fairway-ha:test"),
        )?;
    }
    let portal = folder.join(PORTAL);
    fs::write(&portal, with_built_programs(&fs::read_to_string(&portal)?)?)?;
    Ok(())
}

/// A Dockerfile whose last stage takes the programs from `out` of its context.
fn with_built_programs(dockerfile: &str) -> Result<String> {
    let (_, last) = dockerfile.rsplit_once("\nFROM ").context("the Dockerfile has one stage")?;
    Ok(format!("FROM scratch AS programs\nCOPY out /out\nFROM {last}LABEL {LABEL}=\n"))
}

/// The images with a digest that a compose file names.
fn images(compose: &str) -> Vec<String> {
    let names = compose.lines().filter_map(|line| line.trim().strip_prefix("image: "));
    names.filter(|name| name.contains(DIGEST)).map(str::to_owned).collect()
}

fn without_digests(text: &str) -> String {
    let mut parts = text.split(DIGEST);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.trim_start_matches(|letter: char| letter.is_ascii_hexdigit()))
}

/// Makes the images of Debian's packages; false where that is not possible.
fn make_stand_ins(docker: &mut Docker, named: &BTreeSet<String>) -> Result<bool> {
    for (release, image) in RELEASES {
        if docker.succeeds(&["image", "inspect", image]) {
            continue;
        }
        if !rustix::process::geteuid().is_root() || debian::ensure(&["debootstrap"]).is_err() {
            return Ok(false);
        }
        let folder = scratch().join(release);
        job::run(Command::new("debootstrap").arg("--variant=minbase").arg(release).arg(&folder))?;
        let import = "tar --directory \"$0\" --create . | docker import - \"$1\"";
        job::run(
            docker
                .program("sh", [std::ffi::OsStr::new("-c"), import.as_ref(), folder.as_ref(), image.as_ref()])
                .env("LC_ALL", "C"),
        )?;
        fs::remove_dir_all(&folder)?;
    }
    let sources = root().join("tools/xtask/src/containers/stand-ins");
    let build = |docker: &Docker, stage: &str, image: &str| {
        let arguments = ["build", "--quiet", "--network", "host", "--target", stage, "--tag", image, "."];
        // The engine's own builder: another one is a plugin, which is not there yet.
        job::run(docker.command(&arguments).current_dir(&sources).env("DOCKER_BUILDKIT", "0"))
    };
    build(docker, "packages", PACKAGES)?;
    for name in named {
        let image = without_digests(name);
        let stage = image.split(':').next().and_then(|name| name.rsplit('/').next());
        build(docker, stage.context("an image without a name")?, &image)?;
    }
    build(docker, "distroless", "gcr.io/distroless/cc-debian12:nonroot")?;
    let config = tools_folder().join("containers/config");
    if !config.join("cli-plugins").exists() {
        fs::create_dir_all(&config)?;
        let container = job::output(&mut docker.command(&["create", PACKAGES, "true"]))?;
        let (container, plugins) = (container.trim(), "/usr/libexec/docker/cli-plugins");
        let copy = docker.program("docker", ["cp", &format!("{container}:{plugins}")]).arg(&config).status();
        job::run(&mut docker.command(&["rm", container]))?;
        copy.context("Docker's plugins could not be copied")?;
    }
    docker.variables.push(("DOCKER_CONFIG", config.into_os_string()));
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_found_and_lose_their_digests() {
        let digest = "0f".repeat(32);
        let compose = format!("  a:\n    image: prom/a:v1@sha256:{digest}\n  b:\n    image: fairway:local\n");
        assert_eq!(images(&compose), [format!("prom/a:v1@sha256:{digest}")]);
        assert_eq!(without_digests(&compose), "  a:\n    image: prom/a:v1\n  b:\n    image: fairway:local\n");
    }

    #[test]
    fn the_last_stage_of_the_portals_image_stays_as_it_is() {
        let dockerfile = fs::read_to_string(root().join(PORTAL)).unwrap();
        let changed = with_built_programs(&dockerfile).unwrap();
        assert!(changed.contains("FROM scratch AS programs\nCOPY out /out\nFROM gcr.io/"), "{changed}");
        let last = changed.rsplit_once("\nFROM ").unwrap().1;
        assert!(dockerfile.ends_with(last.strip_suffix("LABEL fairway-test=\n").unwrap()));
        // The replaced stage puts these there.
        assert!(["/out/bin/", "/out/data/"].iter().all(|from| changed.contains(from)), "{changed}");
    }
}
