import fc from 'fast-check';
import { matchesPattern } from './addresses';
import { patternExpression } from './route-finder';

const segment = fc.constantFrom('isa-books', 'Done', 'a.b', '7', ':id', ':bookId');
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

/** Whether the parameters of an address have their form: a number in `:bookId`, letters and digits in others. */
const hasParameters = (pattern: string, address: string) => {
  const segments = address.split('/').filter(Boolean);
  return pattern
    .split('/')
    .filter(Boolean)
    .every((name, index) => {
      const segment = segments[index];
      if (!name.startsWith(':') || segment === undefined) return true;
      return (name === ':bookId' ? /^[1-9]\d*$/ : /^[\w-]+(?:\.[\w-]+)?$/).test(segment);
    });
};

test('patterns match the addresses that the shell’s router matches, if their parameters have their form', () => {
  fc.assert(
    fc.property(pattern, address, (pattern, address) => {
      expect([pattern, address, patternExpression(pattern).test(address)]).toEqual([
        pattern,
        address,
        matchesPattern(pattern, address) && hasParameters(pattern, address),
      ]);
    }),
    { numRuns: 2_000 },
  );
});
