import { EntitySchema } from 'typeorm';
import { foreignKey, id, instant, integer, json, optional, primary, type Row, varchar } from './columns';

/** What the site sells and says: each is a list of items, whose contents the schemas of `database/content.ts` describe. */
export type ContentKind = 'book' | 'lesson' | 'course' | 'post';

const versionColumns = {
  id,
  kind: varchar<ContentKind>(10),
  /** A book's, lesson's or post's id; a course's position in the list. */
  itemId: integer,
  /** The number of the version, from 1; the highest is in force. */
  version: integer,
  content: json<object>(),
  /** Who has saved it: a release replaces only content of releases, never what the office has changed. */
  source: varchar<'release' | 'office'>(10),
  savedAt: instant,
  /** The member of staff who has saved it, while the account exists. */
  accountId: optional(integer),
};

export type ContentVersion = Row<typeof versionColumns>;

/** Every version of every item. Rows are only added. */
export const ContentVersions = new EntitySchema<ContentVersion>({
  name: 'ContentVersion',
  tableName: 'content_versions',
  columns: versionColumns,
  indices: [
    { name: 'uq_content_versions_item', columns: ['kind', 'itemId', 'version'], unique: true },
    { name: 'ix_content_versions_account', columns: ['accountId'] },
  ],
  foreignKeys: [foreignKey('fk_content_versions_account', 'User', 'accountId', 'SET NULL')],
});

const revisionColumns = { id: primary(integer), revision: integer };

/** The table with one row, the revision of the last release's content. */
export const CatalogueRevisions = new EntitySchema<Row<typeof revisionColumns>>({
  name: 'CatalogueRevision',
  tableName: 'catalogue_revisions',
  columns: revisionColumns,
});
