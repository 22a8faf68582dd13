import { readPreferences, writePreferences } from './preferences';

beforeEach(() => localStorage.clear());

describe('preferences', () => {
  it('are the usual ones where nothing sensible is stored', () => {
    const usual = readPreferences();
    expect(usual).toMatchObject({ speed: 1, volume: 1, captions: false, shortcuts: true });
    for (const rubbish of ['', 'null', '7', '[', '{"speed":16,"volume":"loud","captions":1}']) {
      localStorage.setItem('learning:player', rubbish);
      expect(readPreferences()).toEqual(usual);
    }
  });

  it('keep what was chosen beside what was chosen before', () => {
    writePreferences({ speed: 1.5 });
    writePreferences({ captions: true });
    expect(readPreferences()).toMatchObject({ speed: 1.5, captions: true });
  });

  it('do without a storage that refuses', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    expect(() => writePreferences({ speed: 2 })).not.toThrow();
  });
});
