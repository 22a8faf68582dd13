import { packageFolder, packageVersion } from '../tools/folders';

/**
 * The packages that the shell provides to all remotes, once per page. A shared module is never tree-shaken, so the
 * router is shared as the façade `@isa/contract/router`.
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

/** A module that remotes import and the shell provides. */
export type SharedRequest = keyof typeof PACKAGES;

/** Only in development: Fast Refresh compiles JSX to another module. */
const DEVELOPMENT_PACKAGES: Readonly<Record<string, string>> = { 'react/jsx-dev-runtime': 'react' };

export interface SharedPackage {
  /** The import, such as `react/jsx-runtime`. */
  readonly request: string;
  readonly version: string;
  /** The versions that a remote built against this version accepts. */
  readonly range: string;
}

export function sharedPackages(development: boolean): SharedPackage[] {
  const table = development ? { ...PACKAGES, ...DEVELOPMENT_PACKAGES } : PACKAGES;
  return Object.entries(table).map(([request, packageName]) => {
    const version = packageVersion(packageFolder(packageName));
    return { request, version, range: `^${version}` };
  });
}

/** The version of the contract that an app is built against. */
export function contractVersion(): string {
  return packageVersion(packageFolder('@isa/contract'));
}
