import { folderOf, installedFolder, kitFolder, readManifest } from '../node/folders';
import { UserError } from '../node/user-error';

export type Bundler = 'webpack' | 'rspack' | 'vite';

/** The packages that each bundler needs: optional peer packages of the packed kit. */
export const BUILD_TOOLS: Readonly<Record<Bundler, readonly string[]>> = {
  webpack: [
    '@pmmmwh/react-refresh-webpack-plugin',
    'minimizer-webpack-plugin',
    'swc-loader',
    'webpack',
    'webpack-dev-server',
    'webpack-subresource-integrity',
  ],
  rspack: ['@rspack/core', 'swc-loader'],
  vite: ['vite'],
};

/** The bundler that package.json names: `"isa": { "bundler": "vite" }`. @throws UserError for another one. */
export function bundlerOf(app: string): Bundler {
  const { bundler = 'webpack' } = readManifest(folderOf(app)).isa ?? {};
  if (bundler === 'webpack' || bundler === 'rspack' || bundler === 'vite') return bundler;
  throw new UserError(
    `The "isa" in the package.json of ${app} must name the bundler webpack, rspack or vite.`,
  );
}

/** Loads only the build tools of the app's own bundler. @throws UserError when they are not installed. */
export async function loadBundler(app: string) {
  const bundler = bundlerOf(app);
  requireTools(app, bundler);
  if (bundler === 'vite') return import('./vite/build');
  return bundler === 'rspack' ? import('./rspack/build') : import('./webpack/build');
}

/** @param built what is built with the bundler. @throws UserError when a tool of the bundler is not installed. */
export function requireTools(built: string, bundler: Bundler): void {
  const { devDependencies, peerDependencies } = readManifest(kitFolder);
  const accepted = { ...devDependencies, ...peerDependencies };
  const missing = BUILD_TOOLS[bundler].filter((name) => installedFolder(name) === undefined);
  if (missing.length === 0) return;
  const packages = missing.map((name) => `${name}@${accepted[name]}`).join(' ');
  throw new UserError(`${built} is built with ${bundler}, which needs: npm install -D -E ${packages}`);
}
