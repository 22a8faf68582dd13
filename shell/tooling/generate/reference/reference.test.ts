import { describePublicPackages, type PublicPackage } from './describe';
import { problemsOf } from './reference';

let packages: readonly PublicPackage[];
beforeAll(async () => void (packages = await describePublicPackages()));

/** @isa/contract as it would be with this change. */
function contract(change: Partial<PublicPackage>): PublicPackage {
  const [found] = packages;
  if (!found) throw new Error('No package is described.');
  return { ...found, ...change };
}

test('reference and changelog of the public packages follow their sources', async () => {
  expect((await Promise.all(packages.map(problemsOf))).flat()).toEqual([]);
});

test('a removed export is refused without a new reference', async () => {
  expect(await problemsOf(contract({ entries: contract({}).entries.slice(1) }))).toEqual([
    'shell/docs/reference/contract.md is not what the sources say. Run "npm run reference" and commit what it writes.',
  ]);
});

test('a version without a section in the changelog is refused', async () => {
  expect(await problemsOf(contract({ version: '99.0.0' }))).toContain(
    'shell/packages/contract/CHANGELOG.md has no section "## 99.0.0".',
  );
});
