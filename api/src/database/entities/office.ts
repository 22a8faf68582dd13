import { id, indexed, instant, json, key, references, table, unique, varchar } from './columns';

/** What a member of staff had written into a form when the session ended. The same person gets it back after the login. */
export const OfficeDrafts = table('office_drafts', {
  id,
  userId: indexed('ix_office_drafts_user', references('fk_office_drafts_user', 'users', 'CASCADE')),
  /** The SHA-256 of the secret in the cookie of the browser that sent it. */
  tokenHash: unique('uq_office_drafts_token_hash', key(64)),
  /** The path of the form. */
  path: varchar(300),
  /** The submitted fields, without passwords and passkeys. */
  fields: json<Readonly<Record<string, string>>>(),
  createdAt: indexed('ix_office_drafts_created_at', instant),
});
