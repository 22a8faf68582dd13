import { isDeepStrictEqual } from 'node:util';
import type { DataSource } from 'typeorm';
import {
  addVersion,
  type ContentOf,
  contentOf,
  contentSchemas,
  currentVersions,
} from '../../database/content';
import { isDuplicate } from '../../database/errors';
import type { ContentKind } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { ProblemError } from '../../http/problem-error';

interface Save<Kind extends ContentKind> {
  readonly kind: Kind;
  readonly itemId: number;
  readonly content: ContentOf[Kind];
  /** The version that the change was made of; 0 for a new item. */
  readonly base: number;
  readonly by: number;
  readonly at: Date;
}

/** Saves a version; none for what is in force. @throws ProblemError `invalid-request`, `changed-meanwhile` */
export async function saveContent<Kind extends ContentKind>(
  db: DataSource,
  { kind, itemId, content, base, by, at }: Save<Kind>,
): Promise<void> {
  const checked = contentSchemas[kind].safeParse(content);
  if (!checked.success) {
    throw new ProblemError('invalid-request', {
      message: 'Please correct the fields marked below. Everything else has been kept.',
      errors: checked.error.issues.map(({ path, message }) => ({ path: String(path[0]), message })),
    });
  }
  const save = () =>
    transaction(db, async (manager) => {
      const [previous] = await currentVersions(manager, kind, [itemId]);
      if (previous && isDeepStrictEqual(contentOf(kind, previous), checked.data)) return;
      if ((previous?.version ?? 0) !== base) throw new ProblemError('changed-meanwhile');
      const row = { kind, itemId, previous, content: checked.data };
      await addVersion(manager, { ...row, source: 'office', accountId: by, savedAt: at });
    });
  // A duplicate was saved at the same moment, perhaps by the same form, so the second run compares with it.
  await save().catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
    return save();
  });
}
