/**
 * Forbids texts alongside siblings that change. A browser that translates the page replaces each text node, so React finds
 * it neither as the place before which it inserts an element nor to change what it says. Only the single text of an
 * element is safe, because React sets it as the content of the element.
 */
export const translatedText = {
  create(context) {
    const check = (node) => {
      const children = node.children
        .map((child) => ({ child, kind: kindOf(child, context.sourceCode) }))
        .filter(({ kind }) => kind !== 'nothing');
      const changes = children.some(
        ({ kind }) => kind === 'text that changes' || kind === 'element that changes',
      );
      if (children.length < 2 || !changes) return;
      for (const { child, kind } of children) {
        if (!kind.startsWith('text')) continue;
        context.report({
          node: child,
          message:
            'A translated page breaks a text alongside a sibling that changes. Join texts in one template literal, or give ' +
            'this one an element of its own: <span>, or asElement() from @isa/ui for what may be a text.',
        });
      }
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

function kindOf(child, sourceCode) {
  switch (child.type) {
    case 'JSXElement':
      return 'element';
    case 'JSXFragment':
      return 'element that changes';
    case 'JSXText':
      return /^\s*\n\s*$/.test(child.value) ? 'nothing' : 'text';
    default:
      return child.expression ? kindOfExpression(child.expression, sourceCode) : 'text that changes';
  }
}

function kindOfExpression(expression, sourceCode) {
  switch (expression.type) {
    case 'JSXEmptyExpression':
      return 'nothing';
    case 'Literal':
      return typeof expression.value === 'string' || typeof expression.value === 'number'
        ? 'text'
        : 'nothing';
    case 'TemplateLiteral':
      return expression.expressions.length === 0 ? 'text' : 'text that changes';
    default:
      if (constantOf(expression, sourceCode)?.type === 'JSXElement') return 'element';
      return isElement(expression, sourceCode) ? 'element that changes' : 'text that changes';
  }
}

/** @returns whether the expression is an element, or nothing, whatever its values are. */
function isElement(expression, sourceCode) {
  const recurse = (part) => isElement(part, sourceCode);
  switch (expression.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true;
    case 'Literal':
      return expression.value === null || typeof expression.value === 'boolean';
    case 'Identifier': {
      const constant = constantOf(expression, sourceCode);
      return expression.name === 'undefined' || (constant !== undefined && recurse(constant));
    }
    case 'LogicalExpression':
      return recurse(expression.right) && (expression.operator === '&&' || recurse(expression.left));
    case 'ConditionalExpression':
      return recurse(expression.consequent) && recurse(expression.alternate);
    case 'CallExpression': {
      const { callee, arguments: given } = expression;
      if (callee.type === 'Identifier') return callee.name === 'asElement';
      const isMap = callee.type === 'MemberExpression' && /^(flatM|m)ap$/.test(callee.property.name);
      const body = isMap && given[0]?.body;
      return Boolean(body) && (body.type === 'BlockStatement' || recurse(body));
    }
    default:
      return false;
  }
}

/** @returns what a constant of the file was initialised with. */
function constantOf(expression, sourceCode) {
  if (expression.type !== 'Identifier') return undefined;
  for (let scope = sourceCode.getScope(expression); scope; scope = scope.upper) {
    const definition = scope.set.get(expression.name)?.defs[0];
    if (!definition) continue;
    return definition.type === 'Variable' &&
      definition.parent.kind === 'const' &&
      definition.node.id.type === 'Identifier'
      ? (definition.node.init ?? undefined)
      : undefined;
  }
  return undefined;
}
