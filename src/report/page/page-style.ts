/** The page's style: light, dark and paper. Colours are those of the plots (Okabe and Ito), lighter in the dark. */
const LIGHT = `
  --paper: #ffffff; --panel: #f5f6f8; --ink: #1a1a1a; --faint: #5c5f66; --line: #d3d6dc; --accent: #005a8f;
  --zone-1: #009e73; --zone-2: #e69f00; --zone-3: #d55e00; --zone-4: #cc79a7; --zone-5: #0072b2;
  --series-1: #0072b2; --series-2: #d55e00; --series-3: #009e73; --series-4: #cc79a7;
  --series-5: #56b4e9; --series-6: #e69f00; --series-7: #000000;
  --waiting: #e4e7ec; --computation: #0072b2; --overhead: #e69f00; --latency: #d55e00; --bandwidth: #8a4f7d;`;

const DARK = `
  --paper: #14161a; --panel: #1e2127; --ink: #eceef1; --faint: #a9afba; --line: #3a3f48; --accent: #7cc4f2;
  --zone-1: #2fc79a; --zone-2: #f2b533; --zone-3: #ff8a4a; --zone-4: #e3a1c8; --zone-5: #5cb8f0;
  --series-1: #5cb8f0; --series-2: #ff8a4a; --series-3: #2fc79a; --series-4: #e3a1c8;
  --series-5: #8fd0f7; --series-6: #f2b533; --series-7: #ffffff;
  --waiting: #2b2f37; --computation: #4a9fd8; --overhead: #f2b533; --latency: #ff7a33; --bandwidth: #c994bb;`;

export const STYLE = `
:root { color-scheme: light dark; ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { ${DARK} } }
@media print { :root { color-scheme: light; ${LIGHT} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif; }
main, header, footer { max-width: 1060px; margin: 0 auto; padding: 0 20px; }
header { padding-top: 24px; }
h1 { font-size: 22px; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 32px 0 8px; }
h3 { font-size: 15px; margin: 16px 0 4px; }
.headline { font-size: 19px; line-height: 1.4; margin: 0 0 12px; max-width: 62em; }
p.note, .note { color: var(--faint); margin: 4px 0; }
a { color: var(--accent); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 3px 12px 3px 0; vertical-align: top; font-weight: normal; }
thead th { color: var(--faint); border-bottom: 1px solid var(--line); }
tbody th { overflow-wrap: break-word; }
td { overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; }
.bar-cell { width: 40%; min-width: 90px; padding-right: 0; vertical-align: middle; }
.bar { display: block; height: 10px; min-width: 1px; border: 1px solid var(--ink); border-radius: 1px; }
.bar.computation, .key.computation { background: var(--computation); }
.bar.overhead, .key.overhead { background: var(--overhead); }
.bar.latency, .key.latency { background: var(--latency); }
.bar.bandwidth, .key.bandwidth { background: var(--bandwidth); }
.key.waiting { background: var(--waiting); }
.key { display: inline-block; width: 14px; height: 10px; border: 1px solid var(--ink); margin: 0 5px 0 12px; }
.cards { display: flex; flex-wrap: wrap; gap: 8px; margin: 12px 0; padding: 0; list-style: none; }
.cards li { background: var(--panel); border: 1px solid var(--line); border-left: 6px solid var(--line); border-radius: 4px; padding: 6px 12px; }
.cards .zone-1 { border-left-color: var(--zone-1); } .cards .zone-2 { border-left-color: var(--zone-2); } .cards .zone-3 { border-left-color: var(--zone-3); }
.cards b { display: block; font-size: 17px; }
.curve-row { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; }
#curve { flex: 1 1 560px; min-width: 0; touch-action: pan-y; cursor: crosshair; }
#curve svg { width: 100%; height: auto; display: block; }
.readout { flex: 0 0 240px; background: var(--panel); border: 1px solid var(--line); border-radius: 4px; padding: 8px 12px; }
.readout.two { flex-basis: 290px; }
.readout table { width: 100%; }
.line-key { display: inline-block; width: 26px; vertical-align: middle; margin-right: 7px; border-top: 3px solid var(--series-1); }
.line-key.beside { border-top: 3px dotted var(--ink); }
.cursor line { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 3 2; }
.cursor circle { fill: var(--paper); stroke: var(--ink); stroke-width: 1.6; }
.controls { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; margin: 10px 0; }
.controls input[type=range] { flex: 1 1 300px; accent-color: var(--accent); }
.controls input[type=number] { width: 8em; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--faint); border-radius: 3px; padding: 2px 6px; }
button { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--faint); border-radius: 4px; padding: 3px 10px; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.scroll { overflow-x: auto; }
.lanes { overflow: hidden; }
.picture svg { width: 100%; min-width: 640px; height: auto; }
#timeline { display: block; touch-action: pan-y; cursor: grab; }
#timeline-segment { min-height: 3em; }
.regions { min-width: 900px; }
.regions ul { list-style: none; margin: 0; padding: 0; }
.region-row { display: grid; grid-template-columns: minmax(0, 1fr) 3.5em 4.5em 4.5em 4em 4.5em 14em; gap: 0 12px; padding: 2px 0; font-variant-numeric: tabular-nums; }
.region-row > span { overflow-wrap: anywhere; }
.region-row .number, .region-head span:not(:first-child, :last-child) { text-align: right; }
.region-head { color: var(--faint); border-bottom: 1px solid var(--line); }
.region-name { position: relative; padding-left: calc(var(--depth) * 1.2em + 1.2em); }
.region-name small { color: var(--faint); }
.region-name .bar { height: 5px; width: calc(var(--share) * 18em); max-width: 100%; }
summary.region-row { cursor: pointer; }
summary .region-name::before { content: "▸"; position: absolute; left: calc(var(--depth) * 1.2em); }
details[open] > summary .region-name::before { content: "▾"; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); gap: 8px 36px; }
.columns table { width: 100%; }
#origin-heat svg { width: 100%; max-width: 400px; height: auto; }
.heat-back { fill: var(--panel); stroke: var(--line); }
.heat-cell { fill: var(--latency); stroke: var(--ink); stroke-width: .3; }
.heat-label { fill: var(--ink); font-size: 10px; }
.warning { border-left: 6px solid var(--zone-2); background: var(--panel); padding: 6px 12px; margin: 6px 0; }
footer { color: var(--faint); padding: 24px 20px; }
noscript p { border: 1px solid var(--line); padding: 8px; }
@media (max-width: 600px) {
  .bar-cell { width: 22%; min-width: 40px; }
  th, td { padding-right: 8px; }
}
@media print {
  #timeline { width: 100% !important; height: auto !important; }
  .controls, .timeline-keys { display: none; }
  .curve-row, .columns > div, .lanes, .readout, table { break-inside: avoid; }
  .regions { min-width: 0; } .region-row { break-inside: avoid; grid-template-columns: minmax(0, 1fr) 2.6em 3.9em 3.9em 3.4em 3.9em 9.5em; gap: 0 8px; }
  .region-name .bar { width: calc(var(--share) * 11em); }
  h2, h3 { break-after: avoid; }
  .readout .note { display: none; }
  #curve { flex-basis: 460px; }
  .readout { flex-basis: 170px; }
  .picture svg { min-width: 0; }
  body { font-size: 11pt; }
  .bar, .key, .cards li { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

/** Style of the page of a study, beside that of all pages. */
const series = [1, 2, 3, 4, 5, 6, 7];

export const STUDY_STYLE = `
.study-key span { display: inline-block; margin-right: 16px; }
.swatch { display: inline-block; width: 14px; height: 10px; margin-right: 6px; border: 1px solid var(--ink); }
.matrix th, .matrix td { padding: 3px 10px 3px 8px; border: 1px solid var(--line); white-space: nowrap; }
${series.map((i) => `.swatch.series-${i}, .cell-bar .series-${i} { background: var(--series-${i}); } .matrix td.best.series-${i} { border-left: 6px solid var(--series-${i}); }`).join('\n')}
.matrix td b { font-weight: 600; }
.matrix td small { display: block; color: var(--faint); font-size: 13px; }
.matrix .alike, .matrix .none { color: var(--faint); }
.best-rows td { overflow-wrap: normal; white-space: nowrap; }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 14px 28px; }
.panels figure { margin: 0; border-top: 1px solid var(--line); padding-top: 4px; content-visibility: auto; contain-intrinsic-size: auto 200px; min-width: 0; }
.panels figcaption { font-weight: 600; overflow-wrap: anywhere; }
.panels p { margin: 4px 0 0; color: var(--faint); font-size: 13px; }
.cell-bar { display: grid; grid-template-columns: minmax(0, 9em) minmax(0, 1fr) 6em; gap: 8px; align-items: center; font-size: 13px; line-height: 1.35; }
.cell-bar span:first-child { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.cell-bar i { display: block; height: 9px; width: calc(var(--part) * 1%); min-width: 1px; border: 1px solid var(--ink); border-radius: 1px; }
.filters select { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--faint); border-radius: 4px; padding: 3px 6px; max-width: 16em; }
.filters label { display: inline-flex; flex-direction: column; color: var(--faint); font-size: 13px; }
.failures code { overflow-wrap: anywhere; }
@media print { .filters { display: none; } }
`;
