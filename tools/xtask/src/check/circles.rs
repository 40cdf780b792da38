//! Dependencies between the modules of a crate must not form a circle, so that each module can be read, tested and
//! moved together with only the modules that it uses.
//!
//! A module uses another module when it names an item that the other one defines. A re-export (`pub use`) counts as a
//! use of the module that defines the item. A parent does not use the children that it only declares or re-exports.
//! Tests do not count.

mod source;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use self::source::{Mention, mentions};
use crate::fingerprint::collect;
use crate::job;
use crate::root::cargo;

/// A module's path below its crate; empty for the crate's root.
type Module = Vec<String>;

/// Fails when there is a circle, and prints the shortest one of each group of modules.
pub(crate) fn check() -> Result<()> {
    let metadata = job::output(cargo().args(["metadata", "--format-version=1", "--no-deps", "--quiet"]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("`cargo metadata` gave no JSON")?;
    let mut found = Vec::new();
    for package in metadata["packages"].as_array().context("`cargo metadata` lists no packages")? {
        let manifest = package["manifest_path"].as_str().context("a package without a manifest")?;
        for circle in Crate::read(&Path::new(manifest).with_file_name("src"))?.circles() {
            found.push(format!("{}: {circle}", package["name"].as_str().unwrap_or_default()));
        }
    }
    if !found.is_empty() {
        bail!("modules that use each other in a circle:\n  {}", found.join("\n  "));
    }
    Ok(())
}

/// The modules of one crate, and the paths that each mentions.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<Module, Vec<Mention>>,
}

impl Crate {
    fn read(folder: &Path) -> Result<Self> {
        let mut files = Vec::new();
        collect(folder, &["tests"], &mut files)?;
        let mut read = Self::default();
        for file in files {
            let Ok(path) = file.strip_prefix(folder) else { continue };
            if path.extension().is_none_or(|extension| extension != "rs") || path.ends_with("tests.rs") {
                continue;
            }
            let mut module: Module =
                path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if matches!(module.as_slice(), [only] if only == "lib" || only == "main") {
                module.clear();
            }
            read.add(module, mentions(&std::fs::read_to_string(&file)?));
        }
        Ok(read)
    }

    fn add(&mut self, module: Module, mentions: Vec<Mention>) {
        // A folder has no file of its own when its modules are declared in an inline module.
        for length in 0..module.len() {
            self.modules.entry(module[..length].to_vec()).or_default();
        }
        for mention in mentions {
            let inline_module = [module.clone(), mention.enclosing_modules.clone()].concat();
            self.modules.entry(inline_module).or_default().push(mention);
        }
        self.modules.entry(module).or_default();
    }

    /// The module that defines the item of a path, resolved from module `from`. None for items of other crates.
    /// `max_depth` limits the recursion, because imports may refer to each other.
    fn defining_module(&self, from: &Module, path: &[String], max_depth: usize) -> Option<Module> {
        let max_depth = max_depth.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        let mut module = from.clone();
        let mut rest = rest;
        match first.as_str() {
            "crate" => module.clear(),
            "self" => {}
            "super" => {
                module.pop()?;
                while let Some((next, remaining)) = rest.split_first()
                    && next == "super"
                {
                    module.pop()?;
                    rest = remaining;
                }
            }
            name => {
                let child = [from.as_slice(), &[name.to_owned()]].concat();
                if self.modules.contains_key(&child) {
                    module = child;
                } else {
                    let import = self.import_of(from, name)?;
                    return self.defining_module(from, &[&import.path, rest].concat(), max_depth);
                }
            }
        }
        self.resolve_rest(module, rest, max_depth)
    }

    /// The module that defines the item of a path whose first part was resolved to `module`.
    fn resolve_rest(&self, mut module: Module, path: &[String], max_depth: usize) -> Option<Module> {
        for (index, name) in path.iter().enumerate() {
            let child = [module.as_slice(), std::slice::from_ref(name)].concat();
            if self.modules.contains_key(&child) {
                module = child;
            } else if let Some(import) = self.import_of(&module, name) {
                let path = [&import.path, &path[index + 1..]].concat();
                return self.defining_module(&module, &path, max_depth);
            } else {
                break;
            }
        }
        Some(module)
    }

    /// The `use` that imports a name into a module.
    fn import_of(&self, module: &Module, name: &str) -> Option<&Mention> {
        let imports_name = |mention: &&Mention| {
            mention.alias.as_deref() == Some(name)
                // `use x;` of a child module x imports no other name.
                && mention.path.first().is_some_and(|first| first != name || mention.path.len() > 1)
        };
        self.modules.get(module)?.iter().find(imports_name)
    }

    /// The modules that each module uses, each with the first path that mentions it.
    fn uses(&self) -> BTreeMap<&Module, BTreeMap<Module, String>> {
        let mut uses: BTreeMap<&Module, BTreeMap<Module, String>> = BTreeMap::new();
        for (module, mentions) in &self.modules {
            for mention in mentions {
                let Some(target) = self.defining_module(module, &mention.path, 16) else { continue };
                let is_ancestor_or_descendant = target.starts_with(module) || module.starts_with(&target);
                let is_re_export_of_descendant = mention.exported && target.starts_with(module);
                // `use super::*` also imports the names that the parent imported; it does not show a use of the parent.
                let is_glob_of_relative = mention.alias.as_deref() == Some("*") && is_ancestor_or_descendant;
                if &target != module && !is_re_export_of_descendant && !is_glob_of_relative {
                    let path = mention.path.join("::");
                    uses.entry(module).or_default().entry(target).or_insert(path);
                }
            }
        }
        uses
    }

    /// One sentence per group of modules that use each other directly or indirectly: its shortest circle.
    fn circles(&self) -> Vec<String> {
        let uses = self.uses();
        let nothing = BTreeMap::new();
        // The shortest path from a module back to itself, by breadth-first search.
        let shortest_circle = |start: &Module| -> Option<Vec<Module>> {
            let mut came_from: BTreeMap<Module, Module> = BTreeMap::new();
            let mut queue = VecDeque::from([start.clone()]);
            while let Some(module) = queue.pop_front() {
                for next in uses.get(&module).unwrap_or(&nothing).keys() {
                    if next == start {
                        let mut circle = vec![start.clone()];
                        let mut previous = &module;
                        while previous != start {
                            circle.push(previous.clone());
                            previous = &came_from[previous];
                        }
                        circle.push(start.clone());
                        circle.reverse();
                        return Some(circle);
                    }
                    if !came_from.contains_key(next) {
                        came_from.insert(next.clone(), module.clone());
                        queue.push_back(next.clone());
                    }
                }
            }
            None
        };
        let mut shortest: Vec<Vec<Module>> = self.modules.keys().filter_map(shortest_circle).collect();
        shortest.sort_by_key(Vec::len);
        let mut reported: BTreeSet<&Module> = BTreeSet::new();
        let mut circles = Vec::new();
        for circle in &shortest {
            if circle.iter().any(|module| reported.contains(module)) {
                continue;
            }
            reported.extend(circle);
            let steps = circle.windows(2).map(|pair| {
                let path = &uses[&pair[0]][&pair[1]];
                format!("{} names `{path}` of {}", show(&pair[0]), show(&pair[1]))
            });
            circles.push(steps.collect::<Vec<_>>().join(", "));
        }
        circles
    }
}

fn show(module: &Module) -> String {
    if module.is_empty() { "the crate's root".to_owned() } else { module.join("::") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Crate::read(folder.path()).unwrap().circles()
    }

    #[test]
    fn two_modules_that_use_each_other_are_a_circle() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "pub struct B; fn f(_: super::a::A) {}"),
        ]);
        assert_eq!(found, ["a names `crate::b::B` of b, b names `super::a::A` of a"]);
    }

    #[test]
    fn a_circle_through_a_re_export_is_reported_for_the_defining_module() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "mod deep; pub use self::deep::A;"),
            ("a/deep.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "use crate::a::A; pub struct B;"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("a::deep names `crate::b::B` of b"), "{found:?}");
    }

    #[test]
    fn a_parent_and_its_child_must_not_use_each_other() {
        let child_uses_parent = ("a/child.rs", "use super::A; pub fn f(_: A) {}");
        let found = circles(&[
            ("lib.rs", "mod a;"),
            ("a.rs", "mod child; pub struct A; fn g() { child::f(A) }"),
            child_uses_parent,
        ]);
        assert_eq!(found, ["a names `child::f` of a::child, a::child names `super::A` of a"]);
        let only_declares = circles(&[
            ("lib.rs", "mod a;"),
            ("a.rs", "mod child; pub use self::child::f; pub struct A;"),
            child_uses_parent,
        ]);
        assert_eq!(only_declares, Vec::<String>::new());
    }

    #[test]
    fn a_dependency_of_tests_does_not_make_a_circle() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "pub struct A; #[cfg(test)] mod tests { use crate::b::B; }"),
            ("b.rs", "use crate::a::A; pub struct B(A);"),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn no_crate_of_this_workspace_has_a_circle() {
        check().unwrap();
    }
}
