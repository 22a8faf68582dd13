import { main, printLine } from '../../packages/node/processes';
import { buildSite, renewRegistry } from './build-site';

/** This part of `npm start` is a separate process, so that its keys and its memory end with it. */
main(() => (process.argv.includes('--no-build') ? renewRegistry() : buildSite(printLine)));
