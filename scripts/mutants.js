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
