import path from 'node:path';
import { seed } from './database/seed';
import { openDeps } from './deps';
import { type Env, readEnv } from './env';
import { catalogueOnOffer } from './features/catalogue/offered';
import { importMedia } from './features/learning/media/import';

const USAGE = `Usage:
  npm run media -- import <folder>   brings in recordings: 1007.mp4, 1007.trailer.mp4, 1007.captions.vtt, 1007.chapters.vtt
  npm run media -- make [id…]        renders the clips that come with the project (needs ffmpeg and Chromium)
`;

/** The command for the lessons' recordings. @returns the process's exit code. */
async function main([command, ...values]: readonly string[]): Promise<number> {
  const [folder, ...more] = values;
  if (command === 'import' && folder !== undefined && more.length === 0) {
    // npm changes to the project's folder; what was typed is relative to where it was typed.
    return bringIn(path.resolve(process.env['INIT_CWD'] ?? '.', folder), readEnv(process.env));
  }
  if (command === 'make') {
    // Only here, since it needs the browser that tests use.
    const { makeClips } = await import('../content/media/make');
    await makeClips(values);
    return 0;
  }
  process.stderr.write(USAGE);
  return 2;
}

async function bringIn(folder: string, env: Env): Promise<number> {
  const { imported, refused, hints } = await importMedia(folder, env.mediaFolder);
  for (const name of imported) process.stdout.write(`imported  ${name}\n`);
  for (const hint of hints) process.stdout.write(`hint      ${hint}\n`);
  for (const { name, reason } of refused) process.stderr.write(`refused   ${name} ${reason}\n`);
  const open = await openDeps(env);
  try {
    await open.deps.db.runMigrations();
    await seed(open.deps.db, await catalogueOnOffer(env.mediaFolder));
  } finally {
    await open.close();
  }
  process.stdout.write(
    `Imported: ${imported.length}. They are in ${env.mediaFolder}; lengths and trailers are up to date.\n`,
  );
  return refused.length > 0 ? 1 : 0;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
