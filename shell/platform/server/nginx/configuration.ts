import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import {
  CHECKOUT,
  COMPRESSED,
  FILE_CACHE,
  HIDDEN_FILES,
  IMMUTABLE,
  OTHERS,
  PAGE_AS_DICTIONARY,
  REVALIDATED,
  SHELL_FILES,
} from '../../formats/host-rules';
import { PRIVATE_FOLDERS } from '../../formats/release';
import type { RouteTable } from '../../formats/route-table';
import { headersOf } from '../../store/storage/headers';
import { root } from '../../../packages/node/folders';
import { UserError } from '../../../packages/node/user-error';
import { CDN_HEADERS } from '../cdn-server';
import type { SiteHeaders } from '../headers-at';
import { securityHeaders, type SecurityOptions } from '../security-headers';
import { routeMaps } from './route-maps';

export interface NginxOptions extends Pick<
  SecurityOptions,
  'paymentOrigins' | 'mediaOrigins' | 'formOrigins'
> {
  readonly siteOrigin: string;
  readonly cdnOrigin: string;
  /** The folder with the site builds, whose link `current` nginx follows. */
  readonly siteFolder: string;
  /** The current site build's routes. Without it, addresses are case-sensitive and redirects are pages. */
  readonly table?: Pick<RouteTable, 'routes'> | undefined;
  readonly storeFolder: string;
  /** Whether nginx serves the store from a local folder; otherwise another host serves `cdnOrigin`. */
  readonly servesStore: boolean;
  /** The folder of imported recordings (`MEDIA_FOLDER`). */
  readonly mediaFolder: string;
  /** Host and port of each process of the role web. */
  readonly api: readonly string[];
  /** Other origins, each served by the process at its host and port: the operators' pages, and previews. */
  readonly forwarded?: readonly { readonly origin: string; readonly address: string }[];
  /** The header in which a single sign-on proxy names the operator; visitors cannot send it. */
  readonly operatorHeader: string;
  /** Networks of the balancers in front, whose `X-Forwarded-For` is trusted: `10.0.0.0/8`. */
  readonly balancers?: readonly string[] | undefined;
  /** Without a certificate a proxy in front terminates TLS, or nothing does. */
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined;
  readonly accessLog: string;
}

/** Mozilla's intermediate recommendation, version 5.7, without the suites that have no forward secrecy by ECDHE. */
const TLS_1_2_CIPHERS = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
] as const;

const TEMPLATES = {
  site: 'shell/platform/server/nginx/isa.conf',
  store: 'shell/platform/server/nginx/store.conf',
  apiHttp: 'api/nginx/http.conf',
  apiServer: 'api/nginx/server.conf',
} as const;
export const NGINX_TEMPLATES = Object.values(TEMPLATES);

const EMPTY_MAP = '# No entries.';

/**
 * nginx as site server and CDN, with the headers, types and cache lifetimes of the project's own servers.
 * @throws UserError when an option could change the configuration's structure.
 */
export async function nginxConfiguration(options: NginxOptions): Promise<string> {
  requireSafe(options);
  const read = (file: string) => readFile(path.join(root, file), 'utf8');
  const [template, store, apiHttp, apiServer] = await Promise.all([
    read(TEMPLATES.site),
    read(TEMPLATES.store),
    read(TEMPLATES.apiHttp),
    read(TEMPLATES.apiServer),
  ]);
  const { siteFolder, storeFolder, servesStore, mediaFolder, siteOrigin, cdnOrigin, tls } = options;
  const security = securityHeaders({
    ...options,
    scriptOrigins: [cdnOrigin],
    httpsOnly: siteOrigin.startsWith('https:'),
  });
  const others = (options.forwarded ?? []).map(({ origin }) => origin);
  const maps = routeMaps(options.table ?? { routes: [] });
  const { accessLog } = options;
  const errorLog = path.isAbsolute(accessLog)
    ? path.join(path.dirname(accessLog), 'isa-error.log')
    : 'stderr';
  const common = { ACCESS_LOG: accessLog, ERROR_LOG: errorLog, STORE_FOLDER: storeFolder, IMMUTABLE };
  return fill(template, {
    ...common,
    API_HTTP: substitute(apiHttp, [
      [
        'server 127.0.0.1:3002 fail_timeout=2s;',
        options.api.map((address) => `server ${address} fail_timeout=2s;`).join('\n    '),
      ],
    ]),
    API_SERVER: substitute(apiServer, [
      ['/srv/isa/.data/media/', `${mediaFolder}/`],
      ['/srv/isa/api/content/media/lessons/', `${path.join(root, 'api/content/media/lessons')}/`],
      // Visitors use https also where a proxy in front of nginx terminates TLS.
      ['X-Forwarded-Proto $scheme;', `X-Forwarded-Proto ${protocolOf(siteOrigin)};`],
    ]),
    HTTPS_REDIRECT: tls
      ? httpsRedirect([siteOrigin, ...(servesStore ? [cdnOrigin] : []), ...others], options)
      : '# TLS is not terminated here.',
    SITE_LISTEN: listenDirectives(siteOrigin, options),
    SITE_FOLDER: siteFolder,
    PAGE_AS_DICTIONARY,
    HEADERS_BY_PATH: headerMaps(security),
    SECURITY_HEADERS: addHeaders(headerValues(security)),
    COMPRESSED: COMPRESSED.join('|'),
    REVALIDATED,
    FILE_CACHE: FILE_CACHE.map(cacheLine).join('\n'),
    HIDDEN_FILES,
    SHELL_FILES,
    SITE_TYPES: typeLocations('@former_shells'),
    STORE_SERVER: servesStore
      ? fill(store, {
          ...common,
          CDN_LISTEN: listenDirectives(cdnOrigin, options),
          STORE_HEADERS: addHeaders(CDN_HEADERS),
          PRIVATE: PRIVATE_FOLDERS.join('|'),
          STORE_TYPES: typeLocations('=404'),
        })
      : `# Another host serves the store: ${cdnOrigin}`,
    FORWARDED: (options.forwarded ?? []).map((one) => forwardingServer(one, options)).join('\n'),
    REDIRECTS: maps.redirects || EMPTY_MAP,
    PAGES: maps.pages || EMPTY_MAP,
    CANONICAL: maps.canonical || EMPTY_MAP,
    LISTS: maps.lists || EMPTY_MAP,
    FRAMES: maps.frames || EMPTY_MAP,
    GONE: maps.gone || EMPTY_MAP,
    ALL_TYPES: typesOf([...COMPRESSED, ...OTHERS]).join('\n'),
  });
}

function cacheLine([path, value]: (typeof FILE_CACHE)[number]): string {
  return path ? `"~${path.replace(/\$$/, '(?:\\.br)?$')}" "${value}";` : `default "${value}";`;
}

/** The deltas of scripts and of the registry. */
const DELTAS: Readonly<Record<string, string>> = {
  js: '$uri$isa_delta ',
  json: '$uri$isa_page_delta ',
};

/** @param fallback the last argument of `try_files`. */
function typeLocations(fallback: string): string {
  // Each type has a location, because the extension of a compressed copy does not show its content type.
  const compressed = COMPRESSED.flatMap((extension) => [
    `location ~ \\.${extension}$ {`,
    '    types { }',
    `    default_type "${typeOf(extension)}";`,
    `    try_files ${DELTAS[extension] ?? ''}$uri$isa_copy $uri ${fallback};`,
    '}',
  ]);
  return [
    ...compressed,
    `location ~ \\.(?:${OTHERS.join('|')})$ {`,
    '    types {',
    ...typesOf(OTHERS).map((line) => `        ${line}`),
    '    }',
    `    try_files $uri ${fallback};`,
    '}',
  ].join('\n');
}

function typesOf(extensions: readonly string[]): readonly string[] {
  return extensions.map((extension) => `"${typeOf(extension)}" ${extension};`);
}

function typeOf(extension: string): string {
  return headersOf(`any.${extension}`)['content-type'];
}

function addHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `add_header ${name} "${value}" always;`)
    .join('\n');
}

const headerNames = ({ usual, checkout }: SiteHeaders) => Object.keys({ ...usual, ...checkout });
const variableOf = (name: string) => `$isa_${name.toLowerCase().replaceAll('-', '_')}`;

/** Creates a map for each header whose value depends on the path. nginx omits a header with an empty value. */
function headerMaps(security: SiteHeaders): string {
  return headerNames(security)
    .filter((name) => security.usual[name] !== security.checkout[name])
    .map((name) => {
      const { usual, checkout } = security;
      return `map $isa_page ${variableOf(name)} {\n    default "${usual[name] ?? ''}";\n    "~*${CHECKOUT}" "${checkout[name] ?? ''}";\n}`;
    })
    .join('\n');
}

function headerValues({ usual, checkout }: SiteHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    headerNames({ usual, checkout }).map((name) => [
      name,
      usual[name] === checkout[name] ? (usual[name] ?? '') : variableOf(name),
    ]),
  );
}

function protocolOf(origin: string): string {
  return new URL(origin).protocol.slice(0, -1);
}

function listenDirectives(origin: string, { tls, balancers }: NginxOptions): string {
  const { hostname, port, protocol } = new URL(origin);
  if (tls && protocol !== 'https:') {
    throw new UserError(`A certificate needs an https origin, and ${origin} is not one.`);
  }
  const socket = tls ? `${port || '443'} ssl http2` : port || '80';
  return [
    `listen ${socket};`,
    `listen [::]:${socket};`,
    `server_name ${hostname};`,
    ...realAddress(balancers),
    ...(tls
      ? [
          `ssl_certificate "${tls.certificate}";`,
          `ssl_certificate_key "${tls.key}";`,
          'ssl_protocols TLSv1.2 TLSv1.3;',
          `ssl_ciphers ${TLS_1_2_CIPHERS.join(':')};`,
          'ssl_prefer_server_ciphers off;',
          'ssl_ecdh_curve X25519:prime256v1:secp384r1;',
          'ssl_session_tickets off;',
          'ssl_session_cache shared:isa_tls:10m;',
          'ssl_session_timeout 1d;',
        ]
      : []),
  ].join('\n');
}

/** Lines that take the visitor's address instead of the balancer's, for logs and limits. */
function realAddress(balancers: readonly string[] = []): readonly string[] {
  if (balancers.length === 0) return [];
  return [
    ...balancers.map((network) => `set_real_ip_from ${network};`),
    'real_ip_header X-Forwarded-For;',
    'real_ip_recursive on;',
  ];
}

function httpsRedirect(origins: readonly string[], { accessLog, balancers }: NginxOptions): string {
  return [
    'server {',
    '    listen 80;',
    '    listen [::]:80;',
    `    server_name ${origins.map((origin) => new URL(origin).hostname).join(' ')};`,
    ...realAddress(balancers).map((line) => `    ${line}`),
    `    access_log ${accessLog} isa;`,
    '    server_tokens off;',
    // Only pages redirect: a program that calls the API without TLS must notice it (OWASP ASVS 5.0, 4.1.2).
    '    location ~ ^/api(?:/|$) { return 403; }',
    '    location / { return 301 https://$host$request_uri; }',
    '}',
  ].join('\n');
}

function forwardingServer(
  { origin, address }: { readonly origin: string; readonly address: string },
  options: NginxOptions,
): string {
  return [
    'server {',
    ...listenDirectives(origin, options)
      .split('\n')
      .map((line) => `    ${line}`),
    `    access_log ${options.accessLog} isa;`,
    '    server_tokens off;',
    '    location / {',
    `        proxy_pass http://${address};`,
    '        proxy_http_version 1.1;',
    '        proxy_set_header Connection "";',
    '        proxy_set_header Host $http_host;',
    '        proxy_set_header X-Forwarded-For $remote_addr;',
    `        proxy_set_header X-Forwarded-Proto ${protocolOf(origin)};`,
    '        proxy_set_header X-Request-Id $request_id;',
    `        proxy_set_header ${options.operatorHeader} "";`,
    '    }',
    '}',
  ].join('\n');
}

/** Replaces each `@NAME@` with its value. A value of several lines gets the placeholder's indentation. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .replaceAll(/^( *)@([A-Z_]+)@/gm, (_match, indent: string, name: string) =>
      valueOf(name)
        .trimEnd()
        .replaceAll(/^(?=.)/gm, indent),
    )
    .replaceAll(/@([A-Z_]+)@/g, (_match, name: string) => valueOf(name));

  function valueOf(name: string): string {
    const value = values[name];
    if (value === undefined) throw new Error(`The nginx template has an unknown placeholder: ${name}.`);
    return value;
  }
}

/** @throws Error when the text does not contain a replaced phrase. */
function substitute(text: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) {
      throw new Error(`The API's nginx configuration does not contain "${from}".`);
    }
    return result.replaceAll(from, to);
  }, text);
}

/** Rejects options that would end a directive. @throws UserError */
function requireSafe(options: NginxOptions): void {
  const { siteOrigin, cdnOrigin, paymentOrigins = [], mediaOrigins = [], formOrigins = [], tls } = options;
  const { api, balancers = [], forwarded = [], siteFolder, storeFolder, mediaFolder, accessLog } = options;
  for (const origin of [siteOrigin, cdnOrigin, ...forwarded.map((one) => one.origin)]) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new UserError(
        `"${origin}" is not an origin. Write it as https://academy.example, without a path.`,
      );
    }
  }
  if (api.length === 0) throw new UserError('Name the host and port of the API with --api.');
  for (const address of [...api, ...forwarded.map((one) => one.address)]) {
    if (!/^[\w.:[\]-]+:\d+$/.test(address)) throw new UserError(`"${address}" is not a host and port.`);
  }
  for (const network of balancers) {
    const [address = '', bits, ...rest] = network.split('/');
    if (isIP(address) === 0 || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
      throw new UserError(`"${network}" is not an address or a network such as 10.0.0.0/8.`);
    }
  }
  const files = [siteFolder, storeFolder, mediaFolder, accessLog, tls?.certificate, tls?.key];
  for (const text of [...paymentOrigins, ...mediaOrigins, ...formOrigins, ...files]) {
    if (text !== undefined && /[\s;"'{}$#\\]/.test(text)) {
      throw new UserError(`"${text}" contains a character that the nginx configuration does not allow.`);
    }
  }
}
