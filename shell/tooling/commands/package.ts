import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeArchive } from '../../platform/hosting/archive';
import { containerfile } from '../../platform/hosting/containerfile';
import { kubernetesManifests } from '../../platform/hosting/kubernetes';
import { systemdFiles } from '../../platform/hosting/systemd';
import { buildApi } from '../../platform/release/build-api';
import { dataFolder } from '../../packages/node/folders';
import { main, printLine as log } from '../../packages/node/processes';
import { bundleRoles } from '../../platform/release/bundle-roles';
import { readCommandLine } from './command-line.mjs';

main(async () => {
  const options = readCommandLine('package');
  const into = path.resolve(options.text('out') ?? path.join(dataFolder, 'package'));
  const [scripts] = await Promise.all([bundleRoles(), buildApi(log)]);
  const units = Object.entries(systemdFiles()).map(([name, text]) => [`systemd/${name}`, text] as const);
  const archive = await writeArchive(scripts, into, Object.fromEntries(units));
  const { name, version, files, size } = archive;
  await writeFile(path.join(into, 'Containerfile'), containerfile(name));
  await writeFile(
    path.join(into, 'kubernetes.yaml'),
    kubernetesManifests(`${options.text('image')}:${version}`),
  );
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  log(`${archive.file}: ${megabytes(size.packed)}; ${files} files, ${megabytes(size.unpacked)} unpacked`);
  log(`Alongside it: ${path.basename(archive.sbom)}, Containerfile, kubernetes.yaml`);
});
