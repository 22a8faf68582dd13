import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { index, key, kinds, optional, references, table, unique, varchar } from './schema-helpers';

const { id, integer, bigInteger, text, json, flag, instant } = kinds;

/** Passkeys of customers, the challenges that their authenticators sign, and the customers' random handles. */
export class Passkeys1790000000090 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('users', new TableColumn({ name: 'user_handle', ...optional(key(43, runner)) }));
    await runner.createTable(
      table(
        'passkeys',
        {
          id,
          user_id: integer,
          ordinal: integer,
          name: varchar(60),
          credential_id: base64url(1364, runner),
          public_key: text,
          counter: bigInteger,
          transports: json,
          backed_up: flag,
          created_at: instant,
          last_used_at: optional(instant),
        },
        [
          unique('uq_passkeys_credential_id', 'credential_id'),
          unique('uq_passkeys_user_ordinal', 'user_id', 'ordinal'),
        ],
        [references('fk_passkeys_user', 'user_id', 'users', 'CASCADE')],
      ),
    );
    await runner.createTable(
      table(
        'passkey_challenges',
        {
          id,
          challenge_hash: key(64, runner),
          purpose: varchar(20),
          session_id: optional(integer),
          expires_at: instant,
        },
        [
          unique('uq_passkey_challenges_hash', 'challenge_hash'),
          index('ix_passkey_challenges_session', 'session_id'),
          index('ix_passkey_challenges_expires_at', 'expires_at'),
        ],
        [references('fk_passkey_challenges_session', 'session_id', 'sessions', 'CASCADE')],
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('passkey_challenges');
    await runner.dropTable('passkeys');
    // On SQLite `dropColumn` copies the table and drops the old one, with whatever refers to it.
    await runner.query('ALTER TABLE users DROP COLUMN user_handle');
  }
}

/** A key too long for an index at four bytes per character. */
function base64url(length: number, runner: QueryRunner) {
  return runner.dataSource.options.type === 'better-sqlite3'
    ? varchar(length)
    : { ...varchar(length), charset: 'ascii', collation: 'ascii_bin' };
}
