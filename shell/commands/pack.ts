import { makeMissingKeys } from '../release/keys/keys';
import { pack } from '../release/pack';
import { main, PlainError } from './processes';

main(async () => {
  const [part] = process.argv.slice(2);
  if (!part) throw new PlainError('Which part? shell, or a remote such as shop.');
  try {
    await makeMissingKeys([part]);
    const { name, version } = await pack({ part });
    process.stdout.write(`${name}@${version}\n`);
  } catch (error) {
    throw new PlainError(error instanceof Error ? error.message : String(error));
  }
});
