import { buildSite } from '../../prerender/build-site';
import { createApiAnswers } from '../../prerender/api-answers';
import { cachedReleases, readLiveReleases } from '../../prerender/live-releases';
import { requirePromoted } from '../../store/releases';
import { siteFolderAt } from '../../store/site-folder';
import { inTemporaryFolder } from '../../../packages/node/files';
import { UserError } from '../../../packages/node/user-error';
import { deadLinks } from '../registry/links';
import { withReleases } from '../registry/next-registry';
import { describeMissing, comparedSite } from './api-calls';
import { type Gate, NOTHING_LIVE } from './gate-context';

/**
 * Builds the pages as a promotion for all visitors would, without consequences. Data comes from the API of `SITE_ORIGIN`.
 */
export const rendering: Gate = async (candidate, { storage, keys, registry }) => {
  const next = registry && withReleases(registry, [candidate]);
  if (!next) return { problems: [], summary: [], notRun: NOTHING_LIVE };
  const { origin, notRun } = await comparedSite({ storage, keys });
  if (origin === undefined) return { problems: [], summary: [], notRun };
  const apiAnswers = createApiAnswers(origin);
  const isReady = await apiAnswers.get(`${origin}/api/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
  if (!isReady) return { problems: [], summary: [], notRun: describeMissing('API', origin) };
  try {
    const shell = await requirePromoted(next, 'shell', next.shell.live, { storage, keys });
    const built = await inTemporaryFolder('isa-rendering-', async (folder) =>
      buildSite({
        entry: { registry: { registry: next, signature: '', key: '' }, text: '' },
        releases: await readLiveReleases(next, { storage, keys }, cachedReleases(folder)),
        settings: { siteOrigin: origin, cdnOrigin: origin, previewKeys: '' },
        target: { site: siteFolderAt(folder), siteFolder: folder },
        current: { before: undefined, current: undefined },
        keepsPage: () => false,
        ...{ apiAnswers, isTrial: true },
      }),
    );
    if (!built) return { problems: [], summary: [], notRun: 'the data of the API changed meanwhile' };
    const dead = deadLinks([candidate.name], built.texts, next, shell);
    return {
      problems: dead.map((link) => `${link}, which no app serves`),
      summary: `${built.pages} pages are rendered; all links of ${candidate.name} lead to pages`,
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { problems: [error.message], summary: [] };
  }
};
