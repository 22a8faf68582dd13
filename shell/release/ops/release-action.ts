import { PlainError } from '../../commands/processes';
import { abortCanary, type Changed, type Place, promoteRelease, rollbackRemote } from '../registry/changes';

/** What an operator can do to one part. */
export type ReleaseAction =
  | { readonly kind: 'promote'; readonly part: string; readonly version: string; readonly percent: number }
  | { readonly kind: 'rollback'; readonly part: string }
  | { readonly kind: 'abort'; readonly part: string; readonly version: string };

/** @throws PlainError when the form does not say all of it. */
export function readAction(form: URLSearchParams): ReleaseAction {
  const field = (name: string) => form.get(name)?.trim() ?? '';
  const [kind, part, version] = [field('action'), field('part'), field('version')];
  if (!/^[a-z][a-z0-9-]*$/.test(part)) throw new PlainError('The form does not say which part is meant.');
  if (kind === 'rollback') return { kind, part };
  if (kind !== 'promote' && kind !== 'abort')
    throw new PlainError('The form does not say what is to be done.');
  if (!/^[\w.+-]+$/.test(version)) throw new PlainError(`Choose a version of ${part}.`);
  if (kind === 'abort') return { kind, part, version };
  const percent = Number(field('percent'));
  if (!(percent > 0 && percent <= 100)) {
    throw new PlainError('A share is more than 0 and at most 100 %.');
  }
  return { kind, part, version, percent };
}

/** The same as fields of a form. */
export function fieldsOf(action: ReleaseAction): Readonly<Record<string, string>> {
  const { kind, part } = action;
  if (kind === 'rollback') return { action: kind, part };
  if (kind === 'abort') return { action: kind, part, version: action.version };
  return { action: kind, part, version: action.version, percent: String(action.percent) };
}

export interface Circumstances {
  readonly who: string;
  readonly why?: string;
  /** The revision that the operator looked at. */
  readonly ifRevision?: number;
  /** Only says what would be. */
  readonly dryRun?: boolean;
}

/**
 * Does it, as the command-line tool does.
 * @throws PlainError when it is refused
 */
export function perform(action: ReleaseAction, circumstances: Circumstances, place: Place): Promise<Changed> {
  const wish = { ...place, ...circumstances };
  const { part } = action;
  switch (action.kind) {
    case 'promote':
      return promoteRelease({ ...wish, part, version: action.version, percent: action.percent });
    case 'rollback':
      return rollbackRemote({ ...wish, part });
    case 'abort':
      return abortCanary({ ...wish, part, ifCanary: action.version });
  }
}
