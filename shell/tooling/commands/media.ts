import { runApiCommand } from './services/api-command';

runApiCommand('media', () => 'prepare');
