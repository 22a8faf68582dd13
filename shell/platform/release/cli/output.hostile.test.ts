import { Command } from 'commander';
import { withStartedName } from './output';

test('the text of a release cannot control the terminal of an operator', () => {
  const problem = 'the menu entry \u001b[2J\r\u009b1mBooks links to\t/x\nand to /y';
  expect(withStartedName(new Command('release'), problem)).toBe(
    'the menu entry \uFFFD[2J\uFFFD\uFFFD1mBooks links to\t/x\nand to /y',
  );
});
