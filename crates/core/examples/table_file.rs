//! Makes a small table file, reads part of it, and shows that a flipped bit does not go unnoticed:
//! `cargo run -p ludex-core --example table_file`.

use ludex_core::table::{Table, TableError, header};

fn main() -> Result<(), TableError> {
    let squares: Vec<u8> = (0..1000u32).flat_map(|n| (n * n).to_le_bytes()).collect();
    let mut file = header("squares", 1, &squares, 256);
    file.extend_from_slice(&squares);

    let table = Table::open(&file[..], "squares", 1)?;
    let entry = table.get(4 * 31..4 * 32)?;
    println!("31 squared is {}", u32::from_le_bytes(entry.try_into().expect("four bytes")));

    let last = file.len() - 1;
    file[last] ^= 1;
    let damaged = Table::open(&file[..], "squares", 1)?;
    println!("the first block still reads: {}", damaged.get(0..4).is_ok());
    match damaged.payload() {
        Ok(_) => println!("the damage was not found"),
        Err(error) => println!("the whole does not: {error}"),
    }
    Ok(())
}
