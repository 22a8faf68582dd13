import { calls, type ErrorPhase } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { type DataRouter, matchPath, matchRoutes } from 'react-router-dom';
import type { PageRegistry, RemoteRelease } from '../../formats/registry';
import { ReleasesUnknown, RemoteUnavailable, type Remotes } from '../remotes/remotes';
import { createBeacons, sendBeacon } from './beacons';
import { createTelemetry, type Subject } from './telemetry';
import { watchUncaught } from './uncaught';

/** The share of documents that report times. Those with a canary always do: they are few, and judged by them. */
const SAMPLE = 0.5;

export interface StartedTelemetry {
  /** A release failed, whether or not the visitor saw it. */
  failed(release: RemoteRelease, phase: ErrorPhase, error: unknown): void;
  loaded(release: RemoteRelease, milliseconds: number): void;
  /** The site handed out something that is no registry of ours. */
  forged(error: Error): void;
  /** The site does not hand out its registry, and a visitor needs it. */
  unknown(error: ReleasesUnknown): void;
  /** From here on pages are counted, and vitals measured. */
  follow(router: DataRouter, remotes: Remotes): void;
}

/** Reports how releases do, unless the visitor's browser asks not to be watched. */
export function startTelemetry(
  page: Window & typeof globalThis,
  { registry }: PageRegistry,
): StartedTelemetry {
  const shell: Subject = { name: 'shell', version: registry.shell.live, slot: 'live' };
  let sampled = Math.random() < SAMPLE;
  const telemetry = createTelemetry({
    beacons: createBeacons({
      page,
      send: (events) => {
        if (!asksForPrivacy(page.navigator)) sendBeacon(calls.telemetry.path, events);
      },
    }),
    isSampled: () => sampled,
  });
  const firstRoute = registeredRoute(registry, page.location.pathname);
  telemetry.begin(firstRoute);
  const known = new WeakSet<object>();
  const seen = new Map<string, RemoteRelease>();
  let remotesInPage: Remotes | undefined;

  watchUncaught({
    page,
    shell,
    releases: () => [...seen.values(), ...(remotesInPage?.releases ?? [])],
    isKnown: (error) =>
      error instanceof ApiError ||
      error instanceof RemoteUnavailable ||
      error instanceof ReleasesUnknown ||
      (typeof error === 'object' && error !== null && known.has(error)),
    report: (subject) => telemetry.error(subject, 'uncaught'),
  });

  return {
    failed(release, phase, error) {
      if (typeof error === 'object' && error !== null) known.add(error);
      telemetry.error(release, phase);
    },
    loaded(release, milliseconds) {
      seen.set(release.globalName, release);
      sampled ||= release.slot === 'canary';
      telemetry.load(release, milliseconds);
    },
    forged(error) {
      known.add(error);
      telemetry.error(shell, 'integrity');
      page.reportError(error);
    },
    unknown() {
      telemetry.error(shell, 'fetch');
    },
    follow(router, remotes) {
      remotesInPage = remotes;
      sampled ||= remotes.releases.some(({ slot }) => slot === 'canary');
      if (firstRoute === undefined) telemetry.begin(routeOf(router, page.location.pathname));
      followPages(router, remotes, shell, telemetry);
      if (sampled && !asksForPrivacy(page.navigator)) {
        whenAtRest(page, () => {
          // Nobody misses anything when it does not arrive.
          import(/* webpackChunkName: "web-vitals" */ './vitals').then(
            ({ reportVitals }) => reportVitals(telemetry),
            () => undefined,
          );
        });
      }
    },
  };
}

function followPages(
  router: DataRouter,
  remotes: Remotes,
  shell: Subject,
  telemetry: Pick<ReturnType<typeof createTelemetry>, 'begin' | 'drawn'>,
): void {
  /** The release that drew the page; where none did, the one that should have. */
  const subjectOf = (route: string | undefined): Subject => {
    const owner = remotes.releases.find(({ routes }) => routes.some(({ path }) => path === route));
    return owner ? (remotes.inUse(owner.name) ?? owner) : shell;
  };
  // The first page has begun before there was a router.
  let begun: string | undefined = router.state.location.key;
  let shown: string | undefined;

  function look({ initialized, location, navigation }: DataRouter['state']): void {
    const next = navigation.state === 'loading' ? navigation.location : initialized ? undefined : location;
    if (next && next.key !== begun) {
      begun = next.key;
      telemetry.begin(routeOf(router, next.pathname));
    }
    if (next || !initialized || location.key === shown) return;
    shown = location.key;
    if (begun !== location.key) telemetry.begin(routeOf(router, location.pathname));
    begun = location.key;
    telemetry.drawn(subjectOf(routeOf(router, location.pathname)));
  }

  look(router.state);
  router.subscribe(look);
}

function routeOf({ routes }: Pick<DataRouter, 'routes'>, pathname: string): string | undefined {
  return matchRoutes(routes, pathname)?.at(-1)?.route.path;
}

/** A remote's route, known before there is a router. */
function registeredRoute({ remotes }: PageRegistry['registry'], pathname: string): string | undefined {
  const routes = remotes.flatMap(({ live }) => live.routes);
  return routes.find(({ path }) => matchPath({ path, end: true }, pathname) !== null)?.path;
}

/** Global Privacy Control, and the Do Not Track that came before it (W3C). */
function asksForPrivacy(navigator: Navigator & { readonly globalPrivacyControl?: boolean }): boolean {
  return navigator.globalPrivacyControl === true || navigator.doNotTrack === '1';
}

/** After everything that the page itself needs. */
function whenAtRest(page: Window & typeof globalThis, run: () => void): void {
  const idle = () => ('requestIdleCallback' in page ? page.requestIdleCallback(run) : setTimeout(run, 1_000));
  if (page.document.readyState === 'complete') idle();
  else page.addEventListener('load', idle, { once: true });
}
