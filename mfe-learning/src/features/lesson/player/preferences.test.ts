import { readPreferences, writePreferences } from './preferences';

beforeEach(() => localStorage.clear());

describe('preferences', () => {
  it('are the defaults when the stored value is missing or invalid', () => {
    const defaults = readPreferences();
    expect(defaults).toMatchObject({ speed: 1, volume: 1, captions: false, shortcuts: true });
    for (const invalid of ['', 'null', '7', '[', '{"speed":16,"volume":"loud","captions":1}']) {
      localStorage.setItem('learning:player', invalid);
      expect(readPreferences()).toEqual(defaults);
    }
  });

  it('retain the other settings on a write', () => {
    writePreferences({ speed: 1.5 });
    writePreferences({ captions: true });
    expect(readPreferences()).toMatchObject({ speed: 1.5, captions: true });
  });

  it('do not throw when storage is full', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    expect(() => writePreferences({ speed: 2 })).not.toThrow();
  });
});
