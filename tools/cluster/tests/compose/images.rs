//! Checks the images of the containers: each is pinned by its digest, so that a commit has the same images everywhere
//! and an attacker who controls a tag cannot change the portal.

use crate::files::{self, DEPLOYMENTS};

/// `name:tag@sha256:` and 64 hexadecimal digits: the tag for people, the digest for machines.
fn is_pinned(image: &str) -> bool {
    let Some((name, digest)) = image.split_once("@sha256:") else { return false };
    let tag = name.rsplit('/').next().and_then(|last| last.split_once(':')).map(|(_, tag)| tag);
    let is_digest = digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_digest && tag.is_some_and(|tag| tag != "latest" && !tag.is_empty())
}

/// The images that a Dockerfile builds on, without its own stages.
fn bases(dockerfile: &str) -> Vec<String> {
    let code = files::text(dockerfile);
    let from = |line: &str| {
        line.strip_prefix("FROM ").map(|rest| rest.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let froms: Vec<String> = code.lines().filter_map(from).collect();
    let stages: Vec<&str> =
        froms.iter().filter_map(|from| from.split_once(" AS ")).map(|pair| pair.1).collect();
    let images = froms.iter().filter_map(|from| from.split(' ').next());
    images.filter(|image| !stages.contains(image)).map(str::to_owned).collect()
}

#[test]
fn every_image_is_pinned_by_digest_or_built_from_pinned_images() {
    let mut checked = 0;
    for deployment in DEPLOYMENTS {
        let compose = files::merged(deployment);
        for (name, service) in files::services(&compose) {
            let image = service["image"].as_str().unwrap_or_else(|| panic!("{name} has no image"));
            // An image that is built here has the tag `local`. A service without `build` would be asked of a registry.
            let is_built = image.ends_with(":local") && service["build"].is_object();
            assert!(is_built || is_pinned(image), "{name} of {deployment:?} runs {image}");
            checked += 1;
        }
    }
    for dockerfile in ["deploy/docker/Dockerfile", "deploy/ha/Dockerfile"] {
        for image in bases(dockerfile) {
            assert!(is_pinned(&image), "{dockerfile} builds on {image}");
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked}");
    assert!(!is_pinned("postgres:17") && !is_pinned("postgres@sha256:051f"), "the check can fail");
}

#[test]
fn the_portals_image_has_no_shell_and_runs_as_an_unprivileged_user() {
    let code = files::text("deploy/docker/Dockerfile");
    let last = code.rsplit("\nFROM ").next().expect("a stage");
    // Files written without a volume would be in one without a name, which nobody finds.
    assert!(!last.contains("\nVOLUME"), "{last}");
    // Only this image has no shell; Debian's and the `debug` variants have one.
    assert!(last.starts_with("gcr.io/distroless/cc-debian12:nonroot@"), "{last}");
    assert!(last.contains("\nUSER 10001:10001\n"), "{last}");
    // Without brackets Docker runs the command in a shell.
    for line in last
        .lines()
        .filter(|line| line.starts_with("RUN ") || line.contains("CMD") || line.contains("ENTRYPOINT"))
    {
        assert!(!line.starts_with("RUN ") && line.contains('['), "{line}");
    }
}

/// Docker makes one for each `VOLUME` of an image where nothing is mounted, and `down` leaves it.
#[test]
fn no_container_gets_a_volume_without_a_name() {
    const OF_THE_IMAGES: [(&str, &str); 4] = [
        ("postgres:", "/var/lib/postgresql/data"),
        ("prom/prometheus:", "/prometheus"),
        ("prom/alertmanager:", "/alertmanager"),
        ("grafana/", "/var/lib/grafana"),
    ];
    for deployment in DEPLOYMENTS {
        for (name, service) in files::services(&files::merged(deployment)) {
            let image = service["image"].as_str().unwrap_or_default();
            let Some((_, path)) = OF_THE_IMAGES.iter().find(|(start, _)| image.starts_with(start)) else {
                continue;
            };
            let mut mounted =
                files::items(service, "volumes").into_iter().chain(files::items(service, "tmpfs"));
            let is_path = |mount: &str| mount.split(':').any(|part| part == *path);
            assert!(mounted.any(is_path), "{name} of {deployment:?} mounts nothing at {path}");
        }
    }
}

#[test]
fn one_image_has_one_digest_everywhere() {
    let mut by_name = std::collections::BTreeMap::<String, String>::new();
    for deployment in DEPLOYMENTS {
        for service in files::services(&files::merged(deployment)).values() {
            let Some((name, digest)) = service["image"].as_str().and_then(|image| image.split_once('@'))
            else {
                continue;
            };
            let previous = by_name.insert(name.to_owned(), digest.to_owned());
            assert!(previous.is_none_or(|previous| previous == digest), "{name}");
        }
    }
    assert!(by_name.contains_key("postgres:17.11-bookworm"), "{by_name:?}");
}
