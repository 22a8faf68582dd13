import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { writeArchive } from '../../platform/hosting/archive';
import { containerfile } from '../../platform/hosting/containerfile';
import { kubernetesManifests } from '../../platform/hosting/kubernetes';
import { systemdFiles } from '../../platform/hosting/systemd';
import { buildApi } from '../../platform/release/build-api';
import { dataFolder } from '../../packages/node/folders';
import { main, printLine as log } from '../../packages/node/processes';
import { bundleRoles } from './bundle-roles';

const program = new Command('npm run package --')
  .description('Writes an archive from which every role starts without installing or compiling anything.')
  .option('--out <folder>', 'where to write the archive', path.join(dataFolder, 'package'))
  .option('--image <name>', 'the container image in the Kubernetes manifests', 'registry.example/isa')
  .action(async ({ out, image }: { readonly out: string; readonly image: string }) => {
    const into = path.resolve(out);
    const [scripts] = await Promise.all([bundleRoles(), buildApi(log)]);
    const units = Object.entries(systemdFiles()).map(([name, text]) => [`systemd/${name}`, text] as const);
    const archive = await writeArchive(scripts, into, Object.fromEntries(units));
    const { name, version, files, size } = archive;
    await writeFile(path.join(into, 'Containerfile'), containerfile(name));
    await writeFile(path.join(into, 'kubernetes.yaml'), kubernetesManifests(`${image}:${version}`));
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    log(`${archive.file}: ${megabytes(size.packed)}; ${files} files, ${megabytes(size.unpacked)} unpacked`);
    log(`Alongside it: ${path.basename(archive.sbom)}, Containerfile, kubernetes.yaml`);
  });

main(async () => {
  await program.parseAsync();
});
