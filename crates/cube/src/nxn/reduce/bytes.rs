//! Weights in few bytes.
//!
//! Numbers of seven bits to a byte, the lowest first, the highest bit set in all but the last byte; a
//! weight w is the number 2w + 2 if it is positive, -2w + 1 if it is negative. A zero says that a run of
//! zero weights follows, and the next number how long it is.

fn put(mut number: u32, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take(bytes: &mut impl Iterator<Item = u8>) -> Option<u32> {
    let mut number = 0;
    for shift in (0..28).step_by(7) {
        let byte = bytes.next()?;
        number |= u32::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

/// The bytes of some weights.
pub(super) fn encode(weights: &[i16]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < weights.len() {
        let weight = i32::from(weights[at]);
        if weight == 0 {
            let run = weights[at..].iter().take_while(|&&weight| weight == 0).count();
            put(0, &mut out);
            put(run as u32, &mut out);
            at += run;
        } else {
            put(if weight > 0 { 2 * weight + 2 } else { -2 * weight + 1 } as u32, &mut out);
            at += 1;
        }
    }
    out
}

/// The weights in some bytes, if they are `len`.
pub(super) fn decode(bytes: &[u8], len: usize) -> Option<Vec<i16>> {
    let mut weights = Vec::with_capacity(len);
    let mut bytes = bytes.iter().copied();
    while weights.len() < len {
        match take(&mut bytes)? {
            0 => {
                let run = take(&mut bytes)? as usize;
                if run > len - weights.len() {
                    return None;
                }
                weights.resize(weights.len() + run, 0);
            }
            number if number % 2 == 0 => weights.push(i16::try_from((number - 2) / 2).ok()?),
            number => weights.push(i16::try_from(-i32::try_from((number - 1) / 2).ok()?).ok()?),
        }
    }
    (bytes.next().is_none() && weights.len() == len).then_some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let mut random = ludex_core::Random::new(1);
        let mut weights: Vec<i16> = Vec::new();
        for _ in 0..200 {
            weights.extend(vec![0i16; random.below(400) as usize]);
            weights.extend((0..random.below(20)).map(|_| random.below(64001) as i32 as i16));
            weights.extend((0..random.below(20)).map(|_| (random.below(64001) as i32 - 32000) as i16));
        }
        let bytes = encode(&weights);
        assert_eq!(decode(&bytes, weights.len()).as_deref(), Some(&weights[..]));
        assert_eq!(decode(&bytes, weights.len() + 1), None);
        assert_eq!(decode(&bytes[..bytes.len() - 1], weights.len()), None);
    }
}
