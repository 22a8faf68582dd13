import { printOutcome } from '../../../packages/node/print-outcome';
import { releaseNamed } from '../../formats/release-set';
import { connectThroughRelays } from '../relays';
import { checkRelease } from './check';

const [app = '', version = '', ...others] = process.argv.slice(2);
const together = others.filter((name) => name.includes('@')).map(releaseNamed);
const renders = others.includes('renders');
connectThroughRelays();
// Standard output has only the report.
const log = (line: string) => void process.stderr.write(`${line}\n`);
void printOutcome(async () => {
  // Most checks visit no site.
  const browser = others.includes('journeys') && {
    journeys: (await import('./journeys')).runJourneys(process.env.CHROMIUM_PATH ?? '', log),
  };
  const onGate = (gate: string) => log(`Checking ${gate}…`);
  return checkRelease({ app, version, together, renders, ...browser, onGate });
});
