// Draws pages from the Node builds of releases, in a process of its own: what a release does while it is drawn can
// reach neither keys nor the registry. Plain JavaScript, so that nothing but Node has to be started.
import { readFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';

const nodeRequire = createRequire(import.meta.url);
const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

/**
 * Runs a CommonJS file with a `require` of ours.
 * @param {string} file
 * @param {(request: string) => unknown} give
 */
function run(file, give) {
  const module = { exports: {} };
  const start = compileFunction(readFileSync(file, 'utf8'), ['module', 'exports', 'require'], {
    filename: file,
  });
  start.call(module.exports, module, module.exports, give);
  return module.exports;
}

let renderer;

/** The shell brings its packages along and needs Node's own modules; a remote gets what the shell provides. */
function load({ shell, remotes, ...options }) {
  const {
    provided,
    createRenderer,
    readsOutlines = false,
  } = run(shell, (request) => {
    if (builtin.has(request)) return nodeRequire(request);
    throw new Error(`The Node build of the shell asks for "${request}", which it should bring along.`);
  });
  const running = remotes.map(({ name, file }) => {
    const { default: remote } = run(file, (request) => {
      if (Object.hasOwn(provided, request)) return provided[request];
      throw new Error(
        `The Node build ${path.basename(path.dirname(file))} asks for "${request}", which no shell provides.`,
      );
    });
    if (remote?.name !== name) throw new Error(`The Node build of ${name} holds no remote of that name.`);
    return remote;
  });
  renderer = createRenderer({ ...options, remotes: running });
  return { readsOutlines };
}

process.on('message', ({ id, method, args }) => {
  const answer = async () => {
    return method === 'start' ? load(...args) : renderer[method](...args);
  };
  answer().then(
    (value) => process.send({ id, value }),
    (error) => process.send({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});
// Without its parent there is nobody to draw for.
process.on('disconnect', () => process.exit());
