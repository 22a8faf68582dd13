import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from './user-error';
import { codeOf, hasEnded, isOlderThan, OURSELVES } from './lock-holder';

/** A turn of so many milliseconds is over, whoever has it: what is done in one takes a second at most. */
export const TURN_MS = 60_000;
/** Whoever waits longer than this, in milliseconds, gives up. */
const PATIENCE_MS = 2 * TURN_MS;
/** What stands in a turn that is over. */
const OVER = 'over';

/**
 * Lets one process after another do something, also when some are killed in the midst of it. Each turn is a file with a
 * number, and the highest number has the turn. It is created exclusively, once the one before is over or its owner has
 * ended. Numbers never come back, so that nobody can mistake a later turn for an earlier one.
 * @param folder holds the turns.
 * @param body is given a way to ask whether the turn is still its own, for just before what cannot be undone.
 * @throws UserError when others do not come to an end.
 */
export async function inTurn<T>(
  folder: string,
  body: (isStillOurs: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const turn = await take(folder);
  try {
    return await body(async () => (await highest(folder)) === turn);
  } finally {
    await end(folder, turn);
  }
}

const nameOf = (turn: number) => String(turn).padStart(10, '0');

async function take(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const before = await highest(folder);
    if (await isOver(path.join(folder, nameOf(before)), before)) {
      const turn = before + 1;
      if ((await begin(folder, turn)) && (await highest(folder)) === turn) return turn;
    }
    if (Date.now() > deadline) {
      throw new UserError(`Somebody else has been changing ${path.dirname(folder)} for too long.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 30));
  }
}

/** 0 while there was none. */
async function highest(folder: string): Promise<number> {
  return Math.max(0, ...(await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number));
}

async function isOver(file: string, turn: number): Promise<boolean> {
  if (turn === 0) return true;
  // One that is gone has been followed by others.
  const owner = await readFile(file, 'utf8').catch(() => undefined);
  if (owner === undefined) return false;
  return owner === OVER || hasEnded(owner) || (await isOlderThan(file, TURN_MS));
}

/** @returns `false` when somebody else has this turn. */
async function begin(folder: string, turn: number): Promise<boolean> {
  const partial = partialOf(folder);
  await writeFile(partial, OURSELVES);
  try {
    await link(partial, path.join(folder, nameOf(turn)));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
}

async function end(folder: string, turn: number): Promise<void> {
  const partial = partialOf(folder);
  await writeFile(partial, OVER);
  await rename(partial, path.join(folder, nameOf(turn)));
  const past = (await readdir(folder)).filter((name) => /^\d+$/.test(name) && Number(name) < turn);
  await Promise.all(past.map((name) => rm(path.join(folder, name), { force: true })));
}

function partialOf(folder: string): string {
  return path.join(folder, `turn.${OURSELVES}.${randomUUID()}.partial`);
}
