/** Packages that count as one; others count by their own name. */
const PACKAGES: readonly (readonly [names: RegExp, group: string])[] = [
  [/^(?:react-dom|scheduler)$/, 'react-dom'],
  [/^(?:styled-components|stylis|@emotion\/.*)$/, 'styled-components, stylis'],
  [/^(?:@module-federation\/.*|\.federation)$/, 'federation runtime'],
  [/^react-router/, 'react-router'],
];

/** Workspaces that apps compile into their own scripts, by their folder. */
const WORKSPACES: readonly (readonly [folder: RegExp, group: string])[] = [
  [/^api\/contract\//, '@isa/api-contract'],
  [/^(?:shell\/)?contract\//, '@isa/contract'],
  [/^(?:shell\/)?ui\//, '@isa/ui'],
];

/**
 * The group of a source that a release's source map names: a package, a workspace, a folder of the shell, or a remote.
 * @param source such as `webpack://shop@1.0.0/src/features/books/book-card.tsx`.
 */
export function moduleGroup(source: string): string {
  const [, app, file] = /^webpack:\/\/([^/@]+)[^/]*\/(.+)$/.exec(source) ?? [];
  if (app === undefined || file === undefined) return 'other scripts';
  if (file.startsWith('webpack/')) return 'webpack bootstrap';
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  if (name) return PACKAGES.find(([names]) => names.test(name))?.[1] ?? name;
  const workspace = WORKSPACES.find(([folder]) => folder.test(file))?.[1];
  if (workspace) return workspace;
  if (app !== 'shell') return `remote: ${app}`;
  const [, folder] = /^(?:src\/)?([^/]+)/.exec(file) ?? [];
  return `shell: ${folder ?? file}`;
}
