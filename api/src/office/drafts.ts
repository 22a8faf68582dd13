import { In } from 'typeorm';
import { OfficeDrafts, Users } from '../database/entities';
import type { CoreDeps } from '../http/deps';
import type { ApiContext, FormFields } from '../http/context';
import { secretCookie } from '../http/cookies';
import { submittedFields } from '../http/form-fields';
import { createSignedLink, idInLink, isSignedLink, newToken, tokenHash } from '../platform/secret-token';

/** Fields that are never stored. */
const SECRET = new Set(['password', 'passkey', 'code', 'writer']);
const MAX_PATH = 300;
const LIFE_MS = 24 * 60 * 60 * 1000;

const cookie = secretCookie('isa-office-draft');

const rowOf = (id: number) => ({ id, subject: `office-writer:${id}` });

export type Drafts = ReturnType<typeof createDrafts>;

/** Keeps what staff had written when their session ended, and returns it to the same person at the same form. */
export function createDrafts({ db, env, now }: Pick<CoreDeps, 'db' | 'env' | 'now'>) {
  const drafts = db.getRepository(OfficeDrafts);
  return {
    /** Names who fills in a form, because an ended session no longer tells. */
    writerField: (userId: number) => createSignedLink(rowOf(userId), env.secret),

    /** Stores the fields of a form that arrives without a session. */
    async keep(ctx: ApiContext): Promise<void> {
      const submitted = submittedFields(ctx);
      const writer = submitted['writer'] ?? '';
      const userId = idInLink(writer);
      if (userId === undefined || !isSignedLink(writer, rowOf(userId), env.secrets)) return;
      if (ctx.path.length > MAX_PATH || !(await db.getRepository(Users).existsBy({ id: userId }))) return;
      const fields = Object.fromEntries(Object.entries(submitted).filter(([field]) => !SECRET.has(field)));
      const token = newToken();
      const draft = { userId, tokenHash: tokenHash(token), path: ctx.path, fields, createdAt: now() };
      await drafts.insert(draft);
      cookie.set(ctx, token, new Date(now().getTime() + LIFE_MS));
    },

    /** @returns what the visitor had written into this form, once. No other visitor gets it. */
    async take(ctx: ApiContext, userId: number): Promise<FormFields | undefined> {
      const hashes = cookie.values(ctx).map(tokenHash);
      if (hashes.length === 0) return undefined;
      const draft = await drafts.findOneBy({ tokenHash: In(hashes), userId, path: ctx.path });
      if (!draft) return undefined;
      const { affected } = await drafts.delete({ id: draft.id });
      cookie.clear(ctx);
      return affected === 1 ? draft.fields : undefined;
    },
  };
}
