// The algorithms in C: what each statement and each expression becomes.
import { acts, BUILT_IN, isForPayload, keyOf, LEFT_OUT, refuse } from './nodes.js';

const CONSTANTS = { POSITIVE_INFINITY: '__builtin_inf()', MAX_SAFE_INTEGER: '9007199254740991.0' };
const INTEGER = new Set(['&', '|', '^', '>>', '<<']);
const ARITHMETIC = { '+': '+', '-': '-', '*': '*', '/': '/' };
const RELATIONS = new Set(['<', '<=', '>', '>=']);

/** Writes C, function by function. */
export class Writer {
  #binder;
  #top;
  #keys = new Map();
  #functions = [];
  #heads = [];
  #classes = new Map();
  /** Top-level names that were reached: their code, by place in the source. */
  #reached = new Map();
  #made = 0;
  /** Innermost scope, and the frames that are in reach, innermost first. */
  #frames = [];

  constructor(binder, top) {
    this.#binder = binder;
    this.#top = top;
  }

  key(text) {
    const known = this.#keys.get(text);
    if (known !== undefined) return known;
    const name = `k${this.#keys.size}_${text.replace(/\W/g, '_')}`;
    this.#keys.set(text, name);
    return name;
  }

  #temporary(letter = 't') {
    return `${letter}${this.#made++}`;
  }

  /** A function of the program, its name in C. */
  #function(node, frames) {
    const name = `f${this.#made++}${node.id?.name === undefined ? '' : `_${node.id.name}`}`;
    this.#heads.push(`static llt_value ${name}(llt_value *up, llt_value self, int n, const llt_value *a);`);
    const before = this.#frames;
    this.#frames = frames;
    const lines = ['(void)up, (void)self, (void)n, (void)a;'];
    frames.forEach(({ id }, i) => {
      lines.push(
        `llt_value *e${id} = ${i === 0 ? 'up' : `e${frames[i - 1].id}[0].of.frame`};`,
        `(void)e${id};`,
      );
    });
    const scope = this.#binder.scopes.get(node);
    lines.push(...this.#open(scope));
    const own = scope.names.get('this');
    if (own?.slot > 0) lines.push(`e${scope.id}[${own.slot}] = self;`);
    node.params.forEach((parameter, i) => {
      lines.push(...this.#bind(parameter, `(n > ${i} ? a[${i}] : U)`, true));
    });
    if (node.body.type === 'BlockStatement') lines.push(...this.#block(node.body.body), 'return U;');
    else lines.push(`return ${this.value(node.body)};`);
    this.#frames = before;
    this.#functions.push(
      `static llt_value ${name}(llt_value *up, llt_value self, int n, const llt_value *a) {\n${lines.join('\n')}\n}`,
    );
    return name;
  }

  /** The frame of a scope that needs one; it is in reach until the caller puts `#frames` back. */
  #open(scope) {
    if (scope.captured === 0) return [];
    const outer = this.#frames[0];
    this.#frames = [scope, ...this.#frames];
    return [
      `llt_value *e${scope.id} = llt_frame(${outer === undefined ? 'NULL' : `e${outer.id}`}, ${scope.captured});`,
    ];
  }

  #block(statements) {
    const lines = [];
    for (const one of statements)
      if (one.type === 'FunctionDeclaration')
        lines.push(
          this.#set(this.#binder.scopes.get(one).parent.names.get(one.id.name), this.#closure(one), true),
        );
    for (const one of statements) lines.push(...this.statement(one));
    return lines;
  }

  #closure(node) {
    const name = this.#function(node, this.#frames);
    const inner = this.#frames[0];
    return `llt_closure(${name}, ${inner === undefined ? 'NULL' : `e${inner.id}`})`;
  }

  #set(variable, value, declares) {
    if (variable.top === true) return `${this.#global(variable)} = ${value};`;
    if (variable.slot > 0) return `e${variable.scope.id}[${variable.slot}] = ${value};`;
    return `${declares ? 'llt_value ' : ''}${variable.c} = ${value};`;
  }

  #global(variable) {
    this.#reach(variable);
    return `g_${variable.name}`;
  }

  /** Declares what a pattern names; `value` is C that is evaluated once. */
  #bind(pattern, value, declares, find = (name) => this.#binder.variables.get(name)) {
    switch (pattern?.type) {
      case undefined:
        return [];
      case 'Identifier': {
        const variable = find(pattern);
        const line = this.#set(variable, value, declares);
        return variable.top === true || variable.slot > 0 || !declares
          ? [line]
          : [line, `(void)${variable.c};`];
      }
      case 'AssignmentPattern': {
        const t = this.#temporary();
        return [
          `llt_value ${t} = ${value};`,
          `if (${t}.kind == LLT_UNDEFINED) ${t} = ${this.value(pattern.right)};`,
          ...this.#bind(pattern.left, t, declares, find),
        ];
      }
      case 'ObjectPattern': {
        const t = this.#temporary();
        const lines = [`llt_value ${t} = ${value};`, `(void)${t};`];
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') refuse(property, 'the rest of an object');
          if (LEFT_OUT.has(keyOf(property.key))) continue;
          lines.push(
            ...this.#bind(property.value, `llt_get(${t}, ${this.key(keyOf(property.key))})`, declares, find),
          );
        }
        return lines;
      }
      case 'ArrayPattern': {
        const t = this.#temporary();
        const lines = [`llt_value ${t} = ${value};`, `(void)${t};`];
        pattern.elements.forEach((element, i) => {
          if (element?.type === 'RestElement')
            lines.push(...this.#bind(element.argument, `llt_slice(${t}, ${i})`, declares, find));
          else lines.push(...this.#bind(element, `llt_at(${t}, N(${i}))`, declares, find));
        });
        return lines;
      }
      case 'MemberExpression':
        return [`${this.#assign(pattern, () => value)};`];
      default:
        return refuse(pattern, 'this pattern');
    }
  }

  // Statements.

  /** Within a C block of its own, so that frames end with it. */
  #nested(scope, write) {
    const before = this.#frames;
    const lines = ['{', ...this.#open(scope), ...write(), '}'];
    this.#frames = before;
    return lines;
  }

  statement(node) {
    switch (node.type) {
      case 'VariableDeclaration':
        return node.declarations.flatMap(({ id, init }) =>
          this.#bind(id, init === null ? 'U' : this.value(init), true),
        );
      case 'FunctionDeclaration':
      case 'EmptyStatement':
        return [];
      case 'ExpressionStatement':
        return isForPayload(node.expression) ? [] : [`(void)${this.value(node.expression)};`];
      case 'ReturnStatement':
        return [`return ${node.argument === null ? 'U' : this.value(node.argument)};`];
      case 'IfStatement':
        if (isForPayload(node.consequent)) return [];
        return [
          `if (${this.condition(node.test)}) {`,
          ...this.statement(node.consequent),
          ...(node.alternate === null ? [] : ['} else {', ...this.statement(node.alternate)]),
          '}',
        ];
      case 'BlockStatement':
        return this.#nested(this.#binder.scopes.get(node), () => this.#block(node.body));
      case 'ForStatement':
        return this.#nested(this.#binder.scopes.get(node), () => this.#for(node));
      case 'ForOfStatement':
        return this.#forOf(node);
      case 'WhileStatement':
        return [`while (${this.condition(node.test)}) {`, ...this.statement(node.body), '}'];
      case 'ContinueStatement':
        return ['continue;'];
      case 'BreakStatement':
        return ['break;'];
      case 'ThrowStatement':
        return ['llt_impossible();'];
      default:
        return refuse(node, 'this statement');
    }
  }

  #for({ init, test, update, body }) {
    const first =
      init?.type === 'VariableDeclaration'
        ? this.statement(init)
        : init === null
          ? []
          : [`(void)${this.value(init)};`];
    const next = update === null ? '' : `(void)${this.value(update)}`;
    return [
      ...first,
      `for (; ${test === null ? '' : this.condition(test)}; ${next}) {`,
      ...this.statement(body),
      '}',
    ];
  }

  #forOf(node) {
    const [list, i] = [this.#temporary(), this.#temporary('i')];
    const inner = this.#nested(this.#binder.scopes.get(node), () => [
      ...this.#bind(node.left.declarations[0].id, `llt_at(${list}, N(${i}))`, true),
      ...this.statement(node.body),
    ]);
    return [
      '{',
      `llt_value ${list} = ${this.value(node.right)};`,
      `for (int ${i} = 0; ${i} < llt_length(${list}); ${i}++)`,
      ...inner,
      '}',
    ];
  }

  // Expressions: as a value, as a number, as a condition.

  value(node) {
    switch (node.type) {
      case 'Literal':
        if (node.value === null) return 'NIL';
        if (typeof node.value === 'string') return `S(${this.key(node.value)})`;
        return typeof node.value === 'boolean' ? `B(${node.value ? 1 : 0})` : `N(${this.number(node)})`;
      case 'Identifier':
        return this.#name(node);
      case 'ThisExpression': {
        const variable = this.#binder.variables.get(node);
        return variable === undefined || variable.slot === 0
          ? 'self'
          : `e${variable.scope.id}[${variable.slot}]`;
      }
      case 'UnaryExpression':
        if (node.operator === '!') return `B(${this.condition(node)})`;
        if (node.operator === 'void') return 'U';
        if (node.operator === 'typeof') return `llt_typeof(${this.value(node.argument)})`;
        return `N(${this.number(node)})`;
      case 'BinaryExpression':
        return /^[=!]==$/.test(node.operator) || RELATIONS.has(node.operator)
          ? `B(${this.condition(node)})`
          : `N(${this.number(node)})`;
      case 'UpdateExpression': {
        const t = this.#temporary();
        const step = node.operator === '++' ? '+ 1' : '- 1';
        const changed = this.#assign(
          node.argument,
          () => `N((${this.value(node.argument)}).of.number ${step})`,
        );
        return node.prefix
          ? changed
          : `({ llt_value ${t} = ${this.value(node.argument)}; (void)${changed}; ${t}; })`;
      }
      case 'AssignmentExpression':
        return this.#assignment(node);
      case 'LogicalExpression':
        return this.#logical(node);
      case 'ConditionalExpression':
        return `(${this.condition(node.test)} ? ${this.value(node.consequent)} : ${this.value(node.alternate)})`;
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return this.#closure(node);
      case 'ArrayExpression':
        return this.#array(node);
      case 'ObjectExpression':
        return this.#object(node);
      case 'NewExpression':
        return this.#new(node);
      case 'ChainExpression':
        return this.#chain(node.expression, (value) => value);
      case 'CallExpression':
      case 'MemberExpression':
        return this.#chain(node, (value) => value);
      default:
        return refuse(node, 'this expression');
    }
  }

  number(node) {
    if (node.type === 'Literal' && typeof node.value === 'number')
      return Number.isInteger(node.value) && Math.abs(node.value) < 1e15
        ? `${node.value}.0`
        : String(node.value);
    if (node.type === 'UnaryExpression' && node.operator === '-') return `(-${this.number(node.argument)})`;
    if (node.type === 'BinaryExpression') {
      const { operator } = node;
      if (INTEGER.has(operator))
        return this.#both(node, (a, b) => `(double)((int32_t)${a} ${operator} (int32_t)${b})`);
      if (operator === '%') return this.#both(node, (a, b) => `llt_rest_of(${a}, ${b})`);
      if (operator === '**') return this.#both(node, (a, b) => `llt_power(${a}, ${b})`);
      if (operator in ARITHMETIC) return this.#both(node, (a, b) => `(${a} ${operator} ${b})`);
    }
    if (
      node.type === 'CallExpression' &&
      node.callee.type === 'MemberExpression' &&
      node.callee.object.name === 'Math'
    ) {
      const numbers = node.arguments.map((one) => this.number(one));
      const call = { floor: 'llt_floor', ceil: 'llt_ceil', min: 'llt_min', max: 'llt_max' }[
        node.callee.property.name
      ];
      if (call === undefined) refuse(node, `Math.${node.callee.property.name}`);
      if (numbers.length === 1) return `${call}(${numbers[0]})`;
      return numbers.reduce((a, b) => `${call}(${a}, ${b})`);
    }
    if (/^(Unary|Binary)Expression$/.test(node.type)) refuse(node, node.operator);
    return `(${this.value(node)}).of.number`;
  }

  /** Two numbers; the left one first where both may do something. */
  #both({ left, right }, write) {
    const [a, b] = [this.number(left), this.number(right)];
    if (!acts(left) || !acts(right)) return write(a, b);
    const [x, y] = [this.#temporary('d'), this.#temporary('d')];
    return `({ const double ${x} = ${a}; const double ${y} = ${b}; ${write(x, y)}; })`;
  }

  condition(node) {
    if (node.type === 'BinaryExpression') {
      const { operator, left, right } = node;
      if (RELATIONS.has(operator)) return this.#both(node, (a, b) => `(${a} ${operator} ${b})`);
      if (operator === '===' || operator === '!==')
        return `(${operator === '!==' ? '!' : ''}llt_same(${this.value(left)}, ${this.value(right)}))`;
    }
    if (node.type === 'UnaryExpression' && node.operator === '!')
      return `(!${this.condition(node.argument)})`;
    if (node.type === 'LogicalExpression' && node.operator !== '??')
      return `(${this.condition(node.left)} ${node.operator} ${this.condition(node.right)})`;
    return `llt_truth(${this.value(node)})`;
  }

  #name(node) {
    const variable = this.#binder.variables.get(node);
    if (variable === undefined) {
      if (node.name === 'undefined') return 'U';
      if (node.name === 'Infinity') return 'N(__builtin_inf())';
      return refuse(node, node.name);
    }
    if (variable.top === true) {
      if (variable.code !== undefined) return `llt_closure(${this.#reach(variable)}, NULL)`;
      return this.#global(variable);
    }
    return variable.slot > 0 ? `e${variable.scope.id}[${variable.slot}]` : variable.c;
  }

  #assign(target, write) {
    if (target.type === 'Identifier') {
      const variable = this.#binder.variables.get(target);
      return `(${this.#set(variable, write(), false).slice(0, -1)})`;
    }
    if (target.type !== 'MemberExpression') refuse(target, 'this target');
    const object = this.value(target.object);
    if (target.computed) return `llt_put_at(${object}, ${this.value(target.property)}, ${write()})`;
    return `llt_put(${object}, ${this.key(keyOf(target.property))}, ${write()})`;
  }

  #assignment({ operator, left, right }) {
    if (left.type === 'ArrayPattern') {
      const lines = this.#bind(left, this.value(right), false);
      return `({ ${lines.join(' ')} U; })`;
    }
    if (operator === '=') return this.#assign(left, () => this.value(right));
    const binary = { type: 'BinaryExpression', operator: operator.slice(0, -1), left, right };
    return this.#assign(left, () => `N(${this.number(binary)})`);
  }

  #logical({ operator, left, right }) {
    const t = this.#temporary();
    const goesOn = { '&&': `llt_truth(${t})`, '||': `!llt_truth(${t})`, '??': `llt_nothing(${t})` }[operator];
    return `({ llt_value ${t} = ${this.value(left)}; ${goesOn} ? ${this.value(right)} : ${t}; })`;
  }

  #array({ elements }) {
    const t = this.#temporary();
    const adds = elements.map((one) =>
      one.type === 'SpreadElement'
        ? `llt_push_all(${t}, ${this.value(one.argument)});`
        : `llt_push(${t}, ${this.value(one)});`,
    );
    return `({ llt_value ${t} = llt_array(${elements.length}); ${adds.join(' ')} ${t}; })`;
  }

  #object({ properties }) {
    const t = this.#temporary();
    const puts = properties.flatMap((one) => {
      if (one.type === 'SpreadElement') return [`llt_put_all(${t}, ${this.value(one.argument)});`];
      if (one.computed) refuse(one, 'a computed key');
      const key = keyOf(one.key);
      return LEFT_OUT.has(key) ? [] : [`llt_put(${t}, ${this.key(key)}, ${this.value(one.value)});`];
    });
    return `({ llt_value ${t} = llt_object(${properties.length}); ${puts.join(' ')} ${t}; })`;
  }

  #new({ callee, arguments: words }) {
    if (callee.name === 'Set' && words.length === 0) return 'llt_set()';
    const variable = this.#binder.variables.get(callee);
    if (variable?.init?.type !== 'ClassExpression') refuse(callee, 'this class');
    const made = this.#class(variable);
    return this.#arguments(words, (n, t) => `llt_new(&${made}, ${n}, ${t})`);
  }

  #class(variable) {
    const known = this.#classes.get(variable);
    if (known !== undefined) return known;
    const name = `c_${variable.name}`;
    this.#classes.set(variable, name);
    const before = this.#frames;
    this.#frames = [];
    const members = variable.init.body.body;
    const fields = members
      .filter(({ type }) => type === 'PropertyDefinition')
      .map(
        ({ key, value }) =>
          `llt_put(self, ${this.key(keyOf(key))}, ${value === null ? 'U' : this.value(value)});`,
      );
    const fill = `${name}_fields`;
    this.#functions.push(`static void ${fill}(llt_value self) {\n(void)self;\n${fields.join('\n')}\n}`);
    this.#heads.push(`static void ${fill}(llt_value self);`, `static llt_class ${name};`);
    const methods = members
      .filter(({ type }) => type === 'MethodDefinition')
      .map(({ key, kind, value }) => [
        kind === 'constructor' ? 'constructor' : keyOf(key),
        this.#function(value, []),
      ]);
    this.#frames = before;
    const create = methods.find(([key]) => key === 'constructor')?.[1] ?? 'NULL';
    const list = methods
      .filter(([key]) => key !== 'constructor')
      .map(([key, code]) => `{${this.key(key)}, ${code}}`);
    this.#functions.push(
      `static llt_class ${name} = {${fill}, ${create}, ${list.length}, {${list.join(', ')}}};`,
    );
    return name;
  }

  /** Arguments in their order, one after the other. */
  #arguments(words, call) {
    if (words.length === 0) return call(0, 'NULL');
    const t = this.#temporary('a');
    const sets = words.map((one, i) => {
      if (one.type === 'SpreadElement') refuse(one, 'a spread argument');
      return `${t}[${i}] = ${this.value(one)};`;
    });
    return `({ llt_value ${t}[${words.length}]; ${sets.join(' ')} ${call(words.length, t)}; })`;
  }

  /** Members and calls; `then` makes of a value what comes behind, which an optional link may leave out. */
  #chain(node, then) {
    if (node.type === 'ChainExpression') return this.#chain(node.expression, then);
    if (node.type === 'MemberExpression') return this.#member(node, then);
    if (node.type === 'CallExpression') return this.#call(node, then);
    return then(this.value(node));
  }

  #optional(node, value, write) {
    if (node.optional !== true) return write(value);
    const t = this.#temporary();
    return `({ llt_value ${t} = ${value}; llt_nothing(${t}) ? U : ${write(t)}; })`;
  }

  #member(node, then) {
    const { object, property, computed } = node;
    if (object.name === 'Number' && property.name in CONSTANTS) return then(`N(${CONSTANTS[property.name]})`);
    return this.#chain(object, (value) =>
      this.#optional(node, value, (of) =>
        then(
          computed
            ? `llt_at(${of}, ${this.value(property)})`
            : `llt_get(${of}, ${this.key(keyOf(property))})`,
        ),
      ),
    );
  }

  #call(node, then) {
    const { callee, arguments: words } = node;
    const target = callee.type === 'ChainExpression' ? callee.expression : callee;
    if (target.type === 'MemberExpression' && !target.computed) {
      if (target.object.name === 'Math') return then(`N(${this.number(node)})`);
      if (target.object.name === 'Array' && target.property.name === 'from')
        return then(this.#arguments(words, (_, t) => `llt_array_from(${t}[0], ${t}[1])`));
      return this.#chain(target.object, (value) =>
        this.#optional(target, value, (of) => {
          const o = this.#temporary('o');
          const name = keyOf(target.property);
          const called = BUILT_IN.has(name)
            ? this.#arguments(words, (n, t) => `llt_m_${name}(${o}, ${this.key(name)}, ${n}, ${t})`)
            : this.#ofMember(node, o, name, words);
          return then(`({ llt_value ${o} = ${of}; ${called}; })`);
        }),
      );
    }
    if (callee.type === 'Identifier') {
      if (callee.name === 'Number') return then(`llt_to_number(${this.value(words[0])})`);
      const variable = this.#binder.variables.get(callee);
      if (variable?.top === true && variable.code !== undefined)
        return then(this.#arguments(words, (n, t) => `${this.#reach(variable)}(NULL, U, ${n}, ${t})`));
    }
    return this.#chain(callee, (value) =>
      this.#optional(node, value, (of) => {
        const o = this.#temporary('o');
        return then(
          `({ llt_value ${o} = ${of}; ${this.#arguments(words, (n, t) => `llt_call(${o}, U, ${n}, ${t})`)}; })`,
        );
      }),
    );
  }

  #ofMember(node, o, name, words) {
    const member = `llt_get(${o}, ${this.key(name)})`;
    if (node.optional !== true)
      return this.#arguments(words, (n, t) => `llt_call(${member}, ${o}, ${n}, ${t})`);
    const m = this.#temporary('m');
    const call = this.#arguments(words, (n, t) => `llt_call(${m}, ${o}, ${n}, ${t})`);
    return `({ llt_value ${m} = ${member}; llt_nothing(${m}) ? U : ${call}; })`;
  }

  // What lies at the top.

  /** The name in C of a function at the top; of anything else, its value is made at the start. */
  #reach(variable) {
    const known = this.#reached.get(variable);
    if (known !== undefined) return known.name;
    const entry = { name: `g_${variable.name}`, lines: [], at: (variable.code ?? variable.init).start };
    this.#reached.set(variable, entry);
    const before = this.#frames;
    this.#frames = [];
    if (variable.code !== undefined) {
      this.#heads.push(
        `static llt_value ${entry.name}(llt_value *up, llt_value self, int n, const llt_value *a);`,
      );
      const inner = this.#function(variable.code, []);
      // One name, whoever calls it first.
      this.#functions.push(
        `static llt_value ${entry.name}(llt_value *up, llt_value self, int n, const llt_value *a) {\nreturn ${inner}(up, self, n, a);\n}`,
      );
    } else if (variable.init.type !== 'ClassExpression') {
      this.#heads.push(`static llt_value ${entry.name};`);
      entry.lines =
        variable.pattern === undefined
          ? [`g_${variable.name} = ${this.value(variable.init)};`]
          : this.#topPattern(variable);
    }
    this.#frames = before;
    return entry.name;
  }

  /** Of a pattern at the top only what was reached. */
  #topPattern(variable) {
    const { pattern, init } = variable;
    const i = pattern.elements.findIndex((one) => one?.name === variable.name);
    if (i < 0) refuse(pattern, 'this pattern at the top');
    return [`g_${variable.name} = llt_at(${this.value(init)}, N(${i}));`];
  }

  /** C of these functions and of all that they reach, in pieces. */
  program(names) {
    const entries = names.map((name) => {
      const code = this.#reach(this.#top.names.get(name));
      return `llt_value llt_ts_${name}(int n, const llt_value *a) { return ${code}(NULL, U, n, a); }`;
    });
    const starts = [...this.#reached.values()].sort((a, b) => a.at - b.at).flatMap(({ lines }) => lines);
    const keys = [...this.#keys].map(
      ([text, name]) => `static const char ${name}[] = ${JSON.stringify(text)};`,
    );
    return { keys, heads: this.#heads, functions: this.#functions, starts, entries };
  }
}
