import { UserError } from '../../tools/user-error';
import {
  abortCanary,
  type ChangeResult,
  promoteRelease,
  type PromoteOptions,
  rollbackApp,
} from '../../release/registry/changes';

/** What an operator can do with one app. */
export type ReleaseAction =
  | {
      readonly kind: 'promote';
      readonly app: string;
      readonly version: string;
      readonly percent: number;
      /** Ignores a failed or missing check. */
      readonly force: boolean;
    }
  | { readonly kind: 'rollback'; readonly app: string }
  | { readonly kind: 'abort'; readonly app: string; readonly version: string };

/** @throws UserError when a field is missing or invalid. */
export function readAction(form: URLSearchParams): ReleaseAction {
  const field = (name: string) => form.get(name)?.trim() ?? '';
  const [kind, app, version] = [field('action'), field('part'), field('version')];
  requireApp(app);
  if (kind === 'rollback') return { kind, app };
  if (kind !== 'promote' && kind !== 'abort') throw new UserError('The form contains no known action.');
  requireChosen(app, version);
  if (kind === 'abort') return { kind, app, version };
  const percent = Number(field('percent'));
  if (!(percent > 0 && percent <= 100)) {
    throw new UserError('Enter a share of more than 0 and at most 100 %.');
  }
  return { kind, app, version, percent, force: field('force') === 'yes' };
}

/** @throws UserError when the form names no release. */
export function readRelease(form: URLSearchParams): { readonly app: string; readonly version: string } {
  const [app, version] = [form.get('part')?.trim() ?? '', form.get('version')?.trim() ?? ''];
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

/** Withdrawing a release and ignoring a check need an explanation in the history. */
export function needsReason(action: ReleaseAction): boolean {
  return action.kind !== 'promote' || action.force;
}

/** The form fields that `readAction` reads. */
export function formFields(action: ReleaseAction): Readonly<Record<string, string>> {
  return {
    action: action.kind,
    part: action.app,
    ...(action.kind !== 'rollback' && { version: action.version }),
    ...(action.kind === 'promote' && { percent: String(action.percent) }),
    ...(action.kind === 'promote' && action.force && { force: 'yes' }),
  };
}

/**
 * Performs the action as the command-line tool does.
 * @throws UserError when it is rejected
 */
export function perform(
  action: ReleaseAction,
  options: Omit<PromoteOptions, 'app' | 'version' | 'percent' | 'force'>,
): Promise<ChangeResult> {
  switch (action.kind) {
    case 'promote':
      return promoteRelease({ ...options, ...action });
    case 'rollback':
      return rollbackApp({ ...options, ...action });
    case 'abort':
      return abortCanary({ ...options, app: action.app, ifCanary: action.version });
  }
}
