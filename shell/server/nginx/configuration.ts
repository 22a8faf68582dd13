import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../tools/user-error';
import { securityHeaders } from '../security-headers';
import { headersOf } from '../../store/storage/headers';
import type { RouteTable } from '../../formats/route-table';
import { PRIVATE_FOLDERS } from '../../formats/release';
import { root } from '../../tools/folders';
import { routeMaps } from './route-maps';

export interface NginxOptions {
  /** Scheme and host under which visitors know the site. */
  readonly siteOrigin: string;
  /** Scheme and host under which the store is served. */
  readonly cdnOrigin: string;
  /** Where compositions are made; nginx follows its `current`. */
  readonly siteFolder: string;
  /** What the composition in use has at which address; without it redirects are pages, and case counts. */
  readonly table?: Pick<RouteTable, 'routes'> | undefined;
  readonly storeFolder: string;
  /** The store is a folder of this machine, and nginx its CDN; else `cdnOrigin` is another host. */
  readonly servesStore: boolean;
  /** Imported recordings (`MEDIA_FOLDER`). */
  readonly mediaFolder: string;
  /** Host and port of the API. */
  readonly api: string;
  /** Host and port of the site process, which answers for the operators' pages; without it they are away. */
  readonly ops?: string | undefined;
  /** Origins of the payment buttons, beside the CDN's. */
  readonly paymentOrigins: readonly string[];
  /** Ends TLS here; without it something in front of nginx does, or nobody. */
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined;
  readonly accessLog: string;
}

/** What compressed copies are made of (`release/pack.ts`, `store/site-folder.ts`), apart from pages. */
const COMPRESSED = ['js', 'css', 'svg', 'json', 'txt', 'xml', 'webmanifest', 'vtt'] as const;
/** What is compressed in itself. */
const OTHERS = ['avif', 'gif', 'ico', 'jpg', 'jpeg', 'mp4', 'pdf', 'png', 'webm', 'webp', 'woff2'] as const;

/** For a map that has nothing to say yet. */
const NO_LINES = '# None when this was written.';

/** The store's headers beside type and caching: open to every origin, timed by every origin. */
const STORE_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The whole configuration of nginx as the site's and the store's server. Headers come from where the site's own
 * server takes them, types and caching from where the store takes them.
 * @throws UserError when an option would break out of the configuration.
 */
export async function nginxConfiguration(options: NginxOptions): Promise<string> {
  requireHarmless(options);
  const [template, store, apiHttp, apiServer] = await Promise.all([
    read('shell/server/nginx/isa.conf'),
    read('shell/server/nginx/store.conf'),
    read('api/nginx/http.conf'),
    read('api/nginx/server.conf'),
  ]);
  const { siteFolder, storeFolder, servesStore, mediaFolder, siteOrigin, cdnOrigin, tls } = options;
  const security = securityHeaders({
    scriptOrigins: [cdnOrigin, ...options.paymentOrigins],
    httpsOnly: siteOrigin.startsWith('https:'),
  });
  const maps = routeMaps(options.table ?? { routes: [] });
  const common = {
    ACCESS_LOG: options.accessLog,
    STORE_FOLDER: storeFolder,
    IMMUTABLE: headersOf('shop/1.0.0/any.js')['cache-control'] ?? '',
  };
  return fill(template, {
    ...common,
    API_HTTP: exchange(apiHttp, [['server 127.0.0.1:3002;', `server ${options.api};`]]),
    API_SERVER: exchange(apiServer, [
      ['/srv/isa/.data/media/', `${mediaFolder}/`],
      ['/srv/isa/api/content/media/lessons/', `${path.join(root, 'api/content/media/lessons')}/`],
      // Where TLS ends in front of nginx, visitors came by https all the same.
      ['X-Forwarded-Proto $scheme;', `X-Forwarded-Proto ${new URL(siteOrigin).protocol.slice(0, -1)};`],
    ]),
    OPS: options.ops ? opsLocation(options.ops, siteOrigin) : '# The operators’ pages are not served here.',
    HTTPS_REDIRECT: tls
      ? redirects(servesStore ? [siteOrigin, cdnOrigin] : [siteOrigin])
      : '# TLS ends elsewhere, or nowhere.',
    SITE_LISTEN: listens(siteOrigin, tls),
    SITE_FOLDER: siteFolder,
    SECURITY_HEADERS: addHeaders(security),
    COMPRESSED: COMPRESSED.join('|'),
    SITE_TYPES: typeLocations('@former_shells'),
    STORE_SERVER: servesStore
      ? fill(store, {
          ...common,
          CDN_LISTEN: listens(cdnOrigin, tls),
          STORE_HEADERS: addHeaders(STORE_HEADERS),
          PRIVATE: PRIVATE_FOLDERS.join('|'),
          STORE_TYPES: typeLocations('=404'),
        })
      : `# The store is served elsewhere: ${cdnOrigin}`,
    REDIRECTS: maps.redirects || NO_LINES,
    PAGES: maps.pages || NO_LINES,
    FRAMES: maps.frames || NO_LINES,
    ALL_TYPES: typesOf([...COMPRESSED, ...OTHERS]),
  });
}

function read(file: string): Promise<string> {
  return readFile(path.join(root, file), 'utf8');
}

/** @param otherwise where to look when the file is not there. */
function typeLocations(otherwise: string): string {
  // A copy's name ends in `.br`, which says nothing of what is in it: one location for each type.
  const compressed = COMPRESSED.map((ending) =>
    [
      `location ~ \\.${ending}$ {`,
      '    types { }',
      `    default_type "${typeOf(ending)}";`,
      `    try_files $uri$isa_copy $uri ${otherwise};`,
      '}',
    ].join('\n'),
  );
  const others = [
    `location ~ \\.(?:${OTHERS.join('|')})$ {`,
    '    types {',
    ...typesOf(OTHERS)
      .split('\n')
      .map((line) => `        ${line}`),
    '    }',
    `    try_files $uri ${otherwise};`,
    '}',
  ].join('\n');
  return [...compressed, others].join('\n');
}

function typesOf(endings: readonly string[]): string {
  return endings.map((ending) => `"${typeOf(ending)}" ${ending};`).join('\n');
}

function typeOf(ending: string): string {
  return headersOf(`any.${ending}`)['content-type'] ?? 'application/octet-stream';
}

function addHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `add_header ${name} "${value}" always;`)
    .join('\n');
}

function listens(origin: string, tls: NginxOptions['tls']): string {
  const { hostname, port, protocol } = new URL(origin);
  if (!tls) {
    const plain = port || '80';
    return [`listen ${plain};`, `listen [::]:${plain};`, `server_name ${hostname};`].join('\n');
  }
  if (protocol !== 'https:')
    throw new UserError(`${origin} is no https address, but a certificate was given.`);
  return [
    `listen ${port || '443'} ssl http2;`,
    `listen [::]:${port || '443'} ssl http2;`,
    `server_name ${hostname};`,
    `ssl_certificate "${tls.certificate}";`,
    `ssl_certificate_key "${tls.key}";`,
    'ssl_protocols TLSv1.2 TLSv1.3;',
    'ssl_session_cache shared:isa_tls:10m;',
    'ssl_session_timeout 1d;',
  ].join('\n');
}

/** Port 80 leads to https. */
function redirects(origins: readonly string[]): string {
  return [
    'server {',
    '    listen 80;',
    '    listen [::]:80;',
    `    server_name ${origins.map((origin) => new URL(origin).hostname).join(' ')};`,
    '    server_tokens off;',
    '    return 301 https://$host$request_uri;',
    '}',
  ].join('\n');
}

function opsLocation(address: string, siteOrigin: string): string {
  return [
    'location /ops {',
    `    proxy_pass http://${address};`,
    '    proxy_http_version 1.1;',
    '    proxy_set_header Connection "";',
    '    proxy_set_header Host $http_host;',
    '    proxy_set_header X-Forwarded-For $remote_addr;',
    `    proxy_set_header X-Forwarded-Proto ${new URL(siteOrigin).protocol.slice(0, -1)};`,
    '}',
  ].join('\n');
}

/** Puts values in place of `@NAME@`; one of several lines keeps the place's indentation. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .replaceAll(/^( *)(.*?)@([A-Z_]+)@/gm, replaceAllOf)
    .replaceAll(/@([A-Z_]+)@/g, (_whole, name: string) => value(name));

  function replaceAllOf(whole: string, indent: string, before: string, name: string): string {
    if (before !== '') return whole;
    return value(name)
      .trimEnd()
      .split('\n')
      .map((line) => (line ? indent + line : line))
      .join('\n');
  }
  function value(name: string): string {
    const found = values[name];
    if (found === undefined) throw new Error(`The template of nginx's configuration asks for ${name}.`);
    return found;
  }
}

function exchange(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((result, [from, to]) => {
    if (!result.includes(from))
      throw new Error(`The API's part of nginx's configuration no longer says ${from}`);
    return result.replaceAll(from, to);
  }, text);
}

/** Nothing that a person passes in may end a directive. @throws UserError */
function requireHarmless(options: NginxOptions): void {
  const { siteOrigin, cdnOrigin, paymentOrigins, api, ops = api, tls } = options;
  const { siteFolder, storeFolder, mediaFolder, accessLog } = options;
  for (const origin of [siteOrigin, cdnOrigin]) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new UserError(`"${origin}" is no origin: write https://academy.example, without a path.`);
    }
  }
  for (const address of [api, ops]) {
    if (!/^[\w.:[\]-]+:\d+$/.test(address)) throw new UserError(`"${address}" is no host and port.`);
  }
  for (const text of [
    ...paymentOrigins,
    siteFolder,
    storeFolder,
    mediaFolder,
    accessLog,
    tls?.certificate ?? '',
    tls?.key ?? '',
  ]) {
    if (/[\s;"'{}$#\\]/.test(text)) throw new UserError(`"${text}" cannot stand in nginx's configuration.`);
  }
}
