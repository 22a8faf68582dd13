import { readTypeErrors } from './watch-types';

test('each check ends with all errors and their explanations', () => {
  const checks: (readonly string[])[] = [];
  const read = readTypeErrors((errors) => checks.push(errors));
  const price =
    "mfe-shop/src/price.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.";
  const lines = [
    '01:25:32 PM - Starting compilation in watch mode...',
    price,
    "  Type 'string' is not assignable to type 'undefined'.",
    "mfe-shop/src/book.ts(2,1): error TS1005: ';' expected.",
    '01:25:33 PM - Found 2 errors. Watching for file changes.',
    '01:25:47 PM - File change detected. Starting incremental compilation...',
    '01:25:48 PM - Found 0 errors. Watching for file changes.',
  ];
  lines.forEach(read);
  expect(checks).toEqual([[`${price}\n${lines[2]}`, lines[3]], []]);
});
