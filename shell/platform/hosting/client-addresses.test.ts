import { readFile } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import { calls } from '@isa/api-contract';
import { startApi } from '../../../api/testing/api';
import { startOffice } from '../../../api/testing/office';
import { serve } from '../../../api/testing/test-server';
import { OperatorsFixture } from '../ops/pages/testing/operators-fixture';
import { PROXIES } from './testing/proxies';

/** An address of this machine that no server and no proxy uses. */
const CLIENT = '127.9.8.7';
const CLIENT_NETWORK = '127.9.8.0/24';

/** A proxy that appends the address of its client, as balancers do. @returns its origin. */
async function startProxy(target: string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const address = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress];
    const headers = { ...incoming.headers, 'x-forwarded-for': address.filter(Boolean).join(', ') };
    const forwarded = send(target + (incoming.url ?? ''), { method: incoming.method ?? 'GET', headers });
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  return (await serve(proxy)).origin;
}

/** Sends a request from `CLIENT`, which claims to be somebody else each time. @returns the status. */
function post(origin: string, host: string, path: string, type: string, body: string): Promise<number> {
  const forged = `6.6.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ host, 'content-type': type, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
      'x-forwarded-for': `${forged}, 7.7.7.7`,
    };
    send(origin + path, { method: 'POST', localAddress: CLIENT, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body);
  });
}

/** The networks that a security log names. */
function networksOf(lines: readonly object[]): readonly unknown[] {
  return [...new Set(lines.map((line) => ('network' in line ? line.network : undefined)))];
}

describe.each(Object.entries(PROXIES))('in %s, forged addresses', (_deployment, proxies) => {
  const behind = async (origin: string, count: string) => {
    let outermost = origin;
    for (let index = 0; index < Number(count); index += 1) outermost = await startProxy(outermost);
    return outermost;
  };

  /** Starts the API or the office, and repeats a request until it is refused. */
  async function attempts(role: 'web' | 'office', path: string, type: string, body: string) {
    const api = await startApi({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: proxies[role] } });
    const own = role === 'web' ? api.url : (await startOffice(api)).url;
    const origin = await behind(own, proxies[role]);
    const statuses: number[] = [];
    while (statuses.length < 60 && !statuses.includes(429)) {
      statuses.push(await post(origin, new URL(own).host, path, type, body));
    }
    const log = await readFile(api.deps.env.securityLog ?? '', 'utf8');
    const lines = log.trim().split('\n');
    return { statuses, networks: networksOf(lines.map((line) => JSON.parse(line) as object)) };
  }

  it('neither lift the limits of the API nor enter its security log', async () => {
    const body = JSON.stringify({ email: 'nobody@example.org' });
    const { statuses, networks } = await attempts('web', calls.forgotPassword.path, 'application/json', body);
    expect(statuses).toContain(429);
    expect(networks).toEqual([CLIENT_NETWORK]);
  });

  it('neither lift the limit of logins to the office nor enter its security log', async () => {
    const body = new URLSearchParams({ email: 'nobody@example.org', password: 'a guess', code: '123456' });
    const form = 'application/x-www-form-urlencoded';
    const { statuses, networks } = await attempts('office', '/login', form, body.toString());
    expect(statuses).toContain(429);
    expect(networks).toEqual([CLIENT_NETWORK]);
  });

  it('neither lift the limit of logins to the operators’ pages nor enter their security log', async () => {
    const fixture = await OperatorsFixture.open({ trustedProxies: Number(proxies.ops) });
    const origin = await behind(fixture.origin, proxies.ops);
    const body = new URLSearchParams({ who: 'Eve', token: 'a guess' }).toString();
    const form = 'application/x-www-form-urlencoded';
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      statuses.push(await post(origin, new URL(fixture.origin).host, '/ops/login', form, body));
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(networksOf(fixture.events)).toEqual([CLIENT_NETWORK]);
  });
});
