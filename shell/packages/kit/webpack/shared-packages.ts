import { satisfies } from 'semver';
import { folderOf, packageFolder, packageVersion, readManifest } from '../../node/folders';
import { UserError } from '../../node/user-error';

/** The shell provides these once per page. Never tree-shaken, so the router is shared as a façade. */
const PACKAGES = {
  react: 'react',
  'react/jsx-runtime': 'react',
  'react-dom': 'react-dom',
  'styled-components': 'styled-components',
  '@isa/contract': '@isa/contract',
  '@isa/contract/router': '@isa/contract',
  '@isa/ui': '@isa/ui',
} as const;

export const sharedPackageNames: readonly string[] = Object.values(PACKAGES);

/** A module that remotes import and the shell provides. */
export type SharedRequest = keyof typeof PACKAGES;

/** Packages that are shared only in development: Fast Refresh compiles JSX to another module. */
const DEVELOPMENT_PACKAGES: Readonly<Record<string, string>> = { 'react/jsx-dev-runtime': 'react' };

/**
 * The shared packages with the versions that the app accepts. A remote may accept several majors: `"@isa/contract": "^2.1.0 || ^3.0.0"`.
 * @throws UserError when its package.json does not accept the installed version, against which it is built.
 */
export function sharedPackages(app: string, development: boolean) {
  const { dependencies, peerDependencies } = readManifest(folderOf(app));
  // Where a package is installed from a file, its range is that of a peer dependency.
  const accepted = { ...dependencies, ...peerDependencies };
  const table = development ? { ...PACKAGES, ...DEVELOPMENT_PACKAGES } : PACKAGES;
  return Object.entries(table).map(([request, packageName]) => {
    const version = packageVersion(packageFolder(packageName));
    return { request, version, range: acceptedRange(app, packageName, version, accepted) };
  });
}

/** @throws UserError when the dependencies do not accept the installed version. */
export function acceptedRange(
  app: string,
  packageName: string,
  version: string,
  dependencies: Readonly<Record<string, string>>,
): string {
  const range = dependencies[packageName];
  // An empty range accepts every version.
  if (range && satisfies(version, range)) return range;
  throw new UserError(
    `${app} is built with ${packageName} ${version}, which its package.json ${range ? `("${range}") does not accept` : 'does not name'}.`,
  );
}
