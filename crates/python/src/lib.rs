//! Ludex as a Python module: what `import ludex` calls.
//!
//! The functions are those of `ludex-arrow`; here values come in and go out, the interpreter's lock is let go of
//! while they are computed, and Ctrl-C is heard. What Python code is better at (docstrings, the library an array
//! came from) lies in `python/ludex`.
//!
//! | module | noun |
//! |--|--|
//! | `call` | a function called with whatever Python has |
//! | `interchange` | `Array`, and the capsules of the Arrow C interface |
//! | `work` | work without the lock, which Ctrl-C stops |
//! | `refused` | the exception `ludex.Refused` |
//! | `position` | `ludex.Position`, with its picture |
//! | `board` | `ludex.xiangqi.Board` |
//! | `cube` | `ludex.cube.solve` with its options |
//! | `store` | `ludex.Store` |

mod board;
mod call;
mod cube;
mod interchange;
mod position;
mod refused;
mod store;
mod work;

use pyo3::prelude::*;

/// The native half of `ludex`.
#[pymodule]
fn _ludex(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(call::call, module)?)?;
    module.add_function(wrap_pyfunction!(call::functions, module)?)?;
    module.add_function(wrap_pyfunction!(call::sample_rows, module)?)?;
    module.add_function(wrap_pyfunction!(call::text_array, module)?)?;
    module.add_function(wrap_pyfunction!(cube::cube_solve, module)?)?;
    module.add_class::<interchange::Array>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<store::Store>()
}
