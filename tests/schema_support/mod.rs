//! The shipped schemas, as the binary prints them, and documents that it really writes.
#![allow(dead_code)] // Each test uses a part.

#[path = "../support/command.rs"]
pub(crate) mod command;
pub(crate) mod models;
pub(crate) mod mutation;
pub(crate) mod written;

use boon::{Compiler, SchemaIndex, Schemas};
use command::run;
use serde_json::Value;
use std::collections::BTreeMap;

/// Every schema that the binary ships, compiled together.
pub(crate) struct Shipped {
    pub(crate) texts: BTreeMap<String, Value>,
    schemas: Schemas,
    compiled: BTreeMap<String, SchemaIndex>,
}

/// The address of a schema: it resolves to nothing, and only names it.
pub(crate) fn id(name: &str) -> String {
    format!("https://onceproof.invalid/schema/{name}-1.json")
}

impl Shipped {
    pub(crate) fn new() -> Shipped {
        let list = run(&["schema"], "");
        let names = list.out.lines().map(|line| line.split('\t').next().expect("a name"));
        let text = |name: &str| {
            let printed = run(&["schema", name], "");
            assert_eq!(printed.code, Some(0), "{name}");
            (name.to_owned(), serde_json::from_str(&printed.out).expect("JSON"))
        };
        let texts: BTreeMap<String, Value> = names.map(text).collect();
        let mut compiler = Compiler::new();
        for (name, text) in &texts {
            compiler.add_resource(&id(name), text.clone()).expect("a resource");
        }
        let mut schemas = Schemas::new();
        let mut compile = |name: &String| {
            let compiled = compiler.compile(&id(name), &mut schemas);
            (name.clone(), compiled.unwrap_or_else(|error| panic!("{name}: {error}")))
        };
        let compiled = texts.keys().map(&mut compile).collect();
        Shipped { texts, schemas, compiled }
    }

    pub(crate) fn judge(&self, name: &str, document: &Value) -> Result<(), String> {
        let compiled = self.compiled.get(name).unwrap_or_else(|| panic!("no schema `{name}`"));
        self.schemas.validate(document, *compiled).map_err(|error| format!("{error:#}"))
    }

    pub(crate) fn accepts(&self, name: &str, document: &Value) -> bool {
        self.judge(name, document).is_ok()
    }
}

/// The lines of a text, as JSON.
pub(crate) fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}
