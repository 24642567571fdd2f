Text {
    title: "Ludex",
    tagline: "给每个谜题局面一个名字：无论怎样变换，名字都相同",
    paste: "粘贴任意局面",
    look: "查看",
    language: "语言",
    not_found: "此地址没有内容",
    api: "接口",
}
