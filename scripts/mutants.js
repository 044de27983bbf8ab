// Mutants of a source file: the same text with one token changed, so that a good test fails.
import { parseAst } from 'vitest/node';

const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
};
const ASSIGNMENTS = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' };
/** Nodes of types and of messages: nothing that runs, or nothing that a test should hold to the letter. */
const SKIPPED = /^(TS(?!As|NonNull|Satisfies|Parameter)|Import|ThrowStatement|Export(All|Named)Specifier)/;

const isText = (node) => node.type === 'TemplateLiteral' || typeof node.value === 'string';

/** Changes of one node: [from, to, text, kind][]. */
function changesOf(node, source) {
  const operator = (left, right, other, kind) => {
    const at = source.indexOf(node.operator, left.end);
    return at < 0 || at >= right.start ? [] : [[at, at + node.operator.length, other, kind]];
  };
  const negated = ({ start, end }) => [start, end, `!(${source.slice(start, end)})`, 'condition negated'];
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = OPERATORS[node.operator];
      if (other === undefined || isText(node.left) || isText(node.right)) return [];
      return operator(node.left, node.right, other, 'operator');
    }
    case 'AssignmentExpression': {
      const other = ASSIGNMENTS[node.operator];
      return other === undefined || isText(node.right)
        ? []
        : operator(node.left, node.right, other, 'operator');
    }
    case 'UpdateExpression': {
      const at = node.prefix ? node.start : node.end - 2;
      return [[at, at + 2, node.operator === '++' ? '--' : '++', 'operator']];
    }
    case 'UnaryExpression':
      return ['!', '-'].includes(node.operator) ? [[node.start, node.start + 1, '', 'sign dropped']] : [];
    case 'IfStatement':
    case 'ConditionalExpression':
      return [negated(node.test)];
    case 'Literal':
      if (typeof node.value === 'boolean') return [[node.start, node.end, String(!node.value), 'constant']];
      if (typeof node.value !== 'number') return [];
      return [1, -1].map((by) => [node.start, node.end, `(${node.value + by})`, 'constant']);
    case 'ExpressionStatement':
      return (node.directive ?? null) === null && !source.startsWith('super', node.start)
        ? [[node.start, node.end, ';', 'statement removed']]
        : [];
    case 'MemberExpression': {
      const name = source.slice(node.start, node.end);
      const other = { 'Math.max': 'Math.min', 'Math.min': 'Math.max', 'Math.floor': 'Math.ceil' }[name];
      return other === undefined ? [] : [[node.start, node.end, other, 'function']];
    }
    default:
      return [];
  }
}

/** Nodes within a node; keys of properties and indices of types are no values. */
function inside(node) {
  return Object.entries(node).flatMap(([name, value]) => {
    if (name === 'key' && node.computed !== true) return [];
    return [value]
      .flat()
      .filter((one) => one !== null && typeof one === 'object' && typeof one.type === 'string');
  });
}

/** Every mutant of a TypeScript file: [{line, column, kind, before, after, text}]; `text` is the whole file. */
export function mutantsOf(source) {
  const open = [parseAst(source, { lang: 'ts' })];
  const found = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (SKIPPED.test(node.type)) continue;
    for (const [from, to, after, kind] of changesOf(node, source)) {
      const lines = source.slice(0, from).split('\n');
      const text = source.slice(0, from) + after + source.slice(to);
      const place = { line: lines.length, column: lines[lines.length - 1].length + 1 };
      found.push({ ...place, kind, before: source.slice(from, to), after, text, from });
    }
    open.push(...inside(node));
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Where a mutant is reached: [start, end] of an expression, or of a statement of a list, whose end is Infinity. */
function reached(node, parent, field) {
  const list =
    (field === 'body' && ['Program', 'BlockStatement', 'StaticBlock'].includes(parent.type)) ||
    (field === 'consequent' && parent.type === 'SwitchCase');
  if (list) return [node.start, Number.POSITIVE_INFINITY];
  const later = {
    ArrowFunctionExpression: ['body'],
    PropertyDefinition: ['value'],
    AssignmentPattern: ['right'],
    ConditionalExpression: ['consequent', 'alternate'],
    LogicalExpression: ['right'],
  }[parent.type];
  if (later?.includes(field) !== true || node.type === 'BlockStatement') return null;
  return [node.start, node.end];
}

/** The innermost place whose run reaches what lies at `from`. */
function placeOf(root, from) {
  let place = [root.start, Number.POSITIVE_INFINITY];
  for (let node = root; node !== undefined; ) {
    const held = Object.entries(node)
      .flatMap(([field, value]) => [value].flat().map((inner) => ({ field, inner })))
      .find(({ inner }) => inner?.type !== undefined && inner.start <= from && from < inner.end);
    if (held === undefined) break;
    place = reached(held.inner, node, held.field) ?? place;
    node = held.inner;
  }
  return place;
}

/** The source with a call of `hitMutant` wherever one of these mutants is reached: [{id, from}], places of `mutantsOf`. */
export function withProbes(source, mutants) {
  const root = parseAst(source, { lang: 'ts' });
  const places = new Map();
  for (const { id, from } of mutants) {
    const [start, end] = placeOf(root, from);
    const key = `${start} ${end}`;
    places.set(key, { start, end, ids: [...(places.get(key)?.ids ?? []), id] });
  }
  const edits = [...places.values()].flatMap(({ start, end, ids }) => {
    const call = `globalThis.hitMutant?.([${ids}])`;
    if (end === Number.POSITIVE_INFINITY) return [{ at: start, rank: -Number.MAX_VALUE, text: `${call};` }];
    return [
      { at: start, rank: -end, text: `(${call}, ` },
      // What ends at a place comes before what begins there, and the inner before the outer.
      { at: end, rank: Number.NEGATIVE_INFINITY, inner: start, text: ')' },
    ];
  });
  edits.sort((a, b) => a.at - b.at || (a.rank === b.rank ? b.inner - a.inner : a.rank - b.rank));
  let text = '';
  let done = 0;
  for (const edit of edits) {
    text += source.slice(done, edit.at) + edit.text;
    done = edit.at;
  }
  return text + source.slice(done);
}
