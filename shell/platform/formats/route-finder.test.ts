import fc from 'fast-check';
import { matchesPattern } from './addresses';
import { patternExpression } from './route-finder';

const segment = fc.constantFrom('isa-books', 'Done', 'a.b', '7', ':id', ':book-id');
const pattern = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '/*', '/:last?', '/old?'))
  .map(([segments, end]) => `/${segments.join('/')}${end}`);
const address = fc
  .tuple(
    fc.array(fc.constantFrom('isa-books', 'ISA-Books', 'done', 'axb', 'a.b', '7', 'old', 'é'), {
      maxLength: 4,
    }),
    fc.constantFrom('', '/', '//'),
  )
  .map(([segments, end]) => `/${segments.join('/')}${end}`);

test('patterns match the addresses that the shell’s router matches', () => {
  fc.assert(
    fc.property(pattern, address, (pattern, address) => {
      expect([pattern, address, patternExpression(pattern).test(address)]).toEqual([
        pattern,
        address,
        matchesPattern(pattern, address),
      ]);
    }),
    { numRuns: 2_000 },
  );
});
