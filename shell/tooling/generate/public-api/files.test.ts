import { describePublicPackages, type PublicPackage } from './describe';
import { problemsOf } from './files';

let packages: readonly PublicPackage[];
beforeAll(async () => {
  packages = await describePublicPackages();
  // Seconds, unless other compilers share the processor.
});

/** @isa/contract as it would be with other declarations or another version. */
function contract(change: (text: string) => string, version?: string): PublicPackage {
  const [found] = packages;
  if (!found) throw new Error('No package is described.');
  const entries = found.entries.map((entry) => ({ ...entry, report: change(entry.report) }));
  return { ...found, entries, version: version ?? found.version };
}

test('reports, reference, version and changelog of the public packages follow their sources', async () => {
  expect((await Promise.all(packages.map(problemsOf))).flat()).toEqual([]);
});

test('a removed export is refused without a new report and a major version', async () => {
  const without = (text: string) => text.replace('export function useHost(): Host;', '');
  expect(await problemsOf(contract(without))).toEqual([
    'shell/packages/contract/public-api/index.api.md is not what the sources say. Run "npm run reference" and commit what it writes.',
    expect.stringMatching(
      /^@isa\/contract: \S+ must be a new major version after \S+: useHost is removed(?:, and \d+ more)?\.$/,
    ),
  ]);
});

test('what only the shell imports may change with any version', async () => {
  const changed = (text: string) => text.replace('export class PageHandle', 'export class Handle');
  expect(await problemsOf(contract(changed))).toEqual([
    'shell/packages/contract/public-api/host.api.md is not what the sources say. Run "npm run reference" and commit what it writes.',
  ]);
});

test('a version without a section in the changelog is refused', async () => {
  expect(await problemsOf(contract((text) => text, '99.0.0'))).toContain(
    'shell/packages/contract/CHANGELOG.md has no section "## 99.0.0".',
  );
});
