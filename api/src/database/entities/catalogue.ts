import {
  asciiKey,
  id,
  indexed,
  instant,
  integer,
  json,
  key,
  optional,
  primary,
  references,
  type RowOf,
  table,
  varchar,
} from './columns';

/** What the site sells and says: each is a list of items, whose contents the schemas of `database/content.ts` describe. */
export type ContentKind = 'book' | 'lesson' | 'course' | 'post' | 'team' | 'academy' | 'premium';

/** Every version of every item. Rows are only added. */
export const ContentVersions = table(
  'content_versions',
  {
    id,
    kind: key<ContentKind>(10),
    /** A book's, lesson's, post's or person's id; a course's position in the list; 1 for the academy and for premium access. */
    itemId: integer,
    /** The number of the version, from 1; the highest is in force. */
    version: integer,
    content: json<object>(),
    /** Who has saved it: a release replaces only content of releases, never what the office has changed. */
    source: varchar<'release' | 'office'>(10),
    savedAt: instant,
    /** The member of staff who has saved it, while the account exists. */
    accountId: indexed(
      'ix_content_versions_account',
      optional(references('fk_content_versions_account', 'users', 'SET NULL')),
    ),
  },
  [{ name: 'uq_content_versions_item', columns: ['kind', 'itemId', 'version'], unique: true }],
);
export type ContentVersion = RowOf<typeof ContentVersions>;

/** The pictures of posts that staff have uploaded. Rows are only added, because a version may be restored. */
export const Pictures = table('pictures', {
  /** The hash of its bytes, and `.jpg`. */
  name: primary(asciiKey(40)),
  /** JSON is the one type for text of this length that all databases have. */
  content: json<{ readonly base64: string }>(),
  savedAt: instant,
});

/** The table with one row, the revision of the last release's content. */
export const CatalogueRevisions = table('catalogue_revisions', { id: primary(integer), revision: integer });
