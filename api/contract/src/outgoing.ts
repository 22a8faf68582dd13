/// <reference types="node" />
import { Socket } from 'node:net';
import { isThisMachine } from './networks';

/** Ports of addresses that name none. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  ...{ 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 },
  ...{ 'mysql:': 3306, 'mariadb:': 3306, 'redis:': 6379, 'rediss:': 6379 },
};

/** The variables with the addresses of the servers that each role may call. `store` stands for the buckets' provider. */
const REACHES = {
  web: ['DATABASE_URL', 'REDIS_URL', 'PAYPAL_API_URL', 'SITE_ORIGIN', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  jobs: ['DATABASE_URL', 'REDIS_URL', 'PAYPAL_API_URL', 'SMTP_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  office: ['DATABASE_URL', 'REDIS_URL', 'PAYPAL_API_URL', 'VIDEO_STORAGE_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  prepare: ['DATABASE_URL', 'SITE_ORIGIN'],
  backup: ['DATABASE_URL', 'REDIS_URL', 'PAYPAL_API_URL'],
  prerender: ['API_ORIGIN', 'store'],
  // Of the other origins it reads the certificates.
  watch: [
    ...['API_ORIGIN', 'SITE_ORIGIN', 'CDN_ORIGIN', 'OPS_ORIGIN', 'OFFICE_ORIGIN', 'PREVIEW_ORIGIN'],
    'store',
  ],
  ops: ['API_ORIGIN', 'SITE_ORIGIN', 'OPS_SSO_KEYS', 'store'],
  site: ['API_ORIGIN'],
} as const;

export type CallingRole = keyof typeof REACHES;

/** PayPal serves the certificates of its webhooks from this host as well. */
const ALSO: Readonly<Record<string, string>> = {
  'https://api-m.paypal.com': 'https://api.paypal.com',
  'https://api-m.sandbox.paypal.com': 'https://api.sandbox.paypal.com',
};

/** @returns the servers that a role may call: `host:port`, or `:port` for a name that a library looks up itself. */
export function serversOf(
  role: CallingRole,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { PORT, API_PORT, OPS_PORT, OFFICE_PORT, STORE_URL, SITE_URL, AWS_REGION } = environment;
  const local = (port: number | string | undefined) => (port ? `http://localhost:${port}` : undefined);
  const usesBucket = [STORE_URL, SITE_URL].some((address) => address?.startsWith('s3://'));
  const region = AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? 'us-east-1';
  const derived: Readonly<Record<string, string | undefined>> = {
    ...environment,
    API_ORIGIN: environment.API_ORIGIN || local(API_PORT || Number(PORT || 3000) + 2),
    store: usesBucket ? environment.AWS_ENDPOINT_URL_S3 || `https://s3.${region}.amazonaws.com` : undefined,
  };
  const addresses = [
    ...REACHES[role].map((variable) => derived[variable]),
    ...(role === 'site' ? [local(OPS_PORT), local(OFFICE_PORT)] : []),
  ].filter((address) => address !== undefined && address !== '' && URL.canParse(address));
  return addresses
    .flatMap((address) => (address === undefined ? [] : [address, ALSO[new URL(address).origin]]))
    .flatMap((address) => (address === undefined ? [] : [serverAt(address)]));
}

function serverAt(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  const number = Number(port) || DEFAULT_PORTS[protocol] || 0;
  // nodemailer connects to the IP address; the certificate is compared with the name before anything is sent.
  return protocol.startsWith('smtp') && !isThisMachine(hostname)
    ? serverName('', number)
    : serverName(hostname, number);
}

/** All names of this machine are one. */
export function serverName(host: string, port: number): string {
  const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  return `${isThisMachine(name) ? 'localhost' : name}:${port}`;
}

/** What a connection is opened to: the socket of another process in place of the network, itself, or nothing. */
type Way = (server: string) => { readonly path: string } | 'network' | 'refused';

/** Connections to all other servers fail, also those that a redirect leads to or that a library opens. */
export function allowOnly(servers: readonly string[]): void {
  const allowed = new Set(servers);
  routeConnections((server) =>
    allowed.has(server) || allowed.has(`:${server.split(':').at(-1)}`) ? 'network' : 'refused',
  );
}

/** Every connection of this process passes here: those of `fetch`, `node:http`, `node:tls` and of all libraries. */
export function routeConnections(route: Way): void {
  const connect: unknown = Reflect.get(Socket.prototype, 'connect');
  if (typeof connect !== 'function') throw new TypeError('This version of Node opens connections otherwise.');
  Object.defineProperty(Socket.prototype, 'connect', {
    configurable: true,
    writable: true,
    value(this: Socket, ...args: readonly unknown[]): unknown {
      const target = targetOf(args);
      if (target === undefined) return Reflect.apply(connect, this, args);
      const server = serverName(target.host, target.port);
      const way = route(server);
      if (way === 'network') return Reflect.apply(connect, this, args);
      if (way === 'refused') {
        const error = new Error(
          `This process may not connect to ${server}: no setting of its role names it.`,
        );
        process.nextTick(() => this.destroy(Object.assign(error, { code: 'ERR_OUTGOING_SERVER' })));
        return this;
      }
      const listener = args.flat().find((one) => typeof one === 'function');
      return Reflect.apply(connect, this, listener ? [way, listener] : [way]);
    },
  });
}

/** @returns `undefined` for a socket of the file system. */
function targetOf(args: readonly unknown[]): { readonly host: string; readonly port: number } | undefined {
  // `net.connect` passes its arguments as one list.
  const [first, second] = Array.isArray(args[0]) ? (args[0] as readonly unknown[]) : args;
  if (typeof first === 'object' && first !== null) {
    if ('path' in first && typeof first.path === 'string') return undefined;
    const host = 'host' in first && typeof first.host === 'string' ? first.host : 'localhost';
    return { host, port: 'port' in first ? Number(first.port) : 0 };
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return undefined;
  return { host: typeof second === 'string' ? second : 'localhost', port: Number(first) };
}
