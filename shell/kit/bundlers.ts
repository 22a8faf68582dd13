import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { folderOf, installedFolder } from '../tools/folders';
import { UserError } from '../tools/user-error';
import type { BrowserBuild, ReleaseOptions } from './webpack/build-options';

export type Bundler = 'webpack' | 'rspack' | 'vite';

/** The packages that each bundler needs. */
const BUILD_TOOLS: Readonly<Record<Bundler, readonly string[]>> = {
  webpack: [
    '@pmmmwh/react-refresh-webpack-plugin',
    'minimizer-webpack-plugin',
    'react-refresh',
    'swc-loader',
    'webpack',
    'webpack-dev-server',
    'webpack-subresource-integrity',
  ],
  rspack: ['@rspack/core', '@swc/plugin-styled-components', 'swc-loader'],
  vite: ['vite'],
};

interface Builds {
  buildForBrowser(options: ReleaseOptions): Promise<BrowserBuild>;
  /** @returns the files that it was built from. */
  buildForNode(options: ReleaseOptions): Promise<readonly string[]>;
}

const manifestSchema = z.object({
  isa: z.object({ bundler: z.enum(['webpack', 'rspack', 'vite']).default('webpack') }).prefault({}),
});

/**
 * @returns the bundler of an app, which its package.json names as `"isa": { "bundler": "vite" }`.
 * @throws UserError when there is no such bundler.
 */
export function bundlerOf(app: string): Bundler {
  const manifest: unknown = JSON.parse(readFileSync(path.join(folderOf(app), 'package.json'), 'utf8'));
  const { data } = manifestSchema.safeParse(manifest);
  if (data) return data.isa.bundler;
  throw new UserError(
    `The "isa" in the package.json of ${app} must name the bundler webpack, rspack or vite.`,
  );
}

/** Loads only the build tools of the app's own bundler. @throws UserError when they are not installed. */
export async function loadBundler(app: string): Promise<Builds> {
  const bundler = bundlerOf(app);
  requireTools(app, bundler);
  if (bundler === 'vite') return import('./vite/build');
  return bundler === 'rspack' ? import('./rspack/build') : import('./webpack/build');
}

/** @throws UserError when a tool of the bundler is not installed. */
function requireTools(app: string, bundler: Bundler): void {
  const missing = BUILD_TOOLS[bundler].filter((name) => installedFolder(name) === undefined);
  if (missing.length > 0) {
    throw new UserError(`${app} is built with ${bundler}, which needs: npm install -D ${missing.join(' ')}`);
  }
}
