import { createAllowance } from './connection';

function page(connection?: object, reducedData = false): Window {
  const fake: Partial<Window> = {
    navigator: Object.assign(Object.create(navigator) as Navigator, { connection }),
    matchMedia: (query) => ({ matches: reducedData && query.includes('data') }) as MediaQueryList,
  };
  return fake as Window;
}

const allowanceOf = (fake: Window) => createAllowance(fake)();

describe('what may be fetched ahead', () => {
  it('is everything on a good or an unknown connection', () => {
    expect(allowanceOf(page())).toBe('all');
    expect(allowanceOf(page({ saveData: false, effectiveType: '4g' }))).toBe('all');
  });

  it('is what is pointed at on a slow one, and nothing on a very slow one', () => {
    expect(allowanceOf(page({ effectiveType: '3g' }))).toBe('pointed-at');
    expect(allowanceOf(page({ effectiveType: '2g' }))).toBe('nothing');
    expect(allowanceOf(page({ effectiveType: 'slow-2g' }))).toBe('nothing');
  });

  it('is nothing for those who save data', () => {
    expect(allowanceOf(page({ saveData: true, effectiveType: '4g' }))).toBe('nothing');
    expect(allowanceOf(page(undefined, true))).toBe('nothing');
  });
});
