import { UserError } from '../../tools/user-error';
import {
  abortCanary,
  type Changed,
  type Place,
  promoteRelease,
  rollbackRemote,
} from '../../release/registry/changes';

interface Promotion {
  readonly kind: 'promote';
  readonly part: string;
  readonly version: string;
  readonly percent: number;
  /** In spite of a failing or missing check. */
  readonly force: boolean;
}

/** What an operator can do to one part. */
export type ReleaseAction =
  | Promotion
  | { readonly kind: 'rollback'; readonly part: string }
  | { readonly kind: 'abort'; readonly part: string; readonly version: string };

/** @throws UserError when the form does not say all of it. */
export function readAction(form: URLSearchParams): ReleaseAction {
  const field = (name: string) => form.get(name)?.trim() ?? '';
  const [kind, part, version] = [field('action'), field('part'), field('version')];
  if (!/^[a-z][a-z0-9-]*$/.test(part)) throw new UserError('The form does not say which part is meant.');
  if (kind === 'rollback') return { kind, part };
  if (kind !== 'promote' && kind !== 'abort')
    throw new UserError('The form does not say what is to be done.');
  if (!/^[\w.+-]+$/.test(version)) throw new UserError(`Choose a version of ${part}.`);
  if (kind === 'abort') return { kind, part, version };
  const percent = Number(field('percent'));
  if (!(percent > 0 && percent <= 100)) {
    throw new UserError('A share is more than 0 and at most 100 %.');
  }
  return { kind, part, version, percent, force: field('force') === 'yes' };
}

/** What takes something away, or sets a check aside, has to be explained to whoever reads the history. */
export function needsReason(action: ReleaseAction): boolean {
  return action.kind !== 'promote' || action.force;
}

/** The same as fields of a form. */
export function fieldsOf(action: ReleaseAction): Readonly<Record<string, string>> {
  const { kind, part } = action;
  if (kind === 'rollback') return { action: kind, part };
  if (kind === 'abort') return { action: kind, part, version: action.version };
  const { version, percent, force } = action;
  return { action: kind, part, version, percent: String(percent), ...(force && { force: 'yes' }) };
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
 * @throws UserError when it is refused
 */
export function perform(action: ReleaseAction, circumstances: Circumstances, place: Place): Promise<Changed> {
  const wish = { ...place, ...circumstances };
  switch (action.kind) {
    case 'promote': {
      const { part, version, percent, force } = action;
      return promoteRelease({ ...wish, part, version, percent, force });
    }
    case 'rollback':
      return rollbackRemote({ ...wish, part: action.part });
    case 'abort':
      return abortCanary({ ...wish, part: action.part, ifCanary: action.version });
  }
}
