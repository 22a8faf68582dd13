import { printOutcome } from '../../../packages/node/print-outcome';
import { releaseNamed } from '../../formats/release-set';
import { connectThroughRelays } from '../relays';
import { checkRelease } from './check';

const [app = '', version = '', ...others] = process.argv.slice(2);
const together = others.filter((name) => name.includes('@')).map(releaseNamed);
const renders = others.includes('renders');
connectThroughRelays();
// Standard output has only the report.
const onGate = (gate: string) => void process.stderr.write(`Checking ${gate}…\n`);
void printOutcome(() => checkRelease({ app, version, together, renders, onGate }));
