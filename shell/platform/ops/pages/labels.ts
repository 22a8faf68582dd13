import { describeRollout, describeShare } from '../../formats/history';
import type { ReleaseAction } from './release-action';

export function actionLabel(action: ReleaseAction): string {
  const { kind, app } = action;
  if (kind === 'rollback') return `Roll ${app} back to its previous release`;
  if (kind === 'abort') return `Abort the canary ${app}@${action.version}`;
  if (kind === 'retire') {
    const retired = `Retire ${app}${action.to === undefined ? '' : ` and redirect its addresses to ${action.to}`}`;
    return action.force ? `${retired}, in spite of links to it` : retired;
  }
  const { version, percent, rollout, force } = action;
  const label =
    percent === 100
      ? `Make ${app}@${version} live for all visitors`
      : `Show ${app}@${version} to ${shareLabel(percent)}${rollout ? `, then ${describeRollout(rollout)}` : ''}`;
  return force ? `${label}, in spite of its check` : label;
}

/** Who gets a canary: `staff only`, or `5% of visitors`. */
export function shareLabel(percent: number): string {
  return percent === 0 ? describeShare(0) : `${percent}% of visitors`;
}

/** Shows a share such as `1.3%`, or a dash for an empty total. */
export function percentage(count: number, total: number): string {
  return total === 0 ? '–' : `${((count / total) * 100).toFixed(1)}%`;
}

/** Shows `21 Nov 2026, 14:05:09 UTC`, so that all readers of the history see the same. */
export function timeLabel(at: string): string {
  const text = new Date(at).toLocaleString('en-GB', {
    timeZone: 'UTC',
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  return `${text} UTC`;
}
