import { initSync, parse } from 'es-module-lexer';

/**
 * The largest script that is searched. The lexer takes less than a second for it, and no app has such a script.
 */
const MAX_BYTES = 5_000_000;

/**
 * Finds what the shell cannot give a hash: modules that a script imports (decision 0341). This is for honest teams: a text can
 * be written that hides an import from every lexer, and browsers refuse it by the headers of the site.
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
