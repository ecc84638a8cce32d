/** The one style sheet of the page; the page's policy names its hash, so that nothing else can style it. */
export const style = `
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--faint:#59636e;--line:#d1d9e0;--bad:#a40e26;--good:#116329;--warn:#7a4100;--bar:#0969da}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#0d1117;--faint:#9198a1;--line:#3d444d;--bad:#ff8182;--good:#6fdd8b;--warn:#f0b64c;--bar:#58a6ff}}
body{margin:0 auto;max-width:76rem;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
h1,h2{line-height:1.25}
code,pre{font:.875em/1.45 ui-monospace,monospace}
pre{white-space:pre-wrap;border:1px solid var(--line);padding:.75rem;border-radius:.375rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
caption{text-align:left;color:var(--faint);padding:.25rem 0}
th,td{border:1px solid var(--line);padding:.375rem .5rem;text-align:left;vertical-align:top}
th{overflow-wrap:normal}td{min-width:5rem}th+td{min-width:14rem}
.alert{border:2px solid var(--bad);padding:.5rem .75rem;border-radius:.375rem;font-weight:600}
.concern,.failed{color:var(--bad)}.approval,.ok{color:var(--good)}.weak{color:var(--warn)}.none{color:var(--faint)}
svg{width:100%;min-width:12rem;height:1rem;display:block}
svg rect{fill:var(--bar)}svg rect.failed{fill:var(--bad)}svg line{stroke:var(--line)}
summary{cursor:pointer;font-weight:600}
:focus-visible{outline:2px solid var(--bar);outline-offset:2px}
`
