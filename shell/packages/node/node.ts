import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { installedFolder, isKit, kitFolder, packageFolder, root } from './folders';
import { UserError } from './user-error';

/** Node's options for TypeScript: packages of the project resolve to their sources, and no signal opens the inspector. */
export const SOURCE_OPTIONS = [
  ...['--require', path.join(root, 'shell/packages/node/ignore-inspector.cjs')],
  ...['--conditions=source', '--import', 'tsx'],
] as const;

/** Node's arguments that run a TypeScript file. @param script relative to the project's root. */
export function sourceScript(script: string, ...args: readonly string[]): string[] {
  return [...SOURCE_OPTIONS, path.join(root, script), ...args];
}

/** Node's arguments that run a script of the tools. Bundled commands have a bundled copy alongside them. */
export function toolScript(script: string, ...args: readonly string[]): string[] {
  const bundles = isKit ? path.join(kitFolder, 'dist') : path.dirname(process.argv[1] ?? '');
  const bundled = path.join(bundles, `${path.basename(script, '.ts')}.cjs`);
  return existsSync(bundled) ? [bundled, ...args] : sourceScript(script, ...args);
}

export function loadingScript(script: string, ...args: readonly string[]): string[] {
  if (!isKit) return sourceScript(script, ...args);
  const loader = pathToFileURL(path.join(packageFolder('tsx'), 'dist/loader.mjs')).href;
  return ['--conditions=source', '--import', loader, ...toolScript(script, ...args)];
}

const COMPILER = 'typescript-native';

export function compiler(...args: readonly string[]): string[] {
  return [path.join(packageFolder(COMPILER), 'bin/tsc'), ...args];
}

export function hasCompiler(): boolean {
  return installedFolder(COMPILER) !== undefined;
}

/**
 * Runs Node until it ends, and ends it together with this process.
 * @param task such as "The build of shop".
 * @returns its standard output.
 * @throws UserError with the output when the exit code is not 0.
 */
export async function runNode(
  task: string,
  args: readonly string[],
  { cwd = root, environment = {} }: { readonly cwd?: string; readonly environment?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024 };
  const running = promisify(execFile)(process.execPath, args, options);
  const end = () => void running.child.kill();
  process.once('exit', end);
  try {
    return (await running).stdout;
  } catch (error) {
    throw new UserError(`${task} failed:\n${outputOf(error) || String(error)}`, { cause: error });
  } finally {
    process.off('exit', end);
  }
}

function outputOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('stdout' in error && 'stderr' in error)) return '';
  return `${String(error.stderr)}${String(error.stdout)}`.trim();
}

/** Ends Node together with this process. @param onText gets every piece of its output. */
export function streamNode(
  args: readonly string[],
  onText: (text: string) => void,
  env: NodeJS.ProcessEnv = process.env,
  cwd = root,
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => void child.kill();
  process.once('exit', end);
  let output = '';
  readOutput(child, (text) => {
    output += text;
    onText(text);
  });
  return new Promise((resolve) => {
    const finish = (code: number | null) => {
      process.off('exit', end);
      resolve({ code: code ?? 1, output });
    };
    child.once('close', finish);
    // A grandchild that still holds the output open is not waited for.
    child.once('exit', (code) => setTimeout(finish, 2_000, code).unref());
  });
}

export function readOutput({ stdout, stderr }: ChildProcess, onText: (text: string) => void): void {
  stdout?.setEncoding('utf8').on('data', onText);
  stderr?.setEncoding('utf8').on('data', onText);
}
