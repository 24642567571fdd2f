Text {
    title: "Ludex",
    tagline: "Names for puzzle positions: the same name for every disguise",
    paste: "Paste any position",
    look: "Look",
    language: "Language",
    not_found: "There is nothing at this address",
    api: "API",
}
