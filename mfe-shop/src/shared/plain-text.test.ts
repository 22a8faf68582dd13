import { plainText } from './plain-text';

test('removes tags and decodes entities', () => {
  expect(plainText('<h2>Law &amp; order</h2>\n<p>34&nbsp;<em>pages</em>&#33; &#xA3;5</p>')).toBe(
    'Law & order 34 pages! £5',
  );
});
