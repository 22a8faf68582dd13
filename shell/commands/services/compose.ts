import {
  type ComposeOptions,
  composeSite,
  confinement,
  describeComposition,
} from '../../compose/compose-site';
import { recordComposition, startRecomposing } from '../../compose/recompose';
import { siteAt } from '../../store/site-bucket';
import { waitUntilReady } from '../../tools/processes';
import { apiOrigin, cdnOrigin, newsletterUrl, previewOrigin, siteOrigin } from '../../server/addresses';

/** Composes the site once, as soon as the API responds, then whenever registry or catalogue change. */
export async function startCompose(log: (line: string) => void): Promise<void> {
  const options: ComposeOptions = {
    ...siteAt(),
    cdnOrigin: cdnOrigin(),
    apiOrigin: apiOrigin(),
    siteOrigin: siteOrigin(),
    previewOrigin: previewOrigin(),
    newsletterUrl: newsletterUrl(),
    holdBack: true,
  };
  log(confinement().description);
  await waitUntilReady(`${apiOrigin()}/api/health/ready`, { name: 'The API' });
  const first = await composeSite(options);
  recordComposition(first);
  log(`Composed: ${describeComposition(first)}`);
  startRecomposing({ ...options, log });
}
