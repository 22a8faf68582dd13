import path from 'node:path';
import { Command } from 'commander';
import { writeArchive } from '../hosting/archive';
import { buildApi } from '../tools/build-api';
import { dataFolder } from '../tools/locations';
import { main } from '../tools/processes';
import { bundleRoles } from './bundle-roles';

const log = (line: string) => void process.stdout.write(`${line}\n`);

const program = new Command('npm run package --')
  .description('Writes an archive from which every role starts without installing or compiling anything.')
  .option('--out <folder>', 'where to write the archive', path.join(dataFolder, 'package'))
  .action(async ({ out }: { readonly out: string }) => {
    const [script] = await Promise.all([bundleRoles(), buildApi(log)]);
    const { file, sbom, files, size } = await writeArchive(script, path.resolve(out), {});
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    log(`${file}: ${megabytes(size.packed)}; ${files} files, ${megabytes(size.unpacked)} unpacked`);
    log(sbom);
  });

main(async () => {
  await program.parseAsync();
});
