import { main } from '../tools/processes';
import { buildSite } from './build-site';

/** A part of `npm start`: a separate process, so that its keys and its memory end with it. */
main(() => buildSite((line) => void process.stdout.write(`${line}\n`)));
