// Facts of single nodes of a program's tree.

/** Of algorithms: nothing that decides a message. */
export const LEFT_OUT = new Set(['closedForm', 'summary', 'theirs', 'uses']);

/** Methods of arrays, texts and sets; objects may have some of their names. */
export const BUILT_IN = new Set(
  'add filter find forEach has includes indexOf map push replaceAll reverse slice some sort splice split startsWith toLowerCase'.split(
    ' ',
  ),
);

export const isFunction = ({ type }) => /^(Arrow)?Function(Expression|Declaration)$/.test(type);
export const keyOf = ({ type, name, value }) =>
  type === 'PrivateIdentifier' ? `#${name}` : (name ?? String(value));

export function refuse(node, what) {
  throw new Error(`${what} is not understood (${node.type} at ${node.start})`);
}

/** Whether evaluating it may do something that another operand sees. */
export function acts(node) {
  if (node === null || typeof node !== 'object') return false;
  if (Array.isArray(node)) return node.some(acts);
  if (/^(CallExpression|NewExpression|UpdateExpression|AssignmentExpression)$/.test(node.type))
    return node.callee?.object?.name !== 'Math' || acts(node.arguments);
  return Object.values(node).some(acts);
}

/** `out.payload?.…`: in the injector nobody follows the data. */
export function isForPayload(node) {
  if (node.type === 'ExpressionStatement') return isForPayload(node.expression);
  if (node.type !== 'ChainExpression') return false;
  const { callee } = node.expression;
  return callee?.type === 'MemberExpression' && callee.optional && callee.object.property?.name === 'payload';
}
