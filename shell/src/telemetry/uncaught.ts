import { isScriptOf, type RemoteRelease } from '../../platform/formats/registry';
import type { Subject } from './telemetry';

interface UncaughtOptions {
  readonly page: Window;
  readonly shell: Subject;
  readonly releases: () => readonly RemoteRelease[];
  isReported(error: unknown): boolean;
  report(subject: Subject, error: unknown): void;
  /** Reports a script that has broken the Content Security Policy, or a rule that is only reported. */
  reportPolicy(subject: Subject): void;
}

/** How many reports one document sends, which is enough to notice that rules are broken. */
const POLICY_REPORTS = 10;

/** Attributes errors and broken rules to releases by the addresses of their scripts, and all others to none. */
export function watchUncaught(options: UncaughtOptions): void {
  const { page, shell, releases, isReported, report, reportPolicy } = options;
  const shellFolder = new URL('/shell/', page.location.href).href;

  let policyReports = 0;
  /** @param trace begins with the innermost script. */
  function subjectOf(trace: string): Subject | undefined {
    const [address = ''] = /https?:\/\/\S+?\.js/.exec(trace) ?? [];
    const release = releases().find((one) => isScriptOf(one, address));
    return release ?? (address.includes(shellFolder) ? shell : undefined);
  }
  function handle(error: unknown, script: string): void {
    if (isReported(error) || (error instanceof DOMException && error.name === 'AbortError')) return;
    const subject = subjectOf(`${script}\n${error instanceof Error ? (error.stack ?? '') : ''}`);
    if (subject) report(subject, error);
  }

  page.addEventListener('error', (event) => {
    if (event instanceof ErrorEvent) handle(event.error, event.filename);
  });
  page.addEventListener('unhandledrejection', (event) => {
    // A view transition that a further navigation or a slow page ends lacks only its animation, but some engines print it.
    if (isOfViewTransition(event.reason)) event.preventDefault();
    else handle(event.reason, '');
  });
  page.document.addEventListener('securitypolicyviolation', ({ sourceFile }) => {
    const subject = subjectOf(sourceFile);
    if (!subject || policyReports === POLICY_REPORTS) return;
    policyReports += 1;
    reportPolicy(subject);
  });
}

/** Engines differ in the error's name and words (CSS View Transitions §7). */
function isOfViewTransition(error: unknown): boolean {
  return error instanceof DOMException && /transition/i.test(error.message);
}
