import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import * as paths from '@isa/api-contract/paths';
import type { DataSource } from 'typeorm';
import { Pictures } from '../../database/entities';
import { isDuplicate } from '../../database/errors';
import { readJpeg } from './jpeg';

const MAX_BYTES = 1024 * 1024;
const [MIN_SIDE, MAX_SIDE] = [64, 4096];

/** @returns the bytes of an uploaded picture, by the last part of its address. */
export async function readPicture(db: DataSource, name: string): Promise<Buffer | undefined> {
  const row = await db.getRepository(Pictures).findOneBy({ name });
  return row ? Buffer.from(row.content.base64, 'base64') : undefined;
}

/**
 * Keeps a picture that staff have sent, in the database, so that every process of the API has it. Its name is the hash of
 * its bytes: another picture has another address, and browsers keep each for ever.
 * @returns its address, or what is wrong with the file.
 */
export async function savePicture(
  db: DataSource,
  file: string,
  savedAt: Date,
): Promise<{ readonly address: string } | { readonly reason: string }> {
  if ((await stat(file)).size > MAX_BYTES) return { reason: 'The picture is larger than 1 MB.' };
  const picture = readJpeg(await readFile(file));
  if (!picture) return { reason: 'The file is not a complete JPEG picture.' };
  const { bytes, width, height } = picture;
  if (Math.min(width, height) < MIN_SIDE || Math.max(width, height) > MAX_SIDE) {
    return { reason: `The picture has ${width} × ${height} pixels; each side needs 64 to 4,096.` };
  }
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.jpg`;
  try {
    await db.getRepository(Pictures).insert({ name, content: { base64: bytes.toString('base64') }, savedAt });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  return { address: paths.picture(name) };
}
