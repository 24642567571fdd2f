//! What naming and solving need beside the position: in xiangqi nothing.

/// No tables: names are computed, and the engine makes its own memory. The type is there because every
/// family's `canonical.name(&tables)` is spelt alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tables;
