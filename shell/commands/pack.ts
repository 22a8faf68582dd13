import { makeMissingKeys } from '../store/keys/keys';
import { pack } from '../release/pack';
import { main } from '../tools/processes';
import { UserError } from '../tools/user-error';

main(async () => {
  const [part] = process.argv.slice(2);
  if (!part) throw new UserError('Which part? shell, or a remote such as shop.');
  try {
    await makeMissingKeys([part]);
    const { name, version } = await pack({ part });
    process.stdout.write(`${name}@${version}\n`);
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
});
