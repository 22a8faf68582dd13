export interface ReleaseName {
  readonly remote: string;
  readonly version: string;
}

/** What stands for every release beyond the bound. */
export const OTHER: ReleaseName = { remote: 'other', version: 'other' };

/**
 * Bounds how many releases are told apart, since anybody can report any name. Of those that were admitted within an
 * hour the busier half stays for the next one, so that names which were made up once do not keep the places.
 */
export interface Admission {
  /** The release to count under: the given one while there is room, else {@link OTHER}. */
  admit(release: ReleaseName, now: Date): ReleaseName;
}

const WINDOW_MS = 60 * 60 * 1000;

/**
 * @param places how many releases are told apart at a time.
 * @param onForgotten told when names were dropped, so that whoever keeps a counter for each can let go as well.
 */
export function createAdmission(places: number, onForgotten: () => void): Admission {
  let admitted = new Map<string, number>();
  let until = 0;

  function turn(now: number): void {
    until = now + WINDOW_MS;
    if (admitted.size <= places / 2) return;
    const busiest = [...admitted].sort(([, a], [, b]) => b - a).slice(0, places / 2);
    admitted = new Map(busiest.map(([name]) => [name, 0]));
    onForgotten();
  }

  return {
    admit(release, now) {
      if (now.getTime() >= until) turn(now.getTime());
      const name = `${release.remote} ${release.version}`;
      const count = admitted.get(name);
      if (count === undefined && admitted.size >= places) return OTHER;
      admitted.set(name, (count ?? 0) + 1);
      return release;
    },
  };
}
