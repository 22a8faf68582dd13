import { runApiCommand } from './services/api-command';

/** `npm run media -- import <folder>` imports recordings, and writes their lengths into the database. */
runApiCommand('media', () => 'prepare');
