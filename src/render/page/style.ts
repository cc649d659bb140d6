/** The sheet of the page around the picture. Colours are those of the picture, which the body takes as well. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --page: #ffffff; --text: #1b1f24; --soft: #57606a; --rule: #d0d7de; --fill: #f6f8fa;
  --link: #0550ae; --warn: #fff8e5; --warn-rule: #9a6700; --lit: #0550ae; --red: #b3261e; --violet: #7b3fa0;
  --teal: #0a6073; --green: #1a6b32; --on: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0d1117; --text: #e6edf3; --soft: #9ea7b3; --rule: #30363d; --fill: #161b22; --link: #79b8ff;
    --warn: #2a2210; --warn-rule: #d9a93a; --lit: #79b8ff; --red: #ff8a80; --violet: #d2a6f2; --teal: #6fcbe0;
    --green: #7ed391; --on: #0d1117; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem clamp(.75rem, 3vw, 2.5rem) 3rem; max-width: 1500px; background: var(--page);
  color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere; }
h1 { font-size: clamp(1.35rem, 1.1rem + 1.2vw, 2rem); line-height: 1.25; margin: .5rem 0; }
h2 { font-size: 1.3rem; margin: 2.2rem 0 .6rem; padding-bottom: .25rem; border-bottom: 1px solid var(--rule); }
h3 { font-size: 1.08rem; line-height: 1.35; margin: 0; }
h4 { font-size: .95rem; margin: .9rem 0 .2rem; color: var(--soft); }
a { color: var(--link); }
code, pre, .name { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  font-size: .88em; }
.facts { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; margin: 0; }
.facts div { display: flex; gap: .45rem; }
.facts dt { color: var(--soft); flex: none; }
.facts dd { margin: 0; }
.notes { margin: .9rem 0 0; padding: .55rem .9rem; border: 1px solid var(--warn-rule); border-left-width: 5px;
  border-radius: 4px; background: var(--warn); }
.notes ul { margin: .2rem 0 0; padding-left: 1.2rem; }
.cause-text { border: 1px solid var(--rule); border-left: 6px solid var(--soft); border-radius: 6px; padding: .8rem 1rem;
  margin: 0 0 .9rem; }
.cause-text.stuck { border-left-color: var(--red); }
.cause-text.unknown { border-left: 6px dashed var(--violet); }
.cause-text.waiting { border-left: 6px dotted var(--teal); }
.cause-text.progressing { border-left: 6px double var(--green); }
.cause-text:target { outline: 3px solid var(--lit); }
.badge { width: 22px; height: 22px; vertical-align: -5px; margin-right: .4rem; flex: none; }
.verdict { font-weight: 700; }
.stuck .verdict { color: var(--red); } .unknown .verdict { color: var(--violet); }
.waiting .verdict { color: var(--teal); } .progressing .verdict { color: var(--green); }
.code { margin: .35rem 0 0; color: var(--soft); }
.evidence { margin: .2rem 0; padding-left: 1.2rem; }
.source { color: var(--soft); font-size: .88em; border: 1px solid var(--rule); border-radius: 3px; padding: 0 .3em; }
.risk { white-space: nowrap; font-size: .85em; border: 1px solid currentColor; border-radius: 3px; padding: 0 .35em; }
.risk.high { color: var(--red); font-weight: 700; }
.cause-text ol { margin: .2rem 0; padding-left: 1.5rem; }
.cause-text ol p { margin: .25rem 0; }
.command { display: flex; gap: .5rem; align-items: start; margin: .3rem 0 .5rem; }
.command pre { flex: 1; min-width: 0; margin: 0; padding: .45rem .6rem; background: var(--fill); border: 1px solid var(--rule);
  border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere; }
.tree { margin: .4rem 0; padding: .6rem; background: var(--fill); border-radius: 4px; overflow-x: auto; overflow-wrap: normal;
  line-height: 1.45; }
summary { cursor: pointer; padding: .2rem 0; }
button, .button, input { font: inherit; font-size: .9rem; color: var(--text); background: var(--fill); border: 1px solid var(--soft);
  border-radius: 5px; padding: .22rem .65rem; min-height: 32px; }
.button { display: inline-block; text-decoration: none; }
button { cursor: pointer; flex: none; }
button:hover, .button:hover { border-color: var(--lit); }
button[aria-pressed="true"] { background: var(--lit); color: var(--on); }
:focus-visible { outline: 3px solid var(--lit); outline-offset: 2px; }
input { width: 16rem; max-width: 100%; }
.tools { display: flex; flex-wrap: wrap; gap: .45rem; align-items: center; margin: .4rem 0; }
.tools label { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
.hint, #told, #counted { color: var(--soft); margin: .3rem 0; }
#told:empty { display: none; }
.view { overflow: auto; border: 1px solid var(--rule); border-radius: 6px; max-height: 85vh; }
.view svg { display: block; max-width: 100%; height: auto; min-width: min(100%, 320px); }
.view.sized svg { max-width: none; height: revert-layer; }
.view.held { cursor: grabbing; user-select: none; }
.scripted { display: none; }
.js .scripted:not([hidden]) { display: revert; }
.js .tools.scripted { display: flex; }
.js .unfolded > summary, .js .plain { display: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.js .picture .node { cursor: pointer; }
.picture .node:focus-visible { outline: none; }
.picture .node:focus-visible .card, .picture .node[aria-pressed="true"] .card { stroke: var(--lit); stroke-width: 3.5; stroke-dasharray: none; }
.picture.lighting .node:not(.lit), .picture.lighting .edge:not(.lit) { opacity: .22; }
.picture .edge.lit path { stroke-width: 2.6; }
.chosen { border: 1px solid var(--lit); border-radius: 6px; padding: .5rem .9rem; margin: .6rem 0; }
.chosen h3 { display: inline; }
.chosen ul { columns: 18rem; margin: .4rem 0; padding-left: 1.2rem; max-height: 22rem; overflow: auto; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; margin: .5rem 0; list-style: none; color: var(--soft); }
table { display: block; font-size: .9rem; }
thead { display: block; position: sticky; top: 0; background: var(--page); z-index: 1; }
tbody { display: block; }
.long tbody { content-visibility: auto; contain-intrinsic-size: auto 115rem; }
tr { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 2.5fr) 6rem 8.2rem minmax(0, 4fr) minmax(0, 4fr) 4.5rem;
  border-bottom: 1px solid var(--rule); scroll-margin-top: 3rem; }
th, td { text-align: left; padding: .35rem .6rem; overflow-wrap: break-word; }
th.name, td:nth-child(5), td:nth-child(6) { overflow-wrap: anywhere; }
td:nth-child(5), td:nth-child(6) { font: .88em/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; }
td:nth-child(3), td:nth-child(4) { white-space: nowrap; }
td:nth-child(4) { font-weight: 700; }
td.stuck { color: var(--red); } td.unknown { color: var(--violet); }
td.waiting { color: var(--teal); } td.progressing { color: var(--green); }
td:nth-child(4)::before { content: ""; display: inline-block; width: 14px; height: 14px; margin-right: .45rem;
  vertical-align: -2px; background: currentColor; }
td.stuck::before { clip-path: polygon(30% 0, 70% 0, 100% 30%, 100% 70%, 70% 100%, 30% 100%, 0 70%, 0 30%); }
td.unknown::before { clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%); }
td.waiting::before { clip-path: polygon(10% 0, 90% 0, 56% 50%, 90% 100%, 10% 100%, 44% 50%); }
td.progressing::before { clip-path: polygon(12% 0, 100% 50%, 12% 100%); }
thead button { font-weight: 700; white-space: nowrap; border-color: transparent; background: none; padding: .2rem 0; }
thead [aria-sort="ascending"] button::after { content: " ▲"; }
thead [aria-sort="descending"] button::after { content: " ▼"; }
tbody:empty { display: none; }
tbody tr:target { background: var(--warn); }
footer { margin-top: 2rem; color: var(--soft); }
@media screen and (max-width: 800px) {
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .long tbody { contain-intrinsic-size: auto 450rem; }
  tr { display: block; border: 1px solid var(--rule); border-radius: 6px; margin: 0 0 .5rem; padding: .3rem 0; }
  th, td { display: block; padding: .12rem .6rem; overflow-wrap: anywhere; }
  td:nth-child(3), td:nth-child(4) { white-space: normal; }
  td:nth-child(n)::before { color: var(--soft); }
  td:nth-child(2)::before { content: "Namespace: "; } td:nth-child(3)::before { content: "Age: "; }
  td:nth-child(5)::before { content: "Finalizers: "; } td:nth-child(6)::before { content: "Waits for: "; }
  td:nth-child(7)::before { content: "Causes: "; }
  td:empty { display: none; }
  .view:not(.sized) svg { max-width: none; min-width: 640px; }
  .command { flex-wrap: wrap; }
  .command pre { flex-basis: 100%; }
}
@media print {
  :root { --page: #fff; --text: #000; --soft: #333; --rule: #999; --fill: #fff; --warn: #fff; --link: #000; }
  .scripted, .js .scripted:not([hidden]), .js .tools.scripted, .unfolded { display: none; }
  body { padding: 0; max-width: none; font-size: 10.5pt; }
  .view { overflow: visible; max-height: none; border: 0; }
  .view svg, .view.sized svg { max-width: 100%; height: auto; }
  .long tbody { content-visibility: visible; }
  h2, h3, h4, summary { break-after: avoid; }
  tr, .command, .cause-text li { break-inside: avoid; }
  table { font-size: 8pt; }
  tr { grid-template-columns: minmax(0, 5fr) minmax(0, 2.5fr) 3.6rem 6.2rem minmax(0, 4fr) minmax(0, 4fr) 3.6rem; }
  td:nth-child(3) { white-space: normal; }
  thead { position: static; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  .tree { white-space: pre-wrap; }
}
`
