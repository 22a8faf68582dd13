import { endWithNpm } from '../../../packages/node/processes';

// A server that would run for ever.
setInterval(() => undefined, 1_000);
endWithNpm();
process.stdout.write('ready\n');
