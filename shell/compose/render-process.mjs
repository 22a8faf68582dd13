// Renders pages from the Node builds of releases, in a separate process: code of a release can reach neither keys nor
// the registry. Plain JavaScript, so that only Node has to be started.
import { readFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';

const nodeRequire = createRequire(import.meta.url);
const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

/**
 * Runs a CommonJS file with the given `require`.
 * @param {string} file
 * @param {(request: string) => unknown} require
 */
function run(file, require) {
  const module = { exports: {} };
  const start = compileFunction(readFileSync(file, 'utf8'), ['module', 'exports', 'require'], {
    filename: file,
  });
  start.call(module.exports, module, module.exports, require);
  return module.exports;
}

let renderer;

/** The shell's build contains its packages and may require Node's modules; remotes get the shell's packages. */
function start({ shell, remotes, ...options }) {
  const {
    provided,
    createRenderer,
    // The export's name is part of the release format.
    readsOutlines: readsNavigation = false,
  } = run(shell, (request) => {
    if (builtin.has(request)) return nodeRequire(request);
    throw new Error(`The Node build of the shell requires "${request}", which it should contain.`);
  });
  const running = remotes.map(({ name, file }) => {
    const { default: remote } = run(file, (request) => {
      if (Object.hasOwn(provided, request)) return provided[request];
      throw new Error(
        `The Node build ${path.basename(path.dirname(file))} requires "${request}", which the shell does not provide.`,
      );
    });
    if (remote?.name !== name) throw new Error(`The Node build of ${name} exports no remote of that name.`);
    return remote;
  });
  renderer = createRenderer({ ...options, remotes: running });
  return { readsNavigation };
}

process.on('message', ({ id, method, args }) => {
  const call = async () => (method === 'start' ? start(...args) : renderer[method](...args));
  call().then(
    (value) => process.send({ id, value }),
    (error) => process.send({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});
// The parent has ended.
process.on('disconnect', () => process.exit());
