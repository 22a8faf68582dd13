import type { RemoteRelease } from '../../formats/registry';
import type { Subject } from './telemetry';

interface UncaughtOptions {
  readonly page: Window;
  readonly shell: Subject;
  /** The releases that may have code in this page. */
  readonly releases: () => readonly RemoteRelease[];
  /** Whether the error has been reported with more detail. */
  isReported(error: unknown): boolean;
  report(subject: Subject): void;
}

/**
 * Attributes uncaught errors to releases by the addresses of their scripts. Errors of other scripts, such as browser
 * extensions, are not reported.
 */
export function watchUncaught({ page, shell, releases, isReported, report }: UncaughtOptions): void {
  const shellFolder = new URL('/shell/', page.location.href).href;

  function handle(error: unknown, script: string): void {
    if (isReported(error) || isAborted(error)) return;
    const trace = `${script}\n${error instanceof Error ? (error.stack ?? '') : ''}`;
    // The innermost script of the stack.
    const [address = ''] = /https?:\/\/\S+?\.js/.exec(trace) ?? [];
    const release = releases().find(({ entry }) => address.includes(new URL('.', entry).href));
    if (release) report(release);
    else if (address.includes(shellFolder)) report(shell);
  }

  page.addEventListener('error', (event) => {
    if (event instanceof ErrorEvent) handle(event.error, event.filename);
  });
  page.addEventListener('unhandledrejection', (event) => {
    // A view transition that a further navigation or a slow page ends lacks only its animation, but some engines print it.
    if (isOfViewTransition(event.reason)) event.preventDefault();
    else handle(event.reason, '');
  });
}

/** Engines differ in its name and words (CSS View Transitions §7). */
function isOfViewTransition(error: unknown): boolean {
  return error instanceof DOMException && /transition/i.test(error.message);
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
