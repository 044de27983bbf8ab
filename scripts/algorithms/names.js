// What a name means in the algorithms: where it is declared, and which functions capture it.
import { isFunction, keyOf, LEFT_OUT, refuse } from './nodes.js';

/** Names declared in a block or a function. */
export class Scope {
  static made = 0;
  id = Scope.made++;
  names = new Map();
  /** How many of its names functions within it use: they lie in a frame that outlives it. */
  captured = 0;

  constructor(parent, owner) {
    this.parent = parent;
    this.owner = owner;
  }

  declare(name, facts = {}) {
    const variable = { name, scope: this, slot: 0, c: `${name.replace(/\W/g, '_')}_${this.id}`, ...facts };
    this.names.set(name, variable);
  }

  find(name) {
    for (let scope = this; scope !== null; scope = scope.parent) {
      const found = scope.names.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Binds every name to its declaration, and finds which ones functions capture. */
export class Binder {
  scopes = new Map();
  variables = new Map();

  program(body) {
    const top = new Scope(null, null);
    for (const statement of body) this.#hoist(statement, top, true);
    for (const statement of body) this.#visit(statement, top);
    return top;
  }

  #hoist(statement, scope, top = false) {
    if (statement.type === 'FunctionDeclaration') scope.declare(statement.id.name, { code: statement, top });
    if (statement.type !== 'VariableDeclaration') return;
    for (const { id, init } of statement.declarations) {
      if (top && id.type === 'Identifier')
        scope.declare(id.name, { top, init, code: init !== null && isFunction(init) ? init : undefined });
      else this.#declare(id, scope, top ? { top, init, pattern: id } : {});
    }
  }

  #declare(pattern, scope, facts = {}) {
    switch (pattern?.type) {
      case undefined:
        return;
      case 'Identifier':
        scope.declare(pattern.name, facts);
        return;
      case 'AssignmentPattern':
        this.#declare(pattern.left, scope, facts);
        return;
      case 'ObjectPattern':
        for (const property of pattern.properties)
          this.#declare(property.type === 'RestElement' ? property.argument : property.value, scope, facts);
        return;
      case 'ArrayPattern':
        for (const element of pattern.elements)
          this.#declare(element?.type === 'RestElement' ? element.argument : element, scope, facts);
        return;
      default:
        refuse(pattern, 'this pattern');
    }
  }

  #visit(node, scope) {
    if (Array.isArray(node)) {
      for (const one of node) this.#visit(one, scope);
      return;
    }
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
    if (isFunction(node)) {
      const inner = new Scope(scope, node);
      this.scopes.set(node, inner);
      if (node.type !== 'ArrowFunctionExpression') inner.declare('this');
      for (const parameter of node.params) this.#declare(parameter, inner);
      if (node.body.type === 'BlockStatement') for (const one of node.body.body) this.#hoist(one, inner);
      this.#visit(node.params, inner);
      this.#visit(node.body.type === 'BlockStatement' ? node.body.body : node.body, inner);
      return;
    }
    switch (node.type) {
      case 'BlockStatement': {
        const inner = new Scope(scope, scope.owner);
        this.scopes.set(node, inner);
        for (const one of node.body) this.#hoist(one, inner);
        this.#visit(node.body, inner);
        return;
      }
      case 'ForStatement':
      case 'ForOfStatement': {
        const inner = new Scope(scope, scope.owner);
        this.scopes.set(node, inner);
        const declared = node.type === 'ForStatement' ? node.init : node.left;
        if (declared?.type === 'VariableDeclaration') this.#hoist(declared, inner);
        for (const key of ['init', 'left', 'test', 'update', 'right', 'body']) this.#visit(node[key], inner);
        if (node.type === 'ForStatement' && inner.captured > 0) refuse(node, 'a captured variable of a loop');
        return;
      }
      case 'MemberExpression':
        this.#visit(node.object, scope);
        if (node.computed) this.#visit(node.property, scope);
        return;
      case 'Property':
        if (node.computed) this.#visit(node.key, scope);
        if (!LEFT_OUT.has(keyOf(node.key))) this.#visit(node.value, scope);
        return;
      case 'PropertyDefinition':
      case 'MethodDefinition':
        this.#visit(node.value, scope);
        return;
      case 'ThrowStatement':
      case 'ExportNamedDeclaration':
        return;
      case 'ThisExpression':
      case 'Identifier': {
        const variable = scope.find(node.name ?? 'this');
        if (variable === undefined) return;
        this.variables.set(node, variable);
        if (variable.top !== true && variable.scope.owner !== scope.owner && variable.slot === 0)
          variable.slot = ++variable.scope.captured;
        return;
      }
      default:
        for (const key of Object.keys(node)) this.#visit(node[key], scope);
    }
  }
}
