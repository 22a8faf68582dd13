import ts from 'typescript';
import { UserError } from '../../packages/node/user-error';

/**
 * Adds an import and a route to the source of a `remote.tsx`.
 * @param route the exported name.
 * @param from the module that exports it, relative to the file.
 * @throws UserError when the file has no list of routes.
 */
export function addRoute(source: string, route: string, from: string): string {
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

function findRoutes(node: ts.Node): ts.ArrayLiteralExpression | undefined {
  if (ts.isCallExpression(node) && node.expression.getText() === 'defineRemote') {
    const [remote] = node.arguments;
    if (!remote || !ts.isObjectLiteralExpression(remote)) return undefined;
    const routes = remote.properties.find(
      (property) => ts.isPropertyAssignment(property) && property.name.getText() === 'routes',
    );
    return routes && ts.isPropertyAssignment(routes) && ts.isArrayLiteralExpression(routes.initializer)
      ? routes.initializer
      : undefined;
  }
  return ts.forEachChild(node, findRoutes);
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
