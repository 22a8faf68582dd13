import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../packages/node/folders';
import { sourceScript, streamNode } from '../../packages/node/node';
import { main, printLine as log } from '../../packages/node/processes';
import { runJobs, type Write } from '../../packages/node/run-jobs';
import { UserError } from '../../packages/node/user-error';
import { affectedChecks } from './affected-checks';
import { readCommandLine } from './command-line.mjs';

const bin = (name: string) => path.join(root, 'node_modules', name);
const TEST = sourceScript('shell/tooling/commands/test.ts');
/** While the journeys wait for their site, another check runs. */
const WIDTH = 2;

main(async () => {
  const [base = 'main'] = readCommandLine('affected').positionals;
  const changed = changedSince(base);
  if (changed.length === 0) return log(`Nothing differs from ${base}.`);
  const existing = changed.filter((file) => existsSync(path.join(root, file)));
  const { steps, code, tested, journeys } = affectedChecks(changed, existing);
  log(`${changed.length} files differ from ${base}.`);
  if (steps === 'all') {
    log('One of them configures packages or tools, so everything runs.');
    return run([check('npm test', TEST)]);
  }
  if (journeys) log(`Journeys: ${journeys.join(', ')}. npm test -- all runs the others.`);
  const environment = { ...process.env, ...(journeys && { JOURNEYS: journeys.join(' ') }) };
  const related = ['--passWithNoTests', '--silent', '--findRelatedTests', ...tested];
  // The journeys begin first, because they take longest and wait for their site.
  await run([
    ...(steps.length > 0 ? [check(`npm test -- ${steps.join(' ')}`, [...TEST, ...steps], environment)] : []),
    ...(tested.length > 0 ? [check('related tests', [bin('jest/bin/jest.js'), ...related])] : []),
    ...(code.length > 0
      ? [
          check('eslint', [bin('eslint/bin/eslint.js'), '--max-warnings', '0', '--no-warn-ignored', ...code]),
          check('oxlint', [bin('oxlint/bin/oxlint'), ...code]),
        ]
      : []),
    ...(existing.length > 0
      ? [check('format', [bin('oxfmt/bin/oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...existing])]
      : []),
  ]);
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

/** @returns a job that has the name of the check as result when it fails. */
function check(name: string, args: readonly string[], environment = process.env) {
  return async (write: Write) => {
    write(`\n── ${name}\n\n`);
    const { code } = await streamNode(args, write, environment);
    return code === 0 ? [] : [name];
  };
}

/** @throws UserError with the names of all checks that fail. */
async function run(checks: readonly ReturnType<typeof check>[]): Promise<void> {
  const failed = (await runJobs(checks, WIDTH, (text) => void process.stdout.write(text))).flat();
  if (failed.length > 0) throw new UserError(`${failed.join(', ')} failed.`);
}
