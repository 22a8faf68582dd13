import { printOutcome } from '../../../packages/node/print-outcome';
import { releaseNamed } from '../../formats/release-set';
import { connectThroughRelays } from '../relays';
import { checkRelease } from './check';
import { runJourneys } from './journeys';

const [app = '', version = '', ...wanted] = process.argv.slice(2);
connectThroughRelays();
// Standard output has only the report.
const log = (line: string) => void process.stderr.write(`${line}\n`);
const together = wanted.filter((name) => name.includes('@')).map(releaseNamed);
const renders = wanted.includes('renders');
const browser = {
  ...(wanted.includes('journeys') && { journeys: runJourneys(process.env.CHROMIUM_PATH ?? '', log) }),
};
void printOutcome(() =>
  checkRelease({ app, version, together, renders, browser, onGate: (gate) => log(`Checking ${gate}…`) }),
);
