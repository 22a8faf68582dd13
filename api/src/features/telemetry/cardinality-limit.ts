export interface ReleaseName {
  readonly remote: string;
  readonly version: string;
}

const OTHER: ReleaseName = { remote: 'other', version: 'other' };

const WINDOW_MS = 60 * 60 * 1000;

/**
 * Limits how many releases are counted apart, since anybody can report any name. After each hour the busier
 * half of the unregistered ones remains.
 * @param limit how many are counted apart at a time.
 * @param onReset called when names were removed.
 */
export function createCardinalityLimit(limit: number, onReset: () => void) {
  let registered: ReadonlySet<string> = new Set();
  let admitted = new Map<string, number>();
  let until = 0;

  function startWindow(now: number): void {
    until = now + WINDOW_MS;
    if (admitted.size <= limit / 2) return;
    const busiest = [...admitted].sort(([, a], [, b]) => b - a).slice(0, limit / 2);
    admitted = new Map(busiest.map(([name]) => [name, 0]));
    onReset();
  }

  function isRegistered(release: ReleaseName): boolean {
    return registered.has(nameOf(release));
  }

  return {
    isRegistered,
    setRegistered(releases: readonly ReleaseName[]): void {
      registered = new Set(releases.map(nameOf));
      for (const name of registered) admitted.delete(name);
    },
    /** The release to count under: the given one if it is registered or below the limit, else {@link OTHER}. */
    admit(release: ReleaseName, now: Date): ReleaseName {
      if (now.getTime() >= until) startWindow(now.getTime());
      if (isRegistered(release)) return release;
      const name = nameOf(release);
      const count = admitted.get(name);
      if (count === undefined && admitted.size + registered.size >= limit) return OTHER;
      admitted.set(name, (count ?? 0) + 1);
      return release;
    },
  };
}

function nameOf({ remote, version }: ReleaseName): string {
  return `${remote} ${version}`;
}
