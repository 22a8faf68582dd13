/** How a customer likes to watch, on this device. */
export interface Preferences {
  readonly speed: number;
  readonly volume: number;
  readonly muted: boolean;
  readonly captions: boolean;
  /** Single keys as shortcuts can be switched off (WCAG 2.1.4). */
  readonly shortcuts: boolean;
}

const KEY = 'learning:player';
const DEFAULTS: Preferences = { speed: 1, volume: 1, muted: false, captions: false, shortcuts: true };

/** What is stored and makes sense; the rest as usual. */
export function readPreferences(): Preferences {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const stored: Partial<Record<keyof Preferences, unknown>> =
      typeof value === 'object' && value !== null ? value : {};
    return {
      speed: numberWithin(stored.speed, 0.5, 2) ?? DEFAULTS.speed,
      volume: numberWithin(stored.volume, 0, 1) ?? DEFAULTS.volume,
      muted: typeof stored.muted === 'boolean' ? stored.muted : DEFAULTS.muted,
      captions: typeof stored.captions === 'boolean' ? stored.captions : DEFAULTS.captions,
      shortcuts: typeof stored.shortcuts === 'boolean' ? stored.shortcuts : DEFAULTS.shortcuts,
    };
  } catch {
    return DEFAULTS;
  }
}

export function writePreferences(part: Partial<Preferences>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readPreferences(), ...part }));
  } catch {
    // Storage is full or forbidden: the choice then holds for this page.
  }
}

function numberWithin(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && value >= min && value <= max ? value : undefined;
}
