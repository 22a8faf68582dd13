import { constants, open, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '../../http/problem-error';

/** Below the limits of nginx and of the role `site`, whatever the file's size. */
export const PIECE_BYTES = 512 * 1024;
/** A lesson of an hour in 1080p has about 2 GB. */
export const MAX_UPLOAD_BYTES = 4 * 1024 ** 3;
/** What must stay free on the disk. */
const RESERVE_BYTES = 1024 ** 3;
/** A form may be saved a working day after its file was sent. */
const LIFE_MS = 24 * 60 * 60_000;

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const PREFIX = '.upload-';

export type Uploads = ReturnType<typeof createUploads>;

/**
 * Files that staff send in pieces before they save a form. They are in the folder of recordings, which all processes of
 * the office share, and any of them may get the next piece.
 */
export function createUploads(folder: string, now: () => Date) {
  /** @throws ProblemError `not-found` for what no browser of ours has made up. */
  function fileOf(id: string): string {
    if (!ID.test(id)) throw new ProblemError('not-found');
    return path.join(folder, `${PREFIX}${id}`);
  }

  async function removeExpired(): Promise<void> {
    for (const name of await readdir(folder)) {
      if (!name.startsWith(PREFIX)) continue;
      const file = path.join(folder, name);
      const facts = await stat(file).catch(() => undefined);
      if (facts && now().getTime() - facts.mtimeMs > LIFE_MS) await rm(file, { force: true });
    }
  }

  return {
    /**
     * Writes a piece where it belongs, so that sending it again changes nothing.
     * @throws ProblemError `not-found`, `too-large`, `invalid-request` if a piece before it is missing
     */
    async write(id: string, at: number, piece: Buffer): Promise<void> {
      const file = fileOf(id);
      if (at + piece.length > MAX_UPLOAD_BYTES) throw new ProblemError('too-large');
      await mkdir(folder, { recursive: true });
      if (at === 0) {
        await removeExpired();
        const { bavail, bsize } = await statfs(folder);
        if (bavail * bsize < RESERVE_BYTES) {
          throw new ProblemError('too-large', { message: 'The disk for recordings is nearly full.' });
        }
      }
      // Other accounts of the machine, such as nginx's, read the recording by its group.
      // The first piece never shortens the file, because it may arrive again after others.
      const flags = constants.O_RDWR | (at === 0 ? constants.O_CREAT : 0);
      const handle = await open(file, flags, 0o640).catch((error: unknown) => {
        throw new ProblemError('invalid-request', { message: 'The upload is unknown.', cause: error });
      });
      try {
        if ((await handle.stat()).size < at) throw new ProblemError('invalid-request');
        await handle.write(piece, 0, piece.length, at);
        await handle.chmod(0o640);
      } finally {
        await handle.close();
      }
    },

    /** @returns where the file is, which another form may name as well; `undefined` when it was never sent or has expired. */
    async find(id: string): Promise<string | undefined> {
      if (!ID.test(id)) return undefined;
      const file = fileOf(id);
      return (await stat(file).catch(() => undefined)) ? file : undefined;
    },
  };
}
