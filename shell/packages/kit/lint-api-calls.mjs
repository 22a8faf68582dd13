import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** What reaches the network in a browser without the host. */
const GLOBALS = new Set(['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'Request']);
const WINDOWS = new Set(['window', 'globalThis', 'self', 'top', 'parent']);
const CLIENTS = /^(?:axios|ky|got|superagent|wretch|ofetch|redaxios|node-fetch|cross-fetch|undici)(?:\/|$)/;

/**
 * Forbids requests that a remote makes without the host: they carry no session, no time limit and no trace, nothing compares
 * them with the deployed API, and nobody finds them when the API changes.
 */
export const apiCalls = {
  create(context) {
    const report = (node, address) => context.report({ node, message: messageFor(address) });
    const isWindow = (node) => node?.type === 'Identifier' && WINDOWS.has(node.name);
    const reported = new Set();
    const check = (node) => {
      const callee = node.callee.type === 'ChainExpression' ? node.callee.expression : node.callee;
      const name =
        callee.type === 'Identifier'
          ? isGlobal(callee, context.sourceCode) && callee.name
          : callee.type === 'MemberExpression' && isWindow(callee.object) && nameOf(callee);
      const address = node.arguments.map((one) => addressOf(one, context.sourceCode)).find(Boolean);
      // An address alone is no request; the call that takes it is found.
      if (callee.type === 'Identifier' && callee.name === 'URL') return;
      const isBeacon = callee.type === 'MemberExpression' && nameOf(callee) === 'sendBeacon';
      if (!GLOBALS.has(name) && !isBeacon && !address) return;
      reported.add(callee);
      report(node, address);
    };
    return {
      CallExpression: check,
      NewExpression: check,
      // A global that the code assigns to another name.
      'MemberExpression:exit'(node) {
        if (isWindow(node.object) && GLOBALS.has(nameOf(node)) && !reported.has(node)) report(node);
      },
      VariableDeclarator({ id, init }) {
        if (id.type !== 'ObjectPattern' || !isWindow(init)) return;
        for (const { key } of id.properties) if (GLOBALS.has(key?.name ?? key?.value)) report(key);
      },
      ImportDeclaration(node) {
        if (CLIENTS.test(node.source.value)) report(node);
      },
      'Program:exit'(program) {
        const scope = context.sourceCode.getScope(program);
        for (const { identifier, isValueReference = true } of scope.through) {
          const { parent } = identifier;
          const isCalled = reported.has(identifier);
          const isType = !isValueReference || /^TS/.test(parent?.type ?? '');
          if (GLOBALS.has(identifier.name) && !isCalled && !isType) report(identifier);
        }
      },
    };
  },
};

function isGlobal(identifier, sourceCode) {
  for (let scope = sourceCode.getScope(identifier); scope; scope = scope.upper) {
    const variable = scope.set.get(identifier.name);
    if (variable) return variable.defs.length === 0;
  }
  return true;
}

function nameOf({ computed, property }) {
  if (!computed) return property.name;
  return property.type === 'Literal' ? property.value : undefined;
}

/** @returns the path of the API that an argument names, with `*` for what is not known, or `undefined`. */
function addressOf(node, sourceCode) {
  const text = textOf(node, sourceCode);
  return text && /(?:^|\*|^https?:\/\/[^/]+)(\/api\/[^?#]*)/.exec(text)?.[1];
}

function textOf(node, sourceCode, depth = 0) {
  if (!node || depth > 5) return undefined;
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined;
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.cooked).join('*');
    case 'BinaryExpression':
      return `${textOf(node.left, sourceCode, depth + 1) ?? '*'}${textOf(node.right, sourceCode, depth + 1) ?? '*'}`;
    case 'NewExpression':
      return textOf(node.arguments[0], sourceCode, depth + 1);
    case 'ObjectExpression':
      return node.properties
        .map(({ value }) => textOf(value, sourceCode, depth + 1))
        .find((one) => one?.includes('/api/'));
    case 'Identifier': {
      const variable = sourceCode
        .getScope(node)
        .references.find(({ identifier }) => identifier === node)?.resolved;
      const [definition] = variable?.defs ?? [];
      const isConstant = definition?.parent?.kind === 'const' && definition.node.id?.type === 'Identifier';
      return isConstant ? textOf(definition.node.init, sourceCode, depth + 1) : undefined;
    }
    default:
      return undefined;
  }
}

function messageFor(address) {
  const found = address && callsOfApi().filter((one) => fits(one.path, address));
  const names = found?.length > 0 ? found.map(({ name }) => `calls.${name}`).join(' or ') : undefined;
  const call = names
    ? `Use host.api(${names}, input, { signal }), with calls from @isa/api-contract`
    : 'Use host.api(calls.listBooks, input, { signal }) with one of the calls of @isa/api-contract';
  const missing = address && !names ? `, which have none for ${address} yet: add it there first` : '';
  return `A remote reaches the API only through its host, which adds the session and the time limit, and lets a release be compared with the deployed API. ${call}${missing}.`;
}

function fits(pattern, address) {
  const [wanted, given] = [pattern, address].map((one) => one.replace(/\/$/, '').split('/'));
  return (
    wanted.length === given.length &&
    wanted.every(
      (segment, index) => segment.startsWith(':') || given[index].includes('*') || segment === given[index],
    )
  );
}

let known;

/** The calls by name: of this project's sources, or of the installed package in the repository of a remote. */
function callsOfApi() {
  known ??= callsOfSources() ?? callsOfPackage() ?? [];
  return known;
}

function callsOfSources() {
  const features = path.join(process.cwd(), 'api/src/features');
  try {
    return readdirSync(features).flatMap((feature) => {
      const text = readIfPresent(path.join(features, feature, 'calls.ts'));
      return [...text.matchAll(/(\w+): \{\s*method: '\w+',\s*path: '([^']+)'/g)].map(([, name, address]) => ({
        name,
        path: address,
      }));
    });
  } catch {
    return undefined;
  }
}

function readIfPresent(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function callsOfPackage() {
  try {
    const { calls } = createRequire(path.join(process.cwd(), 'package.json'))('@isa/api-contract');
    return Object.entries(calls).map(([name, call]) => ({ name, path: call.path }));
  } catch {
    return undefined;
  }
}
