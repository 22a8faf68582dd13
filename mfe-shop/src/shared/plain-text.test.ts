import { plainText, sentencesWithin } from './plain-text';

test('removes tags and decodes entities', () => {
  expect(plainText('<h2>Law &amp; order</h2>\n<p>34&nbsp;<em>pages</em>&#33; &#xA3;5</p>')).toBe(
    'Law & order 34 pages! £5',
  );
});

test.each([
  ['One two. Three four! Five six seven.', 'One two. Three four!'],
  ['Twenty characters ab. Then more.', 'Twenty characters ab.'],
  ['Two volumes of 1.5kg: both for the street.', 'Two volumes of 1.5kg.'],
  ['One two three four five six', 'One two three four…'],
  ['Short', 'Short'],
])('shortens %p to 20 characters', (text, expected) => {
  expect(sentencesWithin(text, 20)).toBe(expected);
});
