import ts from 'typescript';
import { UserError } from '../../packages/node/user-error';

/**
 * Adds an import and a route to the source of a `remote.tsx`.
 * @param route the exported name.
 * @param from the module that exports it, relative to the file.
 * @throws UserError when the file has no list of routes, or uses the name.
 */
export function addRoute(source: string, route: string, from: string): string {
  requireUnused('remote.tsx', source, route);
  const file = ts.createSourceFile('remote.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const routes = findRoutes(file);
  if (!routes) {
    throw new UserError(
      `remote.tsx has no defineRemote({ routes: […] }). Write its routes as a list, or add ${route} by hand.`,
    );
  }
  const last = routes.elements.at(-1);
  const end = last ? last.getEnd() : routes.getStart() + 1;
  const comma = last ? ', ' : '';
  const withRoute = `${source.slice(0, end)}${comma}${route}${source.slice(end)}`;
  const line = `import { ${route} } from '${from}';\n`;
  const position = importPosition(file, from);
  return withRoute.slice(0, position) + line + withRoute.slice(position);
}

/**
 * Adds an import and prepared responses to the source of a `standalone.tsx`, so that the page can be seen without an API.
 * @param answers the exported name of a list of responses.
 * @param from the module that exports it, relative to the file.
 * @throws UserError when the file gives its host no responses, or uses the name.
 */
export function addAnswers(source: string, answers: string, from: string): string {
  requireUnused('standalone.tsx', source, answers);
  const file = ts.createSourceFile('standalone.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const property = findProperty(file, 'fakeHost', 'answers');
  if (!property) {
    throw new UserError(
      `standalone.tsx has no fakeHost({ answers: … }). Write it so, or give its host ${answers} of ${from} by hand.`,
    );
  }
  const isShorthand = ts.isShorthandPropertyAssignment(property);
  const given = isShorthand ? property.name : property.initializer;
  const spread = ts.isArrayLiteralExpression(given)
    ? given.elements.map((one) => one.getText()).concat(`...${answers}`)
    : [`...${given.getText()}`, `...${answers}`];
  const end = property.getEnd();
  const changed = `${source.slice(0, property.getStart())}answers: [${spread.join(', ')}]${source.slice(end)}`;
  const position = importPosition(file, from);
  return `${changed.slice(0, position)}import { ${answers} } from '${from}';\n${changed.slice(position)}`;
}

function requireUnused(file: string, source: string, name: string): void {
  if (!new RegExp(`\\b${name}\\b`).test(source)) return;
  throw new UserError(`${file} uses the name ${name} already. Choose another name for the feature.`);
}

function findRoutes(node: ts.Node): ts.ArrayLiteralExpression | undefined {
  const routes = findProperty(node, 'defineRemote', 'routes');
  return routes && ts.isPropertyAssignment(routes) && ts.isArrayLiteralExpression(routes.initializer)
    ? routes.initializer
    : undefined;
}

/** The property of the object that is the first argument of a call. */
function findProperty(
  node: ts.Node,
  callee: string,
  wanted: string,
): ts.PropertyAssignment | ts.ShorthandPropertyAssignment | undefined {
  if (ts.isCallExpression(node) && node.expression.getText() === callee) {
    const [options] = node.arguments;
    if (!options || !ts.isObjectLiteralExpression(options)) return undefined;
    return options.properties.find(
      (property): property is ts.PropertyAssignment | ts.ShorthandPropertyAssignment =>
        (ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property)) &&
        property.name.getText() === wanted,
    );
  }
  return ts.forEachChild(node, (child) => findProperty(child, callee, wanted));
}

/** Before the first relative import that sorts after it, or else after the last import. */
function importPosition(file: ts.SourceFile, from: string): number {
  const imports = file.statements.filter(ts.isImportDeclaration);
  const following = imports.find(({ moduleSpecifier }) => {
    const name = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
    return name.startsWith('.') && name > from;
  });
  if (following) return following.getStart();
  const last = imports.at(-1);
  if (!last) return 0;
  const newline = file.text.indexOf('\n', last.getEnd());
  return newline === -1 ? file.text.length : newline + 1;
}
