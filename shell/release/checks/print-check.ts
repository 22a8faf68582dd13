import { printOutcome } from '../../kit/pack/without-keys';
import { checkRelease } from './check';

const [app = '', version = ''] = process.argv.slice(2);
// Progress goes to standard error.
const onGate = (gate: string) => void process.stderr.write(`Checking ${gate}…\n`);
void printOutcome(() => checkRelease({ app, version, onGate }));
