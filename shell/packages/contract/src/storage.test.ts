import { isRecord, safeStorage, storedJson } from './storage';

const name = storedJson('sessionStorage', 'test:name', (json) =>
  isRecord(json) && typeof json.name === 'string' ? { name: json.name } : undefined,
);

afterEach(() => sessionStorage.clear());

describe('storedJson', () => {
  it.each(['', '{', 'null', '[]', '{"name":1}', '"name"'])('reads %j as nothing', (text) => {
    sessionStorage.setItem('test:name', text);
    expect(name.read()).toBeUndefined();
  });

  it('remembers the value in this document when storage is full or denied', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(() => name.write({ name: 'A' })).not.toThrow();
    expect(name.read()).toEqual({ name: 'A' });
    name.clear();
    expect(name.read()).toBeUndefined();
  });

  it('returns the stored value until it is cleared, under its key', () => {
    name.write({ name: 'A' });
    expect(Object.keys(sessionStorage)).toEqual(['test:name']);
    expect(name.read()).toEqual({ name: 'A' });
    name.clear();
    expect(name.read()).toBeUndefined();
  });
});

describe('safeStorage', () => {
  it('reports whether a text was stored', () => {
    const storage = safeStorage('sessionStorage');
    expect([storage.write('test:text', 'A'), storage.read('test:text')]).toEqual([true, 'A']);
    storage.remove('test:text');
    expect(storage.read('test:text')).toBeUndefined();
  });

  it('does not throw when the browser denies the storage itself', () => {
    const page = {
      get sessionStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    const storage = safeStorage('sessionStorage', page);
    expect([storage.read('test:text'), storage.write('test:text', 'A')]).toEqual([undefined, false]);
    expect(() => storage.remove('test:text')).not.toThrow();
  });
});
