import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

/** The path of an installed program, also in a system folder that PATH omits. */
export function installedProgram(name: string): string | undefined {
  return [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

/** Why tests are skipped; the summary of `npm test` reads it, and `shell/packages/node/programs.ts` installs the program. */
export function missingProgram(name: string): string {
  return `no ${name} on this machine`;
}

/** `describe`, or `describe.skip` with a printed reason on a machine without the program. */
export function describeWithProgram(name: string, program = installedProgram(name)): jest.Describe {
  if (program) return describe;
  const file = path.relative(root, expect.getState().testPath ?? '');
  process.stderr.write(`SKIPPED: ${file}: ${missingProgram(name)}\n`);
  return describe.skip;
}
