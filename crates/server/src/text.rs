//! What pages say, in each language: one file per language under `text/`.
//!
//! Every text is a field of [`Text`], so that the compiler refuses a language in which one is missing.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use std::convert::Infallible;

/// A language of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English.
    En,
    /// Simplified Chinese.
    Zh,
}

/// All texts of the pages.
#[derive(Debug)]
#[expect(missing_docs, reason = "the English text stands in text/en.rs")]
pub struct Text {
    pub title: &'static str,
    pub tagline: &'static str,
    pub skip: &'static str,
    pub menu: &'static str,
    pub language: &'static str,
    pub foot: &'static str,
    pub openapi: &'static str,
    pub nav_home: &'static str,
    pub nav_sudoku: &'static str,
    pub nav_tetris: &'static str,
    pub nav_cube: &'static str,
    pub nav_xiangqi: &'static str,
    pub nav_store: &'static str,
    pub nav_about: &'static str,
    pub copied: &'static str,
    pub undone: &'static str,
    pub row: &'static str,
    pub column: &'static str,
    pub empty: &'static str,
    pub done: &'static str,
    pub not_found: &'static str,
    pub home_title: &'static str,
    pub paste: &'static str,
    pub paste_help: &'static str,
    pub look: &'static str,
    pub cube_size: &'static str,
    pub automatic: &'static str,
    pub examples: &'static str,
    pub example_sudoku: &'static str,
    pub example_sudoku_hard: &'static str,
    pub example_cube: &'static str,
    pub example_cube_short: &'static str,
    pub example_xiangqi: &'static str,
    pub example_tetris: &'static str,
    pub refused: &'static str,
    pub at_character: &'static str,
    pub picture: &'static str,
    pub known: &'static str,
    pub known_from: &'static str,
    pub new: &'static str,
    pub name: &'static str,
    pub copy: &'static str,
    pub exact_name: &'static str,
    pub position_text: &'static str,
    pub canonical_form: &'static str,
    pub work_with: &'static str,
    pub permalink: &'static str,
    pub download: &'static str,
    pub way: &'static str,
    pub already_canonical: &'static str,
    pub step_typed: &'static str,
    pub step_mirrored: &'static str,
    pub step_turned: &'static str,
    pub step_transposed: &'static str,
    pub step_rows: &'static str,
    pub step_columns: &'static str,
    pub step_digits: &'static str,
    pub sudoku_lead: &'static str,
    pub sudoku_grid: &'static str,
    pub sudoku_text: &'static str,
    pub sudoku_help: &'static str,
    pub solve: &'static str,
    pub count: &'static str,
    pub check_minimal: &'static str,
    pub rate: &'static str,
    pub neighbours: &'static str,
    pub undo: &'static str,
    pub random_puzzle: &'static str,
    pub random_grid: &'static str,
    pub givens: &'static str,
    pub solutions: &'static str,
    pub solution: &'static str,
    pub automorphisms: &'static str,
    pub minimal: &'static str,
    pub needless: &'static str,
    pub minimised: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
    pub rating: &'static str,
    pub rating_open: &'static str,
    pub techniques: &'static str,
    pub place: &'static str,
    pub place_about: &'static str,
    pub cube_lead: &'static str,
    pub cube_text: &'static str,
    pub cube_help: &'static str,
    pub check: &'static str,
    pub scramble: &'static str,
    pub shortest: &'static str,
    pub solved_cube: &'static str,
    pub net: &'static str,
    pub palette: &'static str,
    pub net_help: &'static str,
    pub view_help: &'static str,
    pub moves_unit: &'static str,
    pub proven: &'static str,
    pub not_proven: &'static str,
    pub play: &'static str,
    pub play_back: &'static str,
    pub step_back: &'static str,
    pub step_on: &'static str,
    pub played: &'static str,
    pub is_solved: &'static str,
    pub is_valid: &'static str,
    pub white: &'static str,
    pub red: &'static str,
    pub green: &'static str,
    pub yellow: &'static str,
    pub orange: &'static str,
    pub blue: &'static str,
    pub xiangqi_lead: &'static str,
    pub board: &'static str,
    pub flip: &'static str,
    pub new_game: &'static str,
    pub edit_position: &'static str,
    pub play_from_here: &'static str,
    pub other_side: &'static str,
    pub clear: &'static str,
    pub to_move: &'static str,
    pub side_red: &'static str,
    pub side_black: &'static str,
    pub wins: &'static str,
    pub draw: &'static str,
    pub in_check: &'static str,
    pub verdict_mate: &'static str,
    pub verdict_stalemate: &'static str,
    pub verdict_perpetual_check: &'static str,
    pub verdict_mutual_check: &'static str,
    pub verdict_perpetual_chase: &'static str,
    pub verdict_mutual_chase: &'static str,
    pub verdict_perpetual_attack: &'static str,
    pub verdict_mutual_attack: &'static str,
    pub verdict_repetition: &'static str,
    pub verdict_quiet: &'static str,
    pub proven_draw: &'static str,
    pub proven_moves: &'static str,
    pub is_playable: &'static str,
    pub can_go: &'static str,
    pub king: &'static str,
    pub advisor: &'static str,
    pub elephant: &'static str,
    pub horse: &'static str,
    pub rook: &'static str,
    pub cannon: &'static str,
    pub pawn: &'static str,
    pub level: &'static str,
    pub engine_move: &'static str,
    pub hint: &'static str,
    pub thinking: &'static str,
    pub depth: &'static str,
    pub score: &'static str,
    pub play_it: &'static str,
    pub moves: &'static str,
    pub notation: &'static str,
    pub notation_chinese: &'static str,
    pub pieces: &'static str,
    pub pieces_traditional: &'static str,
    pub pieces_simplified: &'static str,
    pub pieces_latin: &'static str,
    pub sextant_code: &'static str,
    pub known_moves: &'static str,
    pub results: &'static str,
    pub load_position: &'static str,
    pub moves_typed: &'static str,
    pub game_typed: &'static str,
    pub load: &'static str,
    pub tetris_lead: &'static str,
    pub finder: &'static str,
    pub sets: &'static str,
    pub field_editor: &'static str,
    pub quiz: &'static str,
    pub pc: &'static str,
    pub kicks: &'static str,
    pub queue: &'static str,
    pub queue_help: &'static str,
    pub piece_buttons: &'static str,
    pub add_piece: &'static str,
    pub find: &'static str,
    pub setups: &'static str,
    pub no_setup: &'static str,
    pub type_queue: &'static str,
    pub covered: &'static str,
    pub not_computed: &'static str,
    pub open_in_editor: &'static str,
    pub copy_fumen: &'static str,
    pub leftover: &'static str,
    pub build: &'static str,
    pub cover_pattern: &'static str,
    pub solve_pattern: &'static str,
    pub kind: &'static str,
    pub credit: &'static str,
    pub mirror: &'static str,
    pub fumen: &'static str,
    pub statistics: &'static str,
    pub solved_share: &'static str,
    pub fraction: &'static str,
    pub minimal_solves: &'static str,
    pub all_solves: &'static str,
    pub status: &'static str,
    pub path_file: &'static str,
    pub no_path_file: &'static str,
    pub variants: &'static str,
    pub saves: &'static str,
    pub wanted_save: &'static str,
    pub save_help: &'static str,
    pub oqb_tree: &'static str,
    pub queue_now: &'static str,
    pub next_step: &'static str,
    pub whole_tree: &'static str,
    pub no_sets: &'static str,
    pub tags: &'static str,
    pub computed: &'static str,
    pub new_question: &'static str,
    pub quiz_question: &'static str,
    pub quiz_right: &'static str,
    pub quiz_wrong: &'static str,
    pub brush: &'static str,
    pub field_help: &'static str,
    pub glue: &'static str,
    pub unglue: &'static str,
    pub compute: &'static str,
    pub pattern: &'static str,
    pub lines: &'static str,
    pub hold: &'static str,
    pub fails: &'static str,
    pub store_lead: &'static str,
    pub counts: &'static str,
    pub records: &'static str,
    pub sightings: &'static str,
    pub counting: &'static str,
    pub store_empty: &'static str,
    pub export: &'static str,
    pub check_list: &'static str,
    pub check_list_label: &'static str,
    pub upload: &'static str,
    pub duplicate: &'static str,
    pub name_begins: &'static str,
    pub all: &'static str,
    pub search: &'static str,
    pub source: &'static str,
    pub facts: &'static str,
    pub no_records: &'static str,
    pub first_page: &'static str,
    pub next_page: &'static str,
    pub collisions: &'static str,
    pub about_lead: &'static str,
    pub about_names: &'static str,
    pub about_names_text: &'static str,
    pub about_public: &'static str,
    pub about_public_text: &'static str,
    pub about_keys: &'static str,
    pub about_backup: &'static str,
    pub service_file: &'static str,
    pub container_file: &'static str,
    pub api: &'static str,
    pub api_lead: &'static str,
    pub keep: &'static str,
    pub kept: &'static str,
    pub sign_in: &'static str,
    pub sign_in_about: &'static str,
    pub key: &'static str,
    pub sign_out: &'static str,
    pub you_are: &'static str,
    pub edit_setup: &'static str,
    pub new_setup: &'static str,
    pub edit_about: &'static str,
    pub save_changes: &'static str,
    pub delete: &'static str,
    pub add_variant: &'static str,
    pub link_child: &'static str,
    pub link: &'static str,
    pub unlink: &'static str,
    pub compute_now: &'static str,
    pub compute_started: &'static str,
    pub with_paths: &'static str,
    pub description: &'static str,
    pub description_language: &'static str,
    pub member_of: &'static str,
    pub add: &'static str,
    pub new_set: &'static str,
    pub set_name: &'static str,
    pub new_tag: &'static str,
    pub import: &'static str,
    pub import_about: &'static str,
    pub imported: &'static str,
    pub hold_slots: &'static str,
    pub see_pieces: &'static str,
    pub engine_answers: &'static str,
    pub in_english: &'static str,
    pub stop: &'static str,
    pub working: &'static str,
    pub status_401: &'static str,
    pub status_403: &'static str,
    pub status_404: &'static str,
    pub status_409: &'static str,
    pub status_413: &'static str,
    pub status_422: &'static str,
    pub status_429: &'static str,
    pub status_503: &'static str,
    pub offline: &'static str,
    pub take_away: &'static str,
    pub start_position: &'static str,
    pub rules_asian: &'static str,
    pub rules_chinese: &'static str,
    pub rules_check: &'static str,
    pub rules_plain: &'static str,
    pub rules: &'static str,
    pub games: &'static str,
    pub red_wins: &'static str,
    pub draws: &'static str,
    pub black_wins: &'static str,
    pub no_known_moves: &'static str,
    pub engine_said: &'static str,
    pub sharing: &'static str,
    pub game_file: &'static str,
    pub game_file_about: &'static str,
    pub save_game: &'static str,
    pub times_seen: &'static str,
    pub editor_help: &'static str,
    pub board_help: &'static str,
    pub best_move: &'static str,
    pub variation: &'static str,
    pub for_side_to_move: &'static str,
    pub no_games_in_file: &'static str,
    pub game_choose: &'static str,
    pub your_choice: &'static str,
    pub set: &'static str,
    pub tag: &'static str,
    pub narrow: &'static str,
    pub least_percent: &'static str,
    pub keep_solves: &'static str,
    pub pieces_seen: &'static str,
    pub build_has: &'static str,
    pub no_statistics: &'static str,
    pub all_saves: &'static str,
    pub set_id: &'static str,
    pub no_tags: &'static str,
    pub wanted_saves: &'static str,
    pub wanted_saves_about: &'static str,
    pub empty_set: &'static str,
    pub edit_set: &'static str,
    pub add_setup: &'static str,
    pub take_out: &'static str,
    pub put_under: &'static str,
    pub sure: &'static str,
    pub compute_about: &'static str,
    pub new_setup_help: &'static str,
    pub read_as: &'static str,
    pub format_name: &'static str,
    pub format_cells: &'static str,
    pub format_stickers: &'static str,
    pub format_moves: &'static str,
    pub format_fen: &'static str,
    pub format_setup: &'static str,
    pub format_fumen: &'static str,
    pub copy_link: &'static str,
    pub step_upright: &'static str,
    pub step_written: &'static str,
    pub wrong_piece: &'static str,
    pub making_table: &'static str,
    pub at_least: &'static str,
    pub looking: &'static str,
    pub turn_faces: &'static str,
    pub better_ones: &'static str,
    pub import_file: &'static str,
    pub import_needs_key: &'static str,
    pub fact_filter: &'static str,
    pub only_marked: &'static str,
    pub compute_share: &'static str,
    pub about_proxy: &'static str,
    pub about_saving: &'static str,
    pub setup_code: &'static str,
    pub keep_for_page: &'static str,
    pub hold_any: &'static str,
    pub hold_cyclic: &'static str,
    pub hold_none: &'static str,
    pub state_processing: &'static str,
    pub state_completed: &'static str,
    pub state_failed: &'static str,
    pub state_stale: &'static str,
    pub collisions_about: &'static str,
    pub collisions_look: &'static str,
    pub no_collisions: &'static str,
    pub format_game: &'static str,
}

static EN: Text = include!("../text/en.rs");
static ZH: Text = include!("../text/zh.rs");
static ZH_SENTENCES: &[(&str, &str)] = &include!("../text/zh_sentences.rs");

impl Language {
    /// All of them, with their codes and what they call themselves.
    pub const ALL: [(Language, &'static str, &'static str); 2] =
        [(Language::En, "en", "English"), (Language::Zh, "zh", "简体中文")];

    /// The texts.
    #[must_use]
    pub fn text(self) -> &'static Text {
        match self {
            Language::En => &EN,
            Language::Zh => &ZH,
        }
    }

    /// The program's sentences that the language has words for.
    pub(crate) const fn sentences(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Language::En => &[],
            Language::Zh => ZH_SENTENCES,
        }
    }

    /// The code, as in `lang` attributes.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Zh => "zh",
        }
    }

    fn of(code: &str) -> Option<Language> {
        let first = code.split(['-', '_']).next().unwrap_or_default();
        Language::ALL.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(first)).map(|(one, ..)| *one)
    }

    /// The first language of an `Accept-Language` header that we speak, by weight.
    fn of_header(header: &str) -> Option<Language> {
        let mut wishes: Vec<(f32, Language)> = Vec::new();
        for wish in header.split(',') {
            let (code, weight) = wish.split_once(";q=").unwrap_or((wish, "1"));
            let weight = weight.trim().parse().unwrap_or(0.0);
            wishes.extend(Language::of(code.trim()).map(|language| (weight, language)));
        }
        // Stable: of equal wishes the first.
        wishes.sort_by(|a, b| b.0.total_cmp(&a.0));
        wishes.first().filter(|(weight, _)| *weight > 0.0).map(|(_, language)| *language)
    }
}

/// The value of a cookie.
pub(crate) fn cookie<'a>(parts: &'a Parts, name: &str) -> Option<&'a str> {
    let cookies = parts.headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(word, _)| *word == name).map(|(_, value)| value)
}

/// The language of a request: `?lang=`, then the cookie `lang`, then what the browser wishes.
impl<S: Send + Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let query = parts.uri.query().unwrap_or_default();
        let asked = query.split('&').find_map(|pair| pair.strip_prefix("lang=")).and_then(Language::of);
        let kept = || cookie(parts, "lang").and_then(Language::of);
        let wish = || {
            let header = parts.headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
            Language::of_header(header)
        };
        Ok(asked.or_else(kept).or_else(wish).unwrap_or(Language::En))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_weighed() {
        assert_eq!(Language::of_header("zh-CN,zh;q=0.9,en;q=0.8"), Some(Language::Zh));
        assert_eq!(Language::of_header("fr, en;q=0.5, zh;q=0.7"), Some(Language::Zh));
        assert_eq!(Language::of_header("fr, zh;q=0"), None);
        assert_eq!(Language::of_header(""), None);
    }
}
