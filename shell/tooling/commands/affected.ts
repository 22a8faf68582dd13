import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../packages/node/folders';
import { sourceScript, streamNode } from '../../packages/node/node';
import { main, printLine as log } from '../../packages/node/processes';
import { UserError } from '../../packages/node/user-error';
import { affectedChecks } from './affected-checks';
import { readCommandLine } from './command-line.mjs';

const bin = (name: string) => path.join(root, 'node_modules', name);
const TEST = sourceScript('shell/tooling/commands/test.ts');

main(async () => {
  const [base = 'main'] = readCommandLine('affected').positionals;
  const changed = changedSince(base);
  if (changed.length === 0) return log(`Nothing differs from ${base}.`);
  const existing = changed.filter((file) => existsSync(path.join(root, file)));
  const { steps, code, journeys } = affectedChecks(changed, existing);
  log(`${changed.length} files differ from ${base}.`);
  if (steps === 'all') {
    log('One of them configures packages or tools, so everything runs.');
    return run('npm test', TEST);
  }
  const format = [bin('oxfmt/bin/oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...existing];
  if (code.length > 0) {
    await run('eslint', [bin('eslint/bin/eslint.js'), '--max-warnings', '0', '--no-warn-ignored', ...code]);
    await run('oxlint', [bin('oxlint/bin/oxlint'), ...code]);
  }
  if (existing.length > 0) await run('format', format);
  if (code.length > 0) {
    const related = ['--passWithNoTests', '--silent', '--findRelatedTests', ...code];
    await run('related tests', [bin('jest/bin/jest.js'), ...related]);
  }
  if (journeys) log(`\nJourneys: ${journeys.join(', ')}. npm test -- all runs the others.`);
  if (steps.length > 0)
    await run(`npm test -- ${steps.join(' ')}`, [...TEST, ...steps], {
      ...process.env,
      ...(journeys && { JOURNEYS: journeys.join(' ') }),
    });
}, 1);

/** @throws UserError when git does not know the base. */
function changedSince(base: string): readonly string[] {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .trim()
      .split('\0')
      .filter(Boolean);
  try {
    const [fork = base] = git('merge-base', 'HEAD', base);
    return [
      ...git('diff', '--name-only', '-z', '--no-renames', fork),
      ...git('ls-files', '--others', '--exclude-standard', '-z'),
    ];
  } catch (error) {
    throw new UserError(`git cannot compare with ${base}. Name another branch or commit.`, { cause: error });
  }
}

/** @throws UserError when it fails. */
async function run(name: string, args: readonly string[], environment = process.env): Promise<void> {
  log(`\n── ${name}\n`);
  const { code } = await streamNode(args, (text) => void process.stdout.write(text), environment);
  if (code !== 0) throw new UserError(`${name} failed.`);
}
