/**
 * The sheet of every picture, in light and dark: colours that keep 4.5:1 to what is behind them, and never speak alone.
 * Shapes are styled without `.picture`: where one is used by reference, a browser sees nothing above it.
 */
export const PICTURE_STYLE = `
.picture { --ground: #ffffff; --ink: #1b1f24; --quiet: #57606a; --line: #6e7781; --card: #ffffff; --edge: #8c959f;
  --group: #f6f8fa; --stuck: #b3261e; --stuck-card: #fff1f0; --unknown: #7b3fa0; --unknown-card: #faf3fe;
  --waiting: #0a6073; --waiting-card: #eef8fb; --progressing: #1a6b32; --progressing-card: #effaf1; --sign: #ffffff; }
@media (prefers-color-scheme: dark) {
  .picture { --ground: #0d1117; --ink: #e6edf3; --quiet: #9ea7b3; --line: #8b949e; --card: #161b22; --edge: #6e7681;
    --group: #11161d; --stuck: #ff8a80; --stuck-card: #2b1513; --unknown: #d2a6f2; --unknown-card: #22152c;
    --waiting: #6fcbe0; --waiting-card: #0f2329; --progressing: #7ed391; --progressing-card: #10261a; --sign: #0d1117; }
}
@media print {
  .picture { --ground: #ffffff; --ink: #000000; --quiet: #333333; --line: #444444; --card: #ffffff; --edge: #555555;
    --group: #ffffff; --stuck: #8c1d18; --stuck-card: #ffffff; --unknown: #5c2d78; --unknown-card: #ffffff;
    --waiting: #0a4a58; --waiting-card: #ffffff; --progressing: #14532d; --progressing-card: #ffffff; --sign: #ffffff; }
}
.picture text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  fill: var(--ink); }
.picture .ground { fill: var(--ground); }
.picture .group rect { fill: var(--group); stroke: var(--edge); stroke-dasharray: 2 3; }
.picture .group-title { font-size: 12px; fill: var(--quiet); font-weight: 600; stroke: var(--group); stroke-width: 5px;
  paint-order: stroke; stroke-linejoin: round; }
.picture .card { fill: var(--card); stroke: var(--edge); stroke-width: 1; }
.picture .live .card { stroke-dasharray: 5 3; }
.picture .cause .card { stroke-width: 2; }
.picture .cause.stuck .card { stroke: var(--stuck); fill: var(--stuck-card); }
.picture .cause.unknown .card { stroke: var(--unknown); fill: var(--unknown-card); stroke-dasharray: 7 4; }
.picture .cause.waiting .card { stroke: var(--waiting); fill: var(--waiting-card); stroke-dasharray: 2 3; }
.picture .cause.progressing .card { stroke: var(--progressing); fill: var(--progressing-card); }
.stuck .shape { fill: var(--stuck); }
.unknown .shape { fill: var(--unknown); }
.waiting .shape { fill: var(--waiting); }
.progressing .shape { fill: var(--progressing); }
.picture .sign, .sign { font-size: 13px; font-weight: 800; fill: var(--sign); text-anchor: middle; }
.picture .mark { font-size: 13px; font-weight: 700; }
.picture .stuck .mark { fill: var(--stuck); }
.picture .unknown .mark { fill: var(--unknown); }
.picture .waiting .mark { fill: var(--waiting); }
.picture .progressing .mark { fill: var(--progressing); }
.picture .name { font: 600 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; }
.picture .prose { font-size: 12.5px; }
.picture .quiet { font-size: 12px; fill: var(--quiet); }
.picture .edge path { fill: none; stroke: var(--line); stroke-width: 1.3; }
.picture .edge.holds path { stroke: var(--ink); stroke-width: 1.8; }
.picture .edge.owns path { stroke-dasharray: 2 4; }
.picture .edge text { font-size: 11.5px; fill: var(--quiet); text-anchor: middle; stroke: var(--ground);
  stroke-width: 4px; paint-order: stroke; stroke-linejoin: round; }
.picture .edge .tip { fill: var(--line); stroke: none; }
.picture .edge.holds .tip { fill: var(--ink); stroke: none; }
.picture .title { font-size: 16px; font-weight: 700; }
.picture .note { font-size: 12px; fill: var(--ink); }
`
