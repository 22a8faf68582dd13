import type { RemoteRelease } from '../../../formats/registry';

/** A rectangle of the page and who drew it. */
export interface Area {
  /** Such as `shop@1.5.0 · canary`. */
  readonly caption: string;
  readonly drawnBy: 'shell' | 'remote';
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  /** Where in the area the caption stands: below the header's bar, which lies over what is scrolled. */
  readonly captionTop: number;
}

export interface Drawn {
  readonly shellVersion: string;
  /** The registry's revision that this tab has chosen from. */
  readonly revision: number;
  /** What this tab has chosen. */
  readonly releases: readonly RemoteRelease[];
  /** What it runs, which is another release where the chosen one has failed. */
  inUse(name: string): RemoteRelease | undefined;
}

/** How a release is called in captions and lists. */
export function releaseName({
  name,
  version,
  slot,
}: Pick<RemoteRelease, 'name' | 'version' | 'slot'>): string {
  return `${name}@${version} · ${slot}`;
}

/** Every area of the page in the window's coordinates: remotes mark theirs, and the rest is the shell's. */
export function findAreas(page: Document, drawn: Drawn): readonly Area[] {
  const remotes = [...page.querySelectorAll<HTMLElement>('[data-remote]')];
  const own = [...page.querySelectorAll<HTMLElement>('#root header, #root main, #root footer')].filter(
    (element) => !remotes.some((remote) => remote.contains(element) || element.contains(remote)),
  );
  const bar = barOf(page)?.getBoundingClientRect().bottom ?? 0;
  return [
    ...own.map((element) =>
      measure(element, 'shell', `shell@${drawn.shellVersion}`, element.tagName === 'HEADER' ? 0 : bar),
    ),
    ...remotes.map((element) => measure(element, 'remote', captionOf(element, drawn), bar)),
  ].filter(({ width, height }) => width > 0 && height > 0);
}

/** The version that the area itself names is the one that drew it, whatever the tab would choose by now. */
function captionOf({ dataset }: HTMLElement, { releases, inUse }: Drawn): string {
  const name = dataset.remote ?? '';
  const known = [inUse(name), releases.find((release) => release.name === name)].filter(
    (release) => release !== undefined,
  );
  const version = dataset.version ?? known[0]?.version ?? 'unknown';
  const release = known.find((candidate) => candidate.version === version);
  return release ? releaseName(release) : `${name}@${version}`;
}

/** The part of the header that stays in view. */
function barOf(page: Document): Element | undefined {
  const parts = [...page.querySelectorAll('#root header > *')];
  return parts.find((part) => getComputedStyle(part).position === 'fixed');
}

/** @param covered how much of the window's top is covered by something else. */
function measure(element: HTMLElement, drawnBy: Area['drawnBy'], caption: string, covered: number): Area {
  const seen = element.tagName === 'HEADER' ? (barOf(element.ownerDocument) ?? element) : element;
  const { top, left, width, height } = seen.getBoundingClientRect();
  return { caption, drawnBy, top, left, width, height, captionTop: Math.max(0, covered - top) };
}
