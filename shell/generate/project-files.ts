import { UserError } from '../tools/user-error';

/** The part of the house's `package.json` that knows its workspaces. */
interface HousePackage {
  readonly workspaces: readonly string[];
  readonly jest: { readonly projects: readonly string[] };
}

/** The part of the house's `tsconfig.json` that knows what is compiled. */
interface HouseCompiler {
  readonly references: readonly { readonly path: string }[];
}

/** `package.json` with one more workspace and one more project of jest's, each after the other remotes'. */
export function withWorkspace(text: string, folder: string): string {
  const house = JSON.parse(text) as HousePackage;
  const prefix = '<rootDir>/';
  return json({
    ...house,
    workspaces: afterRemotes(house.workspaces, folder, (entry) => entry),
    jest: {
      ...house.jest,
      projects: afterRemotes(house.jest.projects, prefix + folder, (entry) => entry.slice(prefix.length)),
    },
  });
}

/** `tsconfig.json` with one more project to be compiled. */
export function withReference(text: string, folder: string): string {
  const house = JSON.parse(text) as HouseCompiler;
  return json({ ...house, references: afterRemotes(house.references, { path: folder }, ({ path }) => path) });
}

/**
 * A remote's own `package.json` takes what it shares with the shell in the shell's versions.
 * @throws UserError when the shell does not have one of them.
 */
export function withShellVersions(text: string, shellPackage: string): string {
  const own = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
  const shell = JSON.parse(shellPackage) as { readonly dependencies: Readonly<Record<string, string>> };
  const dependencies = Object.keys(own.dependencies).map((name): [string, string] => {
    const version = shell.dependencies[name];
    if (!version) throw new UserError(`The shell does not depend on ${name}, which remotes take from it.`);
    return [name, version];
  });
  return json({ ...own, dependencies: Object.fromEntries(dependencies) });
}

/** Puts an entry behind the last one that is a remote's, or at the end. */
function afterRemotes<T>(entries: readonly T[], added: T, folderOf: (entry: T) => string): T[] {
  const last = entries.findLastIndex((entry) => folderOf(entry).startsWith('mfe-'));
  return entries.toSpliced(last === -1 ? entries.length : last + 1, 0, added);
}

/** On one line: the formatter breaks it where the house does. */
function json(value: unknown): string {
  return JSON.stringify(value);
}
