/**
 * What Fast Refresh calls instead of an overlay of its own. It keeps the previous version of a module whose new one throws
 * while it is evaluated, so without a report the page would go on with old code.
 */
export function handleRuntimeError(error: Error): void {
  // The overlay of the development server shows what does not build.
  if (!error.message.startsWith('Module build failed')) reportError(error);
}

/** Errors are gone with the page, which is reloaded (`reload-failed-page.ts`). */
export function clearRuntimeErrors(): void {}
