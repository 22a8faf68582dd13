import { initSync, parse } from 'es-module-lexer';

/** The lexer takes less than a second for a script of this size, and no app has a larger one. */
const MAX_BYTES = 5_000_000;

/**
 * Finds modules that a script imports, to which the shell cannot give a hash (decision 0341). A text can hide
 * an import from every lexer; the site's headers refuse it.
 * @returns the problem, without a full stop.
 */
export function moduleProblem(name: string, bytes: Buffer): string | undefined {
  if (bytes.length > MAX_BYTES) return `${name} is larger than ${MAX_BYTES} bytes`;
  initSync();
  try {
    const [imports, exports, , hasModuleSyntax] = parse(bytes.toString());
    if (imports.length === 0 && exports.length === 0 && !hasModuleSyntax) return undefined;
    return `${name} imports or exports modules, and a remote's scripts must be classic scripts`;
  } catch {
    // The text is no script, or exhausts the lexer's memory.
    return `${name} is not a script that can be searched for imports`;
  }
}
