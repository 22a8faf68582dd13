import { packageFolder, packageVersion } from '../tools/folders';

/**
 * The one table of what the shell provides to every remote, once per page. A shared module is never
 * tree-shaken, which is why the router is shared as the façade `@isa/contract/router`.
 */
const PACKAGES = {
  react: 'react',
  'react/jsx-runtime': 'react',
  'react-dom': 'react-dom',
  'styled-components': 'styled-components',
  '@isa/contract': '@isa/contract',
  '@isa/contract/router': '@isa/contract',
  '@isa/ui': '@isa/ui',
} as const;

/** What a remote imports and the shell provides. */
export type SharedRequest = keyof typeof PACKAGES;

/** Development only: Fast Refresh compiles JSX to another module. */
const DEVELOPMENT_PACKAGES: Readonly<Record<string, string>> = { 'react/jsx-dev-runtime': 'react' };

export interface SharedPackage {
  /** What the code imports. */
  readonly request: string;
  readonly version: string;
  /** What a remote built against this version accepts from a shell. */
  readonly range: string;
}

export function sharedPackages(development: boolean): SharedPackage[] {
  const table = development ? { ...PACKAGES, ...DEVELOPMENT_PACKAGES } : PACKAGES;
  return Object.entries(table).map(([request, packageName]) => {
    const version = packageVersion(packageFolder(packageName));
    return { request, version, range: `^${version}` };
  });
}

/** The version of the contract that a part is built against. */
export function contractVersion(): string {
  return packageVersion(packageFolder('@isa/contract'));
}
