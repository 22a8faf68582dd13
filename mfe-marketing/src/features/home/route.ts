import { calls, FIRST_LESSON_ID, isRecorded } from '@isa/api-contract';
import { definePage, type LoadContext } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';
import { upcomingRun, validUntil } from '../../shared/upcoming-run';

async function load({ host, signal }: LoadContext) {
  const [{ books }, { courses }, { founderProfile }, { team, proof }, { lesson, premium }] =
    await Promise.all([
      host.api(calls.listBooks, {}, { signal }),
      host.api(calls.listCourses, {}, { signal }),
      host.api(calls.readSiteLinks, {}, { signal }),
      host.api(calls.readAcademy, {}, { signal }),
      host.api(calls.readLesson, { params: { lessonId: FIRST_LESSON_ID } }, { signal }),
    ]);
  return {
    courses,
    founderProfile,
    team,
    proof,
    premiumPrice: premium.price,
    beingFilmed: !isRecorded(lesson),
    // Volume 1, volume 2 and the bundle of both (specification §1, §3).
    offers: books
      .filter(({ id }) => id <= 3)
      .map(({ id, title, offerLink, price, oldPrice, currency }) => {
        return { id, title, offerLink, price, oldPrice, currency };
      }),
    // The run is computed here and not while rendering, so that a prerendered page and its hydration agree.
    upcoming: upcomingRun(courses, new Date()),
  };
}

/** Home has two paths (specification §2); `/` is the canonical one. */
export const homeRoutes = [paths.home, paths.homeAlias].map((path) =>
  definePage({
    path,
    addresses: path === paths.home ? [path] : [],
    title: 'Home',
    header: 'home',
    footer: 'light',
    load,
    validUntil: ({ upcoming }) => validUntil(upcoming),
    page: () => import('./home-page'),
  }),
);
