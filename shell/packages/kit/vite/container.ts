/**
 * The container of a release that Vite has built. Each chunk is a classic script that only adds its code to
 * CHUNKS, because the shell can give a script its hash, but not a module.
 */

/** The code of a chunk, as CommonJS. */
export type Code = (require: Require, module: { exports: unknown }, exports: unknown) => void;

interface Require {
  /** @returns the exports of a shared package, or of a chunk whose script has run. */
  (name: string): unknown;
  load(name: string): Promise<void>;
  toUrl(file: string): string;
}

/** The packages that the shell shares (Module Federation), by request and version. */
export type ShareScope = Readonly<Record<string, Readonly<Record<string, Provided>>>>;
interface Provided {
  get(): Promise<() => unknown> | (() => unknown);
}

// `classic-scripts.ts` defines these.
declare const CHUNKS: Readonly<Record<string, Code | undefined>>;
/** The chunks that the entry and each dynamically imported chunk need, themselves included. */
declare const NEEDED: Readonly<Record<string, readonly string[]>>;
declare const SHARED: readonly string[];
declare const ENTRY: string;

const { currentScript } = document;
const base = new URL('.', currentScript instanceof HTMLScriptElement ? currentScript.src : '').href;
const shared = new Map<string, unknown>();
const modules = new Map<string, { exports: unknown }>();
const scripts = new Map<string, Promise<void>>();

function requireModule(name: string): unknown {
  if (shared.has(name)) return shared.get(name);
  const file = name.replace('./', '');
  const present = modules.get(file);
  if (present) return present.exports;
  const code = CHUNKS[file];
  if (!code) throw new Error(`The release requires ${name}, which is not loaded.`);
  const module = { exports: {} };
  modules.set(file, module);
  try {
    code(require, module, module.exports);
  } catch (error) {
    modules.delete(file);
    throw error;
  }
  return module.exports;
}

const require: Require = Object.assign(requireModule, {
  async load(name: string) {
    await Promise.all((NEEDED[name] ?? []).map(loadScript));
  },
  toUrl: (file: string) => base + file,
});

function loadScript(file: string): Promise<void> {
  const present = CHUNKS[file] ? Promise.resolve() : scripts.get(file);
  if (present) return present;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = base + file;
    script.crossOrigin = 'anonymous';
    const finish = () => {
      script.remove();
      scripts.delete(file);
      if (CHUNKS[file]) resolve();
      // The shell knows webpack's name of this error, and tries again.
      else reject(Object.assign(new Error(`Loading ${script.src} failed.`), { name: 'ChunkLoadError' }));
    };
    script.onload = finish;
    script.onerror = finish;
    document.head.append(script);
  });
  scripts.set(file, loaded);
  return loaded;
}

let scope: ShareScope = {};

export function init(shareScope: ShareScope): void {
  scope = shareScope;
}

export async function get(name: string): Promise<() => unknown> {
  if (name !== './remote') throw new Error(`The release exposes no ${name}.`);
  await Promise.all([
    require.load(ENTRY),
    ...SHARED.map(async (request) => {
      // A page has one shell, which provides one version of each.
      const [provided] = Object.values(scope[request] ?? {});
      if (!provided) throw new Error(`The shell does not provide ${request}.`);
      shared.set(request, (await provided.get())());
    }),
  ]);
  return () => require(ENTRY);
}
