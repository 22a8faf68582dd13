import { buildRelease } from './build-release';
import { printOutcome } from '../../node/print-outcome';

const [name = '', version = '', revision = '', folder = ''] = process.argv.slice(2);
void printOutcome(() => buildRelease({ name, version, revision }, folder));
