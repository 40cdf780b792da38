//! The answer that most changes share.

use serde::Serialize;
use utoipa::ToSchema;

/// Done.
#[derive(Debug, Serialize, ToSchema)]
pub struct Changed {}
