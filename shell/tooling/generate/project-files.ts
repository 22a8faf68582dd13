import { z } from 'zod';
import { requireJson } from '../../platform/formats/parse-json';
import { UserError } from '../../packages/node/user-error';

const rootPackage = z.object({
  workspaces: z.array(z.string()),
  isa: z.object({ apps: z.record(z.string(), z.string()) }),
  jest: z.object({ projects: z.array(z.string()) }),
});
const rootCompiler = z.object({ references: z.array(z.object({ path: z.string() })) });
const budgeted = z.object({
  isa: z.object({ sizes: z.object({ start: z.number(), all: z.number() }) }),
});
const ranges = z.record(z.string(), z.string());
const dependent = z.looseObject({ dependencies: ranges.default({}), peerDependencies: ranges.default({}) });

/** Adds an app, a workspace and a Jest project to the root `package.json`, the latter after those of the other remotes. */
export function withWorkspace(text: string, app: string, folder: string): string {
  const project = requireJson(text, rootPackage, 'package.json');
  const { workspaces, isa, jest } = project;
  const prefix = '<rootDir>/';
  const projects = afterRemotes(jest.projects, prefix + folder, (entry) => entry.slice(prefix.length));
  return JSON.stringify({
    ...project,
    workspaces: afterRemotes(workspaces, folder, (entry) => entry),
    isa: { ...isa, apps: { ...isa.apps, [app]: folder } },
    jest: { ...jest, projects },
  });
}

export function withReference(text: string, folder: string): string {
  const project = requireJson(text, rootCompiler, 'tsconfig.json');
  const references = afterRemotes(project.references, { path: folder }, ({ path }) => path);
  return JSON.stringify({ ...project, references });
}

/** Names the owner of a remote in `CODEOWNERS`, after those of the other remotes. */
export function withOwner(text: string, remote: string): string {
  return afterLast(text, /^\/mfe-.*$/gm, `/mfe-${remote}/ @isa/${remote}`);
}

/** Adds a remote to the table of remotes for developers. @param manifest its package.json, with its budgets. */
export function withRow(text: string, remote: string, title: string, manifest: string): string {
  const { start, all } = requireJson(manifest, budgeted, 'The package.json of the remote').isa.sizes;
  const cells = [`[${remote}](../../mfe-${remote}/)`, `\`@isa/${remote}\``, title];
  const row = [...cells, `${start} bytes`, `${all} bytes`].join(' | ');
  return afterLast(text, /^\| \[[\w-]+\]\(\.\.\/\.\.\/mfe-.*$/gm, `| ${row} |`);
}

/** @throws UserError when no line matches. */
function afterLast(text: string, lines: RegExp, added: string): string {
  const last = [...text.matchAll(lines)].at(-1);
  if (!last) throw new UserError(`Nothing tells where to add this line: ${added}`);
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}\n${added}${text.slice(end)}`;
}

/** Sets ranges to the shell's versions and compatible newer ones. @throws UserError without one of them. */
export function withShellVersions(
  text: string,
  shellPackage: string,
  field: 'dependencies' | 'peerDependencies' = 'dependencies',
): string {
  const own = requireJson(text, dependent, 'The package.json of the remote');
  const shell = requireJson(shellPackage, dependent, 'shell/package.json');
  const set = Object.keys(own[field]).map((name): [string, string] => {
    const version = shell.dependencies[name];
    if (!version) throw new UserError(`The shell does not depend on ${name}, which remotes take from it.`);
    return [name, `^${version}`];
  });
  return JSON.stringify({
    ...requireJson(text, z.looseObject({}), 'The package.json of the remote'),
    [field]: Object.fromEntries(set),
  });
}

function afterRemotes<T>(entries: readonly T[], added: T, folderOf: (entry: T) => string): T[] {
  const last = entries.findLastIndex((entry) => folderOf(entry).startsWith('mfe-'));
  return entries.toSpliced(last === -1 ? entries.length : last + 1, 0, added);
}
