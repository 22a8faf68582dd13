import path from 'node:path';
import { openForPreparing } from './prepare';
import { readEnv } from '../platform/env';
import { importMedia } from '../features/learning/media/import';

const USAGE = `Usage:
  npm run media -- import <folder>   imports recordings: 1007.mp4, 1007.trailer.mp4, 1007.captions.vtt, 1007.chapters.vtt
`;

async function main([command, given, ...more]: readonly string[]): Promise<number> {
  if (command !== 'import' || given === undefined || more.length > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  // npm runs scripts in the project's folder; INIT_CWD is the folder in which the command was typed.
  const folder = path.resolve(process.env['INIT_CWD'] ?? '.', given);
  const env = readEnv(process.env, 'prepare');
  const { imported, refused, hints } = await importMedia(folder, env.mediaFolder);
  for (const name of imported) process.stdout.write(`imported  ${name}\n`);
  for (const hint of hints) process.stdout.write(`hint      ${hint}\n`);
  for (const { name, reason } of refused) process.stderr.write(`refused   ${name} ${reason}\n`);
  const database = await openForPreparing(env);
  try {
    await database.migrate();
    await database.seed();
  } finally {
    await database.close();
  }
  process.stdout.write(
    `Imported ${imported.length} files into ${env.mediaFolder}; lengths and trailers are up to date.\n`,
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
