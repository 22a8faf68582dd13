import { requireBrowser } from '../checks/require-browser';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { defaultStorage } from '../../store/storage/default-storage';
import { addCheckCommand } from './check-command';
import { releaseProgram } from './program';

jest.mock('../checks/require-browser', () => ({ requireBrowser: jest.fn() }));
jest.mock('../../store/storage/default-storage');

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  jest.mocked(defaultStorage).mockReturnValue(store.storage);
});

const check = (release: string) =>
  releaseProgram('release', addCheckCommand).parseAsync(
    ['--dry-run', '--json', 'check', release, '--journeys'],
    {
      from: 'user',
    },
  );

describe('check', () => {
  it('looks for no browser when the release is not in the store', async () => {
    await expect(check('shop@9.9.9')).rejects.toThrow('shop@9.9.9 is not in the store');
    expect(requireBrowser).not.toHaveBeenCalled();
  });

  it('looks for no browser when the release is signed with a key that is not trusted', async () => {
    // The keys of the test are not those of this machine.
    await store.release({ app: 'shop', version: '1.1.0' });
    const printed = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await expect(check('shop@1.1.0')).rejects.toThrow('shop@1.1.0 has failed its check');
    expect(printed.mock.calls.join()).toContain('not signed by a trusted key of shop');
    expect(requireBrowser).not.toHaveBeenCalled();
  });
});
