import { isRecord, stored } from './stored';

const acceptName = (value: unknown) =>
  isRecord(value) && typeof value.name === 'string' ? { name: value.name } : undefined;

describe('stored', () => {
  const kept = stored('session', 'test', acceptName);

  afterEach(() => sessionStorage.clear());

  it.each(['', '{', 'null', '[]', '{"name":1}', '"name"'])('reads %j as nothing', (text) => {
    sessionStorage.setItem('shop:test', text);
    expect(kept.read()).toBeUndefined();
  });

  it('keeps working when the browser forbids storage', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(() => kept.write({ name: 'A' })).not.toThrow();
    expect(kept.read()).toBeUndefined();
  });

  it('gives back what was kept until it is cleared, under a key of its own', () => {
    kept.write({ name: 'A' });
    expect(Object.keys(sessionStorage)).toEqual(['shop:test']);
    expect(kept.read()).toEqual({ name: 'A' });
    kept.clear();
    expect(kept.read()).toBeUndefined();
  });
});
