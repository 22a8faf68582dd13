import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Enums, Models, Serialize, Spec, SPDX } from '@cyclonedx/cyclonedx-library';
import { z } from 'zod';
import { matches, type Valid } from '../../../platform/formats/parse-json';
import { folderOf } from '../../node/folders';

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().exactOptional(),
});
type Manifest = Valid<typeof manifestSchema>;

/** The software bill of materials of a release: every package with a module in one of its builds. */
export function describePackages(app: string, version: string, modules: readonly string[]): string {
  return describeFolders(
    app,
    version,
    folderOf(app),
    modules.map((file) => path.dirname(file)),
  );
}

/** CycloneDX 1.6 (JSON) without time, serial number and paths: equal input gives equal texts. */
export function describeFolders(app: string, version: string, ownFolder: string, folders: Iterable<string>) {
  const own = readManifest(ownFolder);
  const packages = new Map<string, Manifest>();
  for (const folder of new Set(folders)) {
    const manifest = manifestAbove(folder);
    if (manifest && manifest.name !== own?.name) packages.set(nameOf(manifest), manifest);
  }
  const names = [...packages.keys()].sort();
  const bom = new Models.Bom({
    metadata: new Models.Metadata({
      component: new Models.Component(Enums.ComponentType.Application, app, {
        // The reference is set, because it is random by default.
        bomRef: `${app}@${version}`,
        version,
      }),
    }),
    components: new Models.ComponentRepository(
      names.flatMap((name) => packages.get(name) ?? []).map(componentOf),
    ),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { space: 2 })}\n`;
}

const nameOf = ({ name, version }: Manifest) => `${name}@${version}`;

function componentOf(manifest: Manifest): Models.Component {
  const { name, version, license } = manifest;
  const licenses = license
    ? [SPDX.isSupportedSpdxId(license) ? new Models.SpdxLicense(license) : new Models.NamedLicense(license)]
    : [];
  return new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: nameOf(manifest),
    version,
    // github.com/package-url/purl-spec
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: new Models.LicenseRepository(licenses),
  });
}

/** The package that a folder belongs to. @returns `undefined` for code that the build has generated. */
function manifestAbove(folder: string): Manifest | undefined {
  const above = path.dirname(folder);
  if (above === folder || path.basename(folder) === 'node_modules') return undefined;
  return readManifest(folder) ?? manifestAbove(above);
}

/** @returns `undefined` also for the manifest of a package's subfolder, which has no version. */
function readManifest(folder: string): Manifest | undefined {
  const file = path.join(folder, 'package.json');
  const value: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  return matches(value, manifestSchema) ? value : undefined;
}
