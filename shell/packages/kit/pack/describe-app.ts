import { z } from 'zod';
import { callContractSchema } from '@isa/api-contract/schemas';
import { releaseSchema } from '../../../platform/formats/release-schema';
import { runNode, loadingScript } from '../../node/node';

/** An app's routes and menu entries as data. Everything else of a route, such as its page, is dropped. */
export const appDescription = releaseSchema.pick({ name: true, routes: true, menu: true }).extend({
  /** The module that each route's page imports, by the route's path; absent where the source does not show it. */
  pages: z.record(z.string(), z.string()),
  /** The calls of the API that the sources name. */
  calls: z.record(z.string(), callContractSchema),
});

export type AppDescription = z.infer<typeof appDescription>;

/** A separate process keeps the app's code away. @throws UserError when the sources do not load. */
export async function describeApp(app: string): Promise<AppDescription> {
  const script = loadingScript('shell/packages/kit/pack/describe-app-process.ts', app);
  return appDescription.parse(JSON.parse(await runNode(`Reading the routes of ${app}`, script)));
}
