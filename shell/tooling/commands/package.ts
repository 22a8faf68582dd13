import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { writeArchive } from '../../platform/hosting/archive';
import { buildApi } from '../../platform/release/build-api';
import { dataFolder, root } from '../../packages/node/folders';
import { main, printLine as log } from '../../packages/node/processes';
import { bundleRoles } from '../../platform/release/bundle-roles';
import { readCommandLine } from './command-line.mjs';

main(async () => {
  const into = path.resolve(readCommandLine('package').text('out') ?? path.join(dataFolder, 'package'));
  const [scripts] = await Promise.all([bundleRoles(), buildApi(log)]);
  const archive = await writeArchive(scripts, into);
  const { files, size } = archive;
  for (const name of ['Containerfile', 'kubernetes.yaml']) {
    await copyFile(path.join(root, 'shell/platform/hosting', name), path.join(into, name));
  }
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  log(`${archive.file}: ${megabytes(size.packed)}; ${files} files, ${megabytes(size.unpacked)} unpacked`);
  log(`Alongside it: ${path.basename(archive.sbom)}, Containerfile, kubernetes.yaml`);
});
