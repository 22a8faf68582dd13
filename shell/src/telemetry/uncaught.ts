import type { RemoteRelease } from '../../formats/registry';
import type { Subject } from './telemetry';

interface UncaughtOptions {
  readonly page: Window;
  readonly shell: Subject;
  /** The releases that may have code in this page. */
  readonly releases: () => readonly RemoteRelease[];
  /** Whether an error has been reported by somebody who knows more. */
  isKnown(error: unknown): boolean;
  report(subject: Subject): void;
}

/**
 * Reports errors that nobody caught, by the addresses of the scripts that they come from. What belongs to no script of
 * ours, such as a browser's extension, is nobody's.
 */
export function watchUncaught({ page, shell, releases, isKnown, report }: UncaughtOptions): void {
  const shellFolder = new URL('/shell/', page.location.href).href;

  function ownerOf(trace: string): Subject | undefined {
    const release = releases().find(({ entry }) => trace.includes(new URL('.', entry).href));
    return release ?? (trace.includes(shellFolder) ? shell : undefined);
  }

  function look(error: unknown, script: string): void {
    if (isKnown(error) || isAborted(error)) return;
    const trace = `${script}\n${error instanceof Error ? (error.stack ?? '') : ''}`;
    const owner = ownerOf(firstAddress(trace));
    if (owner) report(owner);
  }

  page.addEventListener('error', (event) => {
    if (event instanceof ErrorEvent) look(event.error, event.filename);
  });
  page.addEventListener('unhandledrejection', ({ reason }) => look(reason, ''));
}

/** The innermost script of a stack is the one to ask. */
function firstAddress(trace: string): string {
  return /https?:\/\/\S+?\.js/.exec(trace)?.[0] ?? '';
}

/** A request that was called off is no failure. */
function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
