import { isDeepStrictEqual } from 'node:util';
import type { DataSource } from 'typeorm';
import { addVersion, type ContentOf, contentOf, currentVersions } from '../src/database/content';
import type { ContentKind, ContentVersion } from '../src/database/entities';

/** Saves a changed version of these items, or of all; nothing where it changes nothing. */
export async function changeContent<Kind extends ContentKind>(
  db: DataSource,
  kind: Kind,
  change: Partial<ContentOf[Kind]>,
  {
    itemIds,
    source = 'office',
    savedAt = new Date(),
  }: {
    readonly itemIds?: number[];
    readonly source?: ContentVersion['source'];
    readonly savedAt?: Date;
  } = {},
): Promise<void> {
  for (const previous of await currentVersions(db, kind, itemIds)) {
    const before = contentOf(kind, previous);
    const content = { ...before, ...change };
    if (isDeepStrictEqual(before, content)) continue;
    const row = { kind, itemId: previous.itemId, previous, content, source };
    await addVersion(db.manager, { ...row, savedAt, accountId: null });
  }
}
