import ts from 'typescript';
import { UserError } from '../tools/user-error';

/**
 * A remote's `remote.tsx` with one more route: an import in its place and a name at the end of `routes`.
 * @param route the exported name, such as `wishListRoute`.
 * @param from what it is imported from, relative to the file.
 * @throws UserError when the file has no list of routes to be added to.
 */
export function addRoute(source: string, route: string, from: string): string {
  const file = ts.createSourceFile('remote.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const routes = findRoutes(file);
  if (!routes) {
    throw new UserError(
      `remote.tsx has no defineRemote({ routes: […] }) to add to: write its routes as a list, or add ${route} by hand.`,
    );
  }
  const last = routes.elements.at(-1);
  const end = last ? last.getEnd() : routes.getStart() + 1;
  const comma = last ? ', ' : '';
  const withRoute = `${source.slice(0, end)}${comma}${route}${source.slice(end)}`;
  // The import stands before the routes, so what was found of the file still holds for it.
  const line = `import { ${route} } from '${from}';\n`;
  const place = importPlace(file, from);
  return withRoute.slice(0, place) + line + withRoute.slice(place);
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

/** Before the first import of the remote's own that sorts behind it, else behind the last import. */
function importPlace(file: ts.SourceFile, from: string): number {
  const imports = file.statements.filter(ts.isImportDeclaration);
  const behind = imports.find(({ moduleSpecifier }) => {
    const name = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
    return name.startsWith('.') && name > from;
  });
  if (behind) return behind.getStart();
  const last = imports.at(-1);
  if (!last) return 0;
  const newline = file.text.indexOf('\n', last.getEnd());
  return newline === -1 ? file.text.length : newline + 1;
}
