import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { index } from './schema-helpers';

const indexes = {
  users: index('ix_users_unconfirmed', 'email_verified_at', 'created_at'),
  mail_tokens: index('ix_mail_tokens_expires_at', 'expires_at'),
  outbox_mails: index('ix_outbox_mails_sent_at', 'sent_at', 'created_at'),
  contact_messages: index('ix_contact_messages_created_at', 'created_at'),
  newsletter_signups: index('ix_newsletter_signups_unconfirmed', 'confirmed_at', 'requested_at'),
  payment_events: index('ix_payment_events_received_at', 'received_at'),
};

/** The columns by which expired rows are found. */
export class RetentionIndexes1790000000150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, options] of Object.entries(indexes)) {
      await runner.createIndex(table, new TableIndex(options));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, { name }] of Object.entries(indexes)) await runner.dropIndex(table, name ?? '');
  }
}
