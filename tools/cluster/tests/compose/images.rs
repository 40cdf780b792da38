//! What the containers are made of: each image by its digest, so that the same commit is the same everywhere and nobody
//! who gets hold of a tag gets into the portal.

use crate::files::{self, WAYS};

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
fn every_image_is_pinned_by_its_digest_or_built_on_such() {
    let mut seen = 0;
    for way in WAYS {
        let compose = files::together(way);
        let built: Vec<&str> = files::services(&compose)
            .values()
            .filter(|service| service["build"].is_object())
            .filter_map(|service| service["image"].as_str())
            .collect();
        for (name, service) in files::services(&compose) {
            let image = service["image"].as_str().unwrap_or_else(|| panic!("{name} has no image"));
            // What is built here carries a name of its own.
            let is_built = image.ends_with(":local") && built.contains(&image);
            assert!(is_built || is_pinned(image), "{name} of {way:?} runs {image}");
            seen += 1;
        }
    }
    for dockerfile in ["deploy/docker/Dockerfile", "deploy/ha/Dockerfile"] {
        for image in bases(dockerfile) {
            assert!(is_pinned(&image), "{dockerfile} builds on {image}");
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen}");
    assert!(!is_pinned("postgres:17") && !is_pinned("postgres@sha256:051f"), "the check can fail");
}

#[test]
fn the_portals_image_runs_as_a_user_without_a_shell() {
    let code = files::text("deploy/docker/Dockerfile");
    let last = code.rsplit("\nFROM ").next().expect("a stage");
    // Debian's, and those with a shell for debugging, are others.
    assert!(last.starts_with("gcr.io/distroless/cc-debian12:nonroot@"), "{last}");
    assert!(last.contains("\nUSER 10001:10001\n"), "{last}");
    // The form with words needs a shell.
    for line in last
        .lines()
        .filter(|line| line.starts_with("RUN ") || line.contains("CMD") || line.contains("ENTRYPOINT"))
    {
        assert!(!line.starts_with("RUN ") && line.contains('['), "{line}");
    }
}

#[test]
fn one_image_has_one_digest_everywhere() {
    let mut by_name = std::collections::BTreeMap::<String, String>::new();
    for way in WAYS {
        for service in files::services(&files::together(way)).values() {
            let Some((name, digest)) = service["image"].as_str().and_then(|image| image.split_once('@'))
            else {
                continue;
            };
            let before = by_name.insert(name.to_owned(), digest.to_owned());
            assert!(before.is_none_or(|before| before == digest), "{name}");
        }
    }
    assert!(by_name.contains_key("postgres:17.11-bookworm"), "{by_name:?}");
}
