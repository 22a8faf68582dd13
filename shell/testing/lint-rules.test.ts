import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { root } from '../tools/folders';
import { temporaryFolder } from './release/test-store';

const bin = (name: string) => path.join(root, 'node_modules', name);
const rules = z.object({ rules: z.record(z.string(), z.unknown()) });
const printed = z.object({ rules: z.record(z.string(), z.tuple([z.number()], z.unknown())) });

/** The rules of a source file. @param engine of the rules that need types. */
async function rulesOfEslint(engine: 'eslint' | 'oxlint'): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [bin('eslint/bin/eslint.js'), '--print-config', 'shell/src/start.ts'],
    { cwd: root, env: { ...process.env, LINT_TYPES: engine } },
  );
  return Object.entries(printed.parse(JSON.parse(stdout)).rules)
    .filter(([, [severity]]) => severity > 0)
    .map(([name]) => name);
}

it('gives oxlint every rule that the complete run of ESLint leaves out', async () => {
  const complete = await rulesOfEslint('oxlint');
  const left = (await rulesOfEslint('eslint')).filter((name) => !complete.includes(name));
  const inOxlint = rules.parse(JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8'))).rules;
  expect(left).toContain('@typescript-eslint/no-floating-promises');
  expect(Object.keys(inOxlint).sort()).toEqual(
    left.map((name) => name.replace('@typescript-eslint/', 'typescript/')).sort(),
  );
});

it('finds with oxlint what only types show', async () => {
  const { folder, remove } = await temporaryFolder();
  try {
    await writeFile(path.join(folder, 'floating.ts'), 'Promise.resolve(1);\nexport {};\n');
    const oxlint = [bin('oxlint/bin/oxlint'), '--type-aware', folder];
    const failure: unknown = await promisify(execFile)(process.execPath, oxlint, { cwd: root }).catch(
      (error: unknown) => error,
    );
    const { stdout } = z.object({ code: z.literal(1), stdout: z.string() }).parse(failure);
    expect(stdout).toContain('no-floating-promises');
  } finally {
    await remove();
  }
});
