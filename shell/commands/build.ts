import { main } from '../tools/processes';
import { buildSite, renewRegistry } from './build-site';

/** A part of `npm start`: a separate process, so that its keys and its memory end with it. */
main(() =>
  process.argv.includes('--no-build')
    ? renewRegistry()
    : buildSite((line) => void process.stdout.write(`${line}\n`)),
);
