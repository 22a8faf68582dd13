import { checkWritable } from '../../../../api/src/roles/checks';

// The user root may write everywhere, so it gives its rights up. This happens only now, because it may be needed to read the sources.
if (process.getuid?.() === 0) {
  process.setgid?.(65_534);
  process.setuid?.(65_534);
}
const [folder = '', ...parts] = process.argv.slice(2);
void checkWritable('STORE_FOLDER', 'folder', folder, ...parts).then((result) =>
  process.stdout.write(JSON.stringify(result)),
);
