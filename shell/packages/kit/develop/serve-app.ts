import path from 'node:path';
import type { RemoteRelease } from '../../../platform/formats/registry';
import { folderOf, root } from '../../node/folders';
import { printLine } from '../../node/processes';
import { messageOf } from '../../node/user-error';
import { type AppDescription, describeApp } from '../pack/describe-app';
import { globalName } from '../webpack/build-options';
import { DEVELOPMENT, type DevelopmentServer, startDevelopmentServer } from '../webpack/development-server';
import { watchTypes } from './watch-types';

function registryEntry(app: string, base: string, { routes, menu }: AppDescription): RemoteRelease {
  return {
    name: app,
    version: DEVELOPMENT,
    entry: `${base}remote-entry.js`,
    globalName: globalName(app, DEVELOPMENT),
    integrity: '',
    unverified: true,
    slot: 'live',
    routes,
    menu,
  };
}

/** Serves one app, and updates its description when its routes change. */
export async function serveApp(
  app: string,
  port: number,
  {
    shell,
    standalone = false,
    pages,
  }: {
    readonly shell?: DevelopmentServer;
    readonly standalone?: boolean;
    /** The origins of the pages that may load it. */
    readonly pages: readonly string[];
  },
) {
  const base = `http://localhost:${port}/${standalone ? 'remote/' : ''}`;
  let description = await describeApp(app);
  const server = await startDevelopmentServer({
    app,
    port,
    standalone,
    pages,
    runtimeErrors: shell === undefined,
    description: () => registryEntry(app, base, description),
    onBuilt(seconds, changed, errors) {
      printLine(errors ? `${app}: does not build\n${errors}` : `${app}: built in ${seconds.toFixed(2)} s`);
      if (!errors) shell?.hideRuntimeErrors();
      if (!changed.some((file) => /(?:remote|routes?)\.tsx?$/.test(file))) return;
      describeApp(app).then(
        (next) => (description = next),
        (error: unknown) => printLine(`${app}: ${messageOf(error)}`),
      );
    },
  });
  return {
    app,
    description: () => description,
    registryEntry: () => registryEntry(app, base, description),
    origin: base.slice(0, -1),
    server,
  };
}

/** Prints type errors, and shows those of an app, or of what it imports, in its pages. */
export function checkTypesWhileServing(
  apps: readonly { readonly app: string; readonly server: Pick<DevelopmentServer, 'showTypeErrors'> }[],
): void {
  const folders = new Map(apps.map(({ app }) => [app, path.relative(root, folderOf(app)) || '.']));
  let last = 0;
  const onChecked = (errors: readonly string[]) => {
    if (errors.length > 0) printLine(['Type errors:', ...errors].join('\n'));
    else if (last > 0) printLine('The types are correct again.');
    last = errors.length;
    for (const { app, server } of apps) {
      const others = [...folders].filter(([name]) => name !== app).map(([, folder]) => `${folder}/`);
      server.showTypeErrors(errors.filter((error) => !others.some((folder) => error.startsWith(folder))));
    }
  };
  watchTypes([...folders.values()], onChecked, printLine);
}
