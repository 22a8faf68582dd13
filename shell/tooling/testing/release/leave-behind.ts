import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { printOutcome } from '../../../packages/node/print-outcome';

const [action = '', file = ''] = process.argv.slice(2);

/** What a hostile build leaves for the next one, or for the process that publishes its output. */
void printOutcome(async () => {
  try {
    if (action === 'read') return readFileSync(file, 'utf8');
    if (action === 'mode') return (statSync(file).mode & 0o777).toString(8);
    if (action === 'link') symlinkSync('/etc/shadow', file);
    else writeFileSync(file, 'mine');
    return 'written';
  } catch (error) {
    return String(error);
  }
});
