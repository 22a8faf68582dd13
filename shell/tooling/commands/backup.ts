import { runApiCommand } from './services/api-command';

/**
 * All subcommands but reconcile get only the database; reconcile reads PayPal's records and writes mails into the
 * outbox.
 */
runApiCommand('backup', (command) => (command === 'reconcile' ? 'jobs' : 'prepare'));
