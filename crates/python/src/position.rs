//! `ludex.Position`: anything written down in a family, with its picture.

use crate::refused::refused;
use crate::work::{Flag, long};
use ludex_core::{Colours, Difference, Families, Family, Letters, Refusal, Setup, Style};
use ludex_draw::{Ink, to_png, to_svg, to_terminal};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A position of any family, read from its text or from a qualified name. A notebook shows its picture.
#[pyclass(module = "ludex", frozen)]
pub(crate) struct Position {
    family: &'static dyn Family,
    setup: Box<dyn Setup>,
}

fn style(letters: &str, colours: &str) -> PyResult<Style> {
    let letters = match letters {
        "traditional" => Letters::Traditional,
        "simplified" => Letters::Simplified,
        "latin" => Letters::Latin,
        _ => {
            return Err(PyValueError::new_err(format!(
                "letters {letters:?}: traditional, simplified or latin"
            )));
        }
    };
    let colours = match colours {
        "house" => Colours::House,
        "wca" => Colours::Wca,
        _ => return Err(PyValueError::new_err(format!("colours {colours:?}: house or wca"))),
    };
    Ok(Style { letters, colours })
}

impl Position {
    pub(crate) fn text(&self) -> String {
        self.setup.text()
    }

    fn with<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&dyn Family, &dyn ludex_core::Position) -> Result<T, Refusal>,
    ) -> PyResult<T> {
        let answer = self.setup.position().and_then(|position| work(self.family, &*position));
        answer.map_err(|refusal| refused(py, &refusal))
    }
}

#[pymethods]
impl Position {
    /// Reads a text or a qualified name; `size` is that of a cube given as moves.
    #[new]
    #[pyo3(signature = (text, size=None))]
    fn new(py: Python<'_>, text: &str, size: Option<usize>) -> PyResult<Position> {
        let families: &'static Families = match size {
            None => ludex_arrow::families(),
            Some(size) => ludex_arrow::cubes(size).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "size {size}: cubes have 2 to {} stickers along an edge",
                    ludex_cube::MAX_SIZE
                ))
            })?,
        };
        let item = families.read(text).map_err(|refusal| refused(py, &refusal))?;
        Ok(Position { family: item.family, setup: item.setup() })
    }

    /// The word of the family.
    #[getter]
    fn family(&self) -> &'static str {
        self.family.word()
    }

    /// The qualified canonical name.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |family, position| Ok(family.name(position)?.to_string()))
    }

    /// The qualified name of the position as it stands; None in families that have none.
    #[getter]
    fn exact_name(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |family, position| {
            Ok(family.exact_name(position).transpose()?.map(|name| name.to_string()))
        })
    }

    /// The solution as text.
    fn solve(&self, py: Python<'_>) -> PyResult<String> {
        let solved = long(py, |flag| -> Result<String, Refusal> {
            let position = self.setup.position()?;
            let none = || Refusal::new(format!("{} positions have no solver", self.family.word()));
            self.family.solve(&*position, &Flag(flag)).ok_or_else(none)?
        })?;
        solved.map_err(|refusal| refused(py, &refusal))
    }

    /// Whether this and another are one position in disguise.
    fn same(&self, py: Python<'_>, other: &Bound<'_, Position>) -> PyResult<bool> {
        let other = other.get();
        if self.family.word() != other.family.word() {
            return Ok(false);
        }
        let found = self.family.diff(&*self.setup, &*other.setup).map_err(|refusal| refused(py, &refusal))?;
        Ok(matches!(found, Difference::Same(_)))
    }

    /// The picture as SVG.
    #[pyo3(signature = (letters="traditional", colours="house"))]
    fn svg(&self, letters: &str, colours: &str) -> PyResult<String> {
        Ok(to_svg(&self.setup.picture_in(style(letters, colours)?)))
    }

    /// The picture as PNG.
    #[pyo3(signature = (letters="traditional", colours="house"))]
    fn png<'py>(&self, py: Python<'py>, letters: &str, colours: &str) -> PyResult<Bound<'py, PyBytes>> {
        let picture = self.setup.picture_in(style(letters, colours)?);
        let bytes =
            py.detach(|| to_png(&picture)).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The picture in characters.
    fn drawn(&self) -> String {
        to_terminal(&self.setup.picture(), Ink::Plain)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("traditional", "house")
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.png(py, "traditional", "house")
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<ludex.Position {} {}>", self.family.word(), self.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| {
            other.get().family.word() == self.family.word() && other.get().text() == self.text()
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.family.word(), self.text()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Position>,
    ) -> (Bound<'py, pyo3::types::PyType>, (String, Option<usize>)) {
        // Text of stickers says its size: moves are not kept as moves.
        (slf.get_type(), (slf.get().text(), None))
    }
}
