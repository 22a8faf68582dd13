import { createAllowance } from './prefetcher';

function page(connection?: object, reducedData = false): Window {
  const fake: Partial<Window> = {
    navigator: Object.assign(Object.create(navigator) as Navigator, { connection }),
    matchMedia: (query) => ({ matches: reducedData && query.includes('data') }) as MediaQueryList,
  };
  return fake as Window;
}

const allowanceOf = (fake: Window) => createAllowance(fake)();

describe('the prefetch allowance', () => {
  it('is all on a fast or unknown connection', () => {
    expect(allowanceOf(page())).toBe('all');
    expect(allowanceOf(page({ saveData: false, effectiveType: '4g' }))).toBe('all');
  });

  it('is intent on a slow connection and none on a very slow one', () => {
    expect(allowanceOf(page({ effectiveType: '3g' }))).toBe('intent');
    expect(allowanceOf(page({ effectiveType: '2g' }))).toBe('none');
    expect(allowanceOf(page({ effectiveType: 'slow-2g' }))).toBe('none');
  });

  it('is none for visitors who save data', () => {
    expect(allowanceOf(page({ saveData: true, effectiveType: '4g' }))).toBe('none');
    expect(allowanceOf(page(undefined, true))).toBe('none');
  });
});
