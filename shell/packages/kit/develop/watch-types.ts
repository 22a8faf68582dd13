import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { packageFolder, root } from '../../node/folders';

/**
 * Checks the types of packages and of their imports, again after each change.
 * @param folders below the project's root.
 * @param onChecked gets all errors.
 */
export function watchTypes(
  folders: readonly string[],
  onChecked: (errors: readonly string[]) => void,
  log: (line: string) => void,
): void {
  // The compiler is started directly, because the package's script leaves it running when it is ended before
  // Node 22.15.
  const platform = packageFolder(`@typescript/typescript-${process.platform}-${process.arch}`);
  const options = ['-b', '--watch', '--preserveWatchOutput', '--pretty', 'false'];
  const child = spawn(path.join(platform, 'lib/tsc'), [...options, ...folders], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => void child.kill());
  child.once('error', ({ message }) => log(`Types are not checked: ${message}`));
  createInterface({ input: child.stdout }).on('line', readTypeErrors(onChecked));
}

export function readTypeErrors(onChecked: (errors: readonly string[]) => void): (line: string) => void {
  let errors: string[] = [];
  return (line) => {
    if (/Starting (?:incremental )?compilation/.test(line)) errors = [];
    else if (/Found \d+ errors?\. Watching/.test(line)) onChecked(errors);
    else if (/: error TS\d+:|^error TS\d+:/.test(line)) errors = [...errors, line];
    // Explanations of the error above are indented.
    else if (/^\s+\S/.test(line) && errors.length > 0)
      errors = [...errors.slice(0, -1), `${errors.at(-1)}\n${line}`];
  };
}
