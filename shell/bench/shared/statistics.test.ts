import { median } from './statistics';

it('sorts values numerically', () => expect(median([100, 9, 10])).toBe(10));
it('returns the mean of the two middle values', () => expect(median([1, 2, 4, 100])).toBe(3));
it('returns NaN without values', () => expect(median([])).toBeNaN());
