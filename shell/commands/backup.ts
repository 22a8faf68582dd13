import { runApiCommand } from './services/api-command';

/**
 * `npm run backup -- create|binlog|restore|reconcile` copies the database, restores it and brings it up to
 * date. All but reconcile get only the database; reconcile reads PayPal's records and writes mails into the
 * outbox.
 */
runApiCommand('backup', (command) => (command === 'reconcile' ? 'jobs' : 'prepare'));
