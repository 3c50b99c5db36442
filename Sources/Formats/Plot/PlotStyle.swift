// PlotStyle: the colours of a memo's picture, on light and on dark pages.

enum PlotStyle {
    /// Inks are from Okabe & Ito's set, which all kinds of eyes can tell apart.
    static let css = """
        .page{fill:#ffffff}.ink{fill:#171b20}.muted{fill:#59636e}.panel{fill:#f4f6f8}
        .grid{stroke:#dfe3e8;stroke-width:1}.base{stroke:#98a2ad;stroke-width:1}
        .wave{fill:#3d4752}.heat{fill:#00305e}.onset{stroke:#c85200;stroke-width:1.2;opacity:.85}
        .activity{fill:#0072b2}.segment{fill:#00805c}.turn{fill:#6b5bb8}
        .odds{fill:none;stroke:#0072b2;stroke-width:1.6;stroke-linejoin:round}.bloom{fill:#a23b7a}
        .inside{fill:#ffffff;font-size:11px;font-weight:600}
        text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
        .title{font-size:19px;font-weight:650}.small{font-size:11.5px}
        @media (prefers-color-scheme:dark){
        .page{fill:#111418}.ink{fill:#e8ebee}.muted{fill:#9aa5b1}.panel{fill:#191d23}
        .grid{stroke:#2d343c}.base{stroke:#626d79}.wave{fill:#c3cad2}.heat{fill:#9fd4ff}.onset{stroke:#f0a04b}
        .activity{fill:#56b4e9}.segment{fill:#35c799}.turn{fill:#a99bf0}.odds{stroke:#56b4e9}.bloom{fill:#e08bc0}
        .inside{fill:#0d1014}
        }
        """
}
