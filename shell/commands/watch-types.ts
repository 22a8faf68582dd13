import path from 'node:path';
import { root } from '../tools/folders';
import { startService } from '../tools/processes';

/**
 * Checks the types of packages, and of those that they import, again after each change.
 * @param folders below the project's root.
 * @param onChecked gets all errors, as the compiler prints them.
 */
export function watchTypes(
  folders: readonly string[],
  onChecked: (errors: readonly string[]) => void,
  log: (line: string) => void,
): void {
  const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
  const options = ['-b', '--watch', '--preserveWatchOutput', '--pretty', 'false'];
  const read = readTypeErrors(onChecked);
  startService('The type check', [compiler, ...options, ...folders], process.env, read, (status) =>
    log(`The type check has ended (${status}); types are no longer checked.`),
  );
}

/** Reads the compiler's output line by line. @param onChecked is called at the end of each check. */
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
