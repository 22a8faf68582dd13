/** Whether a script did not arrive or was refused, as opposed to one that ran and threw. */
export function isLoadingError(error: unknown): boolean {
  return error instanceof Error && /ScriptNetworkError|ChunkLoadError/.test(`${error.name} ${error.message}`);
}
