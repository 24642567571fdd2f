//! Learns the weights of the reduction of 6x6 and 7x7 again, one stage after the other, and writes them as
//! the files from which the library is built: `large_cube_weights FOLDER [SIZE STAGE]`.

use ludex_cube::nxn::learn_weights;

fn main() -> std::io::Result<()> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().unwrap_or_else(|| ".".into());
    let chosen: Vec<usize> = words.filter_map(|word| word.parse().ok()).collect();
    for (size, stage) in
        [(6, 8), (7, 7)].into_iter().flat_map(|(size, stages)| (1..=stages).map(move |stage| (size, stage)))
    {
        if chosen.is_empty() || chosen == [size, stage] {
            std::fs::write(format!("{folder}/{size}-{stage}.bin"), learn_weights(size, stage))?;
        }
    }
    Ok(())
}
