//! A pattern that takes too long is not stored, and where it is stored it is an error, never "no match".

use crate::place::Place;
use ludex_setups::formats::{SetupFormat, read};
use ludex_setups::{Rules, SetupFields};
use ludex_tetris::FourRule;

crate::on_both!(
    patterns_past_the_budget_are_refused,
    a_stored_pattern_past_the_budget_is_an_error,
    others_are_found_beside_one_past_the_budget,
);

const FUMEN: &str = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";

fn fields(cover: &str) -> SetupFields {
    let mut fields = SetupFields::new(2, "OTIT", "OIT", cover, FUMEN);
    fields.solve_pattern = Some("*p7".into());
    fields
}

/// Too many queues, too many steps in one match, and what made look-ups run for half a minute once, made hard.
const SLOW: [&str; 3] =
    ["*p7,*p7", r"*p7{/^(.*)*(.*)*(.*)*(.*)*(.*)*\1Q$/}", r"*p7{/(?=.*)(.*.*.*.*.*.*)*(.*.*.*)*\2Q$/}"];

fn patterns_past_the_budget_are_refused(place: &mut Place) {
    let mut setups = place.open();
    let id = setups.add_setup(fields("T,[TIO]!"), FourRule::Counted).unwrap();
    for slow in SLOW {
        let error = setups.add_setup(fields(slow), FourRule::Counted).unwrap_err();
        let told = error.to_string();
        assert!(error.is_refusal() && told.contains("cover pattern"), "{told}");
        assert!(told.contains("steps") || told.contains("queues"), "{told}");
        assert!(setups.change_setup(id, fields(slow)).is_err(), "{slow}");
        let mut solve = fields("T,[TIO]!");
        solve.solve_pattern = Some(slow.into());
        assert!(setups.change_setup(id, solve).unwrap_err().to_string().contains("solve pattern"));
        assert!(setups.add_variant(id, "TIOL", FUMEN, Some(slow)).is_err());
        let text = format!(
            "pc\tleftover\tbuild\tcover_pattern\tfumen\tsolve_pattern\n2\tOTIT\tOIT\t{}\t{FUMEN}\t*p7\n",
            slow.replace('\\', "\\\\")
        );
        let rows = read(&text, SetupFormat::Tsv).unwrap();
        let done = setups.import_setups(&rows, FourRule::Counted).unwrap();
        assert_eq!((done.setups, done.refused.len()), (0, 1), "{slow}");
    }
    assert_eq!(setups.find_setups(2, "TTIOLJS", Rules::default()).unwrap().len(), 1);
}

fn a_stored_pattern_past_the_budget_is_an_error(place: &mut Place) {
    let mut setups = place.open();
    let id = setups.add_setup(fields("T,[TIO]!"), FourRule::Counted).unwrap();
    for slow in SLOW {
        setups
            .store()
            .plain_sql(&format!("UPDATE setups SET cover_pattern = '{slow}' WHERE id = '{id}'"))
            .unwrap();
        let error = setups.find_setups(2, "TTIOLJS", Rules::default()).unwrap_err().to_string();
        assert!(error.contains(&format!("the setup {id}")), "{error}");
        // Preparing passes over it, and finding still tells.
        setups.prepare_lookups(Rules::default()).unwrap();
        assert!(setups.find_setups(2, "TTIOLJS", Rules::default()).is_err());
    }
}

/// One stored pattern past the budget once stopped the whole answer.
fn others_are_found_beside_one_past_the_budget(place: &mut Place) {
    let mut setups = place.open();
    let slow = setups.add_setup(fields("T,[TIO]!"), FourRule::Counted).unwrap();
    let good = setups.add_setup(fields("T,[TIO]!"), FourRule::Counted).unwrap();
    let pattern = SLOW[0];
    setups
        .store()
        .plain_sql(&format!("UPDATE setups SET cover_pattern = '{pattern}' WHERE id = '{slow}'"))
        .unwrap();
    let search = setups.search_setups(2, "TTIOLJS", Rules::default()).unwrap();
    assert_eq!(search.found.iter().map(|found| found.setup.id).collect::<Vec<_>>(), [good]);
    assert_eq!(search.failed.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [slow]);
    assert!(search.failed[0].1.contains(&slow.to_string()), "{}", search.failed[0].1);
    assert!(search.whole().is_err(), "giving up is never \"no match\"");
}
