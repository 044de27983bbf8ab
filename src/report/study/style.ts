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
