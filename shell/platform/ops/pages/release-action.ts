import type { Rollout } from '../../formats/registry';
import type { ReadPages } from '../../release/registry/links';
import { retireRemote } from '../../release/registry/retire';
import { readPeriod, readShares } from '../../release/registry/rollout';
import { UserError } from '../../../packages/node/user-error';
import type { ChangeOptions, ChangeResult } from '../../release/registry/change-registry';
import { abortCanary, promoteRelease, rollbackApp } from '../../release/registry/changes';

export type ReleaseAction =
  | {
      readonly kind: 'promote';
      readonly app: string;
      readonly version: string;
      readonly percent: number;
      readonly rollout?: Rollout;
      readonly force: boolean;
    }
  | {
      readonly kind: 'retire';
      readonly app: string;
      readonly to?: string;
      readonly force: boolean;
    }
  | { readonly kind: 'rollback'; readonly app: string }
  | { readonly kind: 'abort'; readonly app: string; readonly version: string };

/** @throws UserError when a field is missing or invalid. */
export function readAction(form: URLSearchParams): ReleaseAction {
  const field = (name: string) => form.get(name)?.trim() ?? '';
  const [kind, app, version] = [field('action'), field('app'), field('version')];
  requireApp(app);
  const force = field('force') === 'yes';
  if (kind === 'rollback') return { kind, app };
  if (kind === 'retire') return { kind, app, force, ...(field('to') && { to: field('to') }) };
  if (kind !== 'promote' && kind !== 'abort') throw new UserError('The form contains no known action.');
  requireChosen(app, version);
  if (kind === 'abort') return { kind, app, version };
  const percent = Number(field('percent') || NaN);
  if (!(percent >= 0 && percent <= 100)) {
    throw new UserError('Enter a share from 0 (staff only) to 100%.');
  }
  const steps = field('steps');
  if (!steps) return { kind, app, version, percent, force };
  const minutes = readPeriod(field('every'));
  const rollout = { steps: readShares(`${percent},${steps}`).slice(1), minutes };
  return { kind, app, version, percent, force, rollout: { ...rollout, ...(force && { forced: true }) } };
}

/** @throws UserError when the form names no release. */
export function readRelease(form: URLSearchParams): { readonly app: string; readonly version: string } {
  const [app, version] = [form.get('app')?.trim() ?? '', form.get('version')?.trim() ?? ''];
  requireApp(app);
  requireChosen(app, version);
  return { app, version };
}

function requireApp(app: string): void {
  if (!/^[a-z][a-z0-9-]*$/.test(app)) throw new UserError('The form does not name an app.');
}

function requireChosen(app: string, version: string): void {
  if (!/^[\w.+-]+$/.test(version)) throw new UserError(`Choose a version of ${app}.`);
}

/** @returns whether the history needs a reason: for a withdrawal, and for ignoring a check. */
export function needsReason(action: ReleaseAction): boolean {
  return action.kind !== 'promote' || action.force;
}

/** The form fields that `readAction` reads. */
export function formFields(action: ReleaseAction): Readonly<Record<string, string>> {
  const { kind, app } = action;
  const rollout = kind === 'promote' ? action.rollout : undefined;
  return {
    action: kind,
    app,
    ...('version' in action && { version: action.version }),
    ...(kind === 'promote' && { percent: String(action.percent) }),
    ...(rollout && { steps: rollout.steps.join(), every: String(rollout.minutes) }),
    ...(kind === 'retire' && action.to !== undefined && { to: action.to }),
    ...('force' in action && action.force && { force: 'yes' }),
  };
}

/**
 * @param options `readPages` the site's pages, which are searched for links to a retired remote; `records` the check of a
 * promotion also in a dry run, so that it need not be run again.
 * @throws UserError when the action is rejected
 */
export function perform(
  action: ReleaseAction,
  options: ChangeOptions & { readonly readPages: ReadPages; readonly records?: boolean },
): Promise<ChangeResult> {
  const { readPages, records = false, ...change } = options;
  switch (action.kind) {
    case 'promote':
      // A person has chosen the release, even if it was aborted or rolled back before.
      return promoteRelease({ ...change, ...action, records, again: true });
    case 'rollback':
      return rollbackApp({ ...change, ...action });
    case 'retire':
      return retireRemote({ ...change, ...action, readPages });
    case 'abort':
      return abortCanary({ ...change, app: action.app, ifCanary: action.version });
  }
}
