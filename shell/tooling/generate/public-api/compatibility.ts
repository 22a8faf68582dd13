import { diff, gt } from 'semver';
import { readDeclarations } from './declarations';

export interface Changes {
  /** What code written for the earlier report may rely on. */
  readonly breaking: readonly string[];
  readonly added: readonly string[];
}

/** A line that has gone is a breaking change, and so is a required member that a caller has to pass. */
export function compareReports(earlier: string, current: string): Changes {
  const before = linesByName(earlier);
  const after = linesByName(current);
  const breaking: string[] = [];
  const added: string[] = [];
  for (const [name, lines] of before) {
    const now = after.get(name);
    if (!now) breaking.push(`${name} is removed`);
    else if (isReexport(lines) && !isReexport(now)) added.push(`${name} is declared by the package itself`);
    else breaking.push(...missingFrom(now, lines).map((line) => `${name} has no longer: ${line}`));
  }
  for (const [name, lines] of after) {
    const then = before.get(name);
    if (!then) added.push(`${name} is new`);
    else if (!isReexport(then)) {
      for (const line of missingFrom(then, lines)) {
        // Names of what callers pass end like this: a component's properties, a function's options.
        const isRequired = /(?:Props|Options)$/.test(name) && /^(?:readonly )?\w+:/.test(line);
        (isRequired ? breaking : added).push(`${name} has now: ${line}`);
      }
    }
  }
  return { breaking, added };
}

/** Reports do not contain the types of what a package only hands on: a person compares those. */
function isReexport(lines: readonly string[]): boolean {
  return lines.length === 1 && /^export \{/.test(lines[0] ?? '');
}

function linesByName(report: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { name, lines } of readDeclarations(report)) {
    names.set(name, [...(names.get(name) ?? []), ...lines.flatMap(elementsOf).map(withoutValues)]);
  }
  return names;
}

/** The elements of a constant list, each as a line: a list of names may grow. */
function elementsOf(line: string): readonly string[] {
  const [, start, elements] = /^(.*\bconst \w+: readonly \[)(.*)\];$/.exec(line) ?? [];
  return start !== undefined && elements !== undefined ? [start, ...elements.split(', ')] : [line];
}

/** A colour or a drawing may change without a change for callers. */
function withoutValues(line: string): string {
  return line
    .trim()
    .replace(/^(readonly (?:\w+|'[^']*'): )(?:'.*'|"(?:[^"\\]|\\.)*"|-?[\d.]+);$/, '$1a value;');
}

/** @returns the lines that are not among `present`, each as often as it is missing. */
function missingFrom(present: readonly string[], lines: readonly string[]): readonly string[] {
  const left = [...present];
  return lines.filter((line) => {
    const index = left.indexOf(line);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

/** @returns why `version` may not have these changes since the version `released`, or `undefined`. */
export function versionProblem(released: string, version: string, changes: Changes): string | undefined {
  const [reason, ...more] = [...changes.breaking, ...changes.added];
  if (reason === undefined) return undefined;
  const needed = changes.breaking.length > 0 ? 'major' : 'minor';
  const step = gt(version, released) ? diff(released, version) : null;
  if (step === 'major' || (needed === 'minor' && step === 'minor')) return undefined;
  const others = more.length > 0 ? `, and ${more.length} more` : '';
  return `${version} must be a new ${needed} version after ${released}: ${reason}${others}`;
}
