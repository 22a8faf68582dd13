import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isRole, ROLES } from '../../platform/hosting/roles';
import { remoteNames, root } from '../../packages/node/folders';

const documents = ['README.md', ...markdownIn('shell/docs')];
const decisions = documents.filter((document) => document.startsWith('shell/docs/decisions/'));
const sources = ['shell', 'api', 'mfe-shop', 'mfe-learning', 'mfe-marketing'].flatMap(filesIn);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('documents name only files that exist', () => {
  // The feature `press` is an example of `npm run new`, which is not in the sources.
  const missing = documents.flatMap((document) => {
    const names = found(document, /`((?:[\w.-]+\/)*[\w-]+(?:\.(?:test|spec))?\.(?:ts|tsx|mjs|conf))`/g);
    const missing = names.filter(
      (name) =>
        !/^(?:load-)?press\b/.test(name) &&
        !sources.some((file) => file === name || file.endsWith(`/${name}`)),
    );
    return missing.map((name) => `${document}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('documents name only folders and paths that exist', () => {
  const missing = documents.flatMap((document) => {
    const paths = found(document, /`((?:shell|api|mfe-\w+|\.github|\.ci)\/[\w./-]*)`/g);
    // The folder `wishlist` is an example of `npm run new`, which is not in the sources.
    const missing = paths.filter((name) => !name.includes('/wishlist') && !existsSync(path.join(root, name)));
    return missing.map((name) => `${document}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('links of documents lead to files that exist', () => {
  const missing = documents.flatMap((document) => {
    const targets = found(document, /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g);
    const missing = targets.filter((target) => !existsSync(path.join(root, path.dirname(document), target)));
    return missing.map((name) => `${document}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('anchors of links are headings', () => {
  const missing = documents.flatMap((document) => {
    const links = [...read(document).matchAll(/\]\(([^)#:\s]*)#([^)]+)\)/g)];
    const missing = links.flatMap(([link, target, anchor = '']) => {
      const file = target ? path.join(path.dirname(document), target) : document;
      const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading));
      return headings.includes(anchor) ? [] : link;
    });
    return missing.map((name) => `${document}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('documents name only commands that exist', () => {
  const missing = documents.flatMap((document) => {
    const commands = [
      ...[...read(document).matchAll(/\bnpm run (?:-s )?([\w:-]+)(?=(.*))/g)].map(
        ([, name = '', rest = '']): [string, string[]] => [name, scriptsOf(/ -w ([@\w/-]+)/.exec(rest)?.[1])],
      ),
      ...argumentsOf(document, 'npm run bench --').map((name): [string, string[]] => [name, benches()]),
      ...argumentsOf(document, 'npm test --').map((name): [string, string[]] => [name, testSteps()]),
      ...argumentsOf(document, '(?:npm run role --|npm run doctor --|role\\.cjs|doctor\\.cjs)').map(
        (name): [string, string[]] => [name, Object.keys(ROLES)],
      ),
    ];
    return commands
      .filter(([name, known]) => !known.includes(name))
      .map(([name]) => name)
      .map((name) => `${document}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('documents name only release commands and options that exist', () => {
  const missing = documents.flatMap((document) => {
    const tool = [...filesIn('shell/platform/release/cli'), ...filesIn('shell/platform/ops/watch')]
      .map(read)
      .join('\n');
    const names = [...tool.matchAll(/\.command\('([\w-]+)/g)].map(([, name]) => name);
    const calls = [...read(document).matchAll(/\brelease -- ((?:--[\w-]+ )*)([a-z][\w-]*)?([^`#\n&|]*)/g)];
    const unknown = calls.flatMap(([, before = '', name, after = '']) => [
      ...(name === undefined || names.includes(name) ? [] : [name]),
      ...[...`${before} ${after}`.matchAll(/--([\w-]+)/g)].flatMap(([option, word]) =>
        word === 'help' || tool.includes(`'--${word}`) || tool.includes(`, --${word}`) ? [] : option,
      ),
    ]);
    return unknown.map((name) => `${document}: ${name}`);
  });
  expect(missing).toEqual([]);
});

/** Variables of the machine, and those that one of our processes sets for another. */
const NO_SETTINGS = /^(?:PATH|CI|INIT_CWD|REMOTE_KIT|RENDERER_VERSION|PLAYWRIGHT_\w+|AWS_SDK_\w+)$/;

test('the configuration names every setting that a role reads, and the defaults of the API', () => {
  const table = read('shell/docs/configuration.md');
  const rowOf = (name: string) =>
    table.split('\n').find((row) => row.startsWith('|') && row.includes(`\`${name}\``));
  const code = sources.filter(
    (file) =>
      /^(?:api\/src|shell\/(?:platform|packages\/node))\/.*\.ts$/.test(file) &&
      !/\.test\.|\/testing\//.test(file),
  );
  const used = code.flatMap((file) => found(file, /process\.env\.([A-Z][A-Z0-9_]+)/g));
  const ofApi = [...read('api/src/platform/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): (.+),$/gm)];
  expect(ofApi.length).toBeGreaterThan(40);
  const unnamed = [...used, ...ofApi.map(([, name = '']) => name)].filter(
    (name) => !NO_SETTINGS.test(name) && rowOf(name) === undefined,
  );
  const otherDefaults = ofApi.flatMap(([, name = '', schema = '']) => {
    const [, preset] = /\.default\((?:')?([\d.]+|(?<=')[\w.]+)'?\)$/.exec(schema) ?? [];
    // The ports of a whole site follow its first port.
    const isNamed = preset === undefined || name.endsWith('_PORT') || rowOf(name)?.includes(preset);
    return isNamed ? [] : `${name}: ${preset}`;
  });
  expect([...new Set(unnamed), ...otherDefaults]).toEqual([]);
});

test('documents name only roles that exist', () => {
  const missing = documents.flatMap((document) => {
    const names = found(document, /\broles? `([a-z]+)`/g);
    return names.filter((name) => !isRole(name)).map((name) => `${document}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('the glossary names every role', () => {
  const [roles = ''] = /^\| role .*$/m.exec(read('shell/docs/glossary.md')) ?? [];
  expect([...roles.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(Object.keys(ROLES).sort());
});

const oldWords = z
  .array(z.object({ old: z.string(), use: z.string(), pattern: z.string() }))
  .parse(JSON.parse(read('shell/packages/node/old-words.json')));

test('the pattern of each old word matches it and not the word to use', () => {
  const wrong = oldWords.filter(
    ({ old, use, pattern }) => !new RegExp(pattern).test(old) || new RegExp(pattern).test(use),
  );
  expect(wrong).toEqual([]);
});

test('documents, workflows and settings use the words of the glossary', () => {
  const files = [
    ...documents,
    ...filesIn('.github'),
    ...sources.filter((file) => /\.(?:yml|conf|json)$/.test(file)),
  ];
  const found = files
    .filter((file) => !/^api\/content|(?:specification|glossary)\.md$|old-words\.json$/.test(file))
    .flatMap((file) =>
      oldWords.flatMap(({ use, pattern }) =>
        [...read(file).matchAll(new RegExp(pattern, 'g'))].map(([word]) => `${file}: ${word} → ${use}`),
      ),
    );
  expect(found).toEqual([]);
});

test('each decision has its parts and a dated line in the index', () => {
  const index = read('shell/docs/decisions/README.md');
  const wrong = decisions
    .filter((file) => !file.endsWith('/README.md'))
    .filter((file) => {
      const [, number = '', title = ''] = /^# (\d{4}): (.+)\n/.exec(read(file)) ?? [];
      const parts = [...read(file).matchAll(/^## (.+)$/gm)].map(([, part]) => part).join();
      const line = new RegExp(`^- \\d{4}-\\d\\d-\\d\\d \\[${number}: `, 'm');
      return !(
        path.basename(file).startsWith(`${number}-`) &&
        parts === 'Problem,Options,Choice,Consequences' &&
        line.test(index) &&
        index.includes(`[${number}: ${title}](${path.basename(file)})`)
      );
    });
  expect(wrong).toEqual([]);
});

test.each(remoteNames())('%s has an owner and a row with its budgets', (remote) => {
  const [, owner] = new RegExp(`^/mfe-${remote}/ (@isa/\\S+)$`, 'm').exec(read('.github/CODEOWNERS')) ?? [];
  const budget = z.object({ start: z.number(), all: z.number() });
  const { sizes } = z
    .object({ isa: z.object({ sizes: budget }) })
    .parse(JSON.parse(read(`mfe-${remote}/package.json`))).isa;
  const { start, all } = sizes;
  const rows = read('shell/docs/contributing.md').split('\n');
  const cells = rows.find((row) => row.startsWith(`| [${remote}]`))?.split(/ *\| */);
  expect([cells?.[2], cells?.[4], cells?.[5]]).toEqual([`\`${owner}\``, `${start} bytes`, `${all} bytes`]);
});

test('the changelog begins with the version of the package, and each version is older than the one before', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
  const versions = found('shell/docs/changelog.md', /^## (.+)$/gm);
  expect(versions[0]).toBe(version);
  const newestFirst = [...versions].sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  expect(versions).toEqual(newestFirst);
});

/** @returns what the first group of a pattern matches in a document. */
function found(document: string, pattern: RegExp): readonly string[] {
  return [...read(document).matchAll(pattern)].flatMap(([, name]) => name ?? []);
}

/** @returns the words that follow a command and name something, up to its first option or placeholder. */
function argumentsOf(document: string, command: string): readonly string[] {
  return found(document, new RegExp(`${command}((?: [a-z][a-z-]*)+)(?=[\`\\s.,;)])`, 'g')).flatMap((words) =>
    words.trim().split(' '),
  );
}

/** @returns the scripts of the project's package.json, or of a workspace's. */
function scriptsOf(workspace: string | undefined): string[] {
  const schema = z.object({ name: z.string(), scripts: z.record(z.string(), z.string()).optional() });
  const manifests = ['package.json', ...sources.filter((file) => path.basename(file) === 'package.json')];
  return manifests
    .map((file) => schema.parse(JSON.parse(read(file))))
    .filter(({ name }) => name === (workspace ?? 'isa'))
    .flatMap(({ scripts = {} }) => Object.keys(scripts));
}

function benches(): string[] {
  return readdirSync(path.join(root, 'shell/tooling/bench')).map((file) => path.basename(file, '.ts'));
}

function testSteps(): string[] {
  const names = read('shell/tooling/commands/test.ts').matchAll(/(?:name: |tool\()'([\w-]+)'/g);
  return ['all', ...[...names].flatMap(([, name]) => name ?? [])];
}

/** GitHub's anchor of a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

function markdownIn(folder: string): readonly string[] {
  return filesIn(folder).filter((file) => file.endsWith('.md'));
}

/** Paths below the project, without installed packages and builds. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isFile()) return file;
    return entry.isDirectory() && !['node_modules', 'dist', '.data'].includes(entry.name)
      ? filesIn(file)
      : [];
  });
}
