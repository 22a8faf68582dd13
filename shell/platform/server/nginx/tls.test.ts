import { once } from 'node:events';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { connect as tlsConnect } from 'node:tls';
import { generate } from 'selfsigned';
import { freePort } from '../../../packages/node/processes';
import { nginxProgram, startNginxWith } from '../../../../api/testing/nginx-process';
import { nginxConfiguration } from './configuration';
import { describeWithNginx, useHosting } from './testing/hosting';

const hosting = useHosting();

/**
 * The score by the rules of MDN's HTTP Observatory (algorithm 5: `@mdn/mdn-http-observatory` 1.4.8), for a site that
 * redirects to https and whose scripts all have `integrity`, which other tests check. A broken rule counts as 0.
 */
function observatoryScore(headers: IncomingHttpHeaders): number {
  const text = (name: string) => String(headers[name] ?? '');
  const policy = new Map(
    text('content-security-policy')
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  );
  const scripts = policy.get('script-src') ?? ['*'];
  const hasBaseline =
    Number(/max-age=(\d+)/.exec(text('strict-transport-security'))?.[1]) >= 15_768_000 &&
    text('x-content-type-options') === 'nosniff' &&
    headers['set-cookie'] === undefined &&
    !scripts.some((source) => /^(?:data:|https?:|\*|'unsafe-.*')$/.test(source)) &&
    ![...policy.values()].flat().some((source) => source.startsWith('http:')) &&
    policy.has('object-src');
  const extra: readonly [points: number, isMet: boolean][] = [
    [5, ![...policy.values()].flat().some((source) => source.startsWith("'unsafe-"))],
    [5, /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/.test(text('referrer-policy'))],
    [5, policy.get('frame-ancestors')?.join() === "'none'"],
    [10, text('cross-origin-resource-policy') === 'same-origin'],
    [5, true], // This rule is subresource integrity.
  ];
  return hasBaseline ? 100 + extra.reduce((sum, [points, isMet]) => sum + (isMet ? points : 0), 0) : 0;
}

describeWithNginx('nginx with a certificate', () => {
  it('serves HTTP/2 over TLS, and redirects pages but no calls of the API from port 80', async () => {
    const pems = await generate([{ name: 'commonName', value: 'academy.example' }], { keyType: 'ec' });
    const tls = {
      certificate: await hosting().put('tls/site.pem', pems.cert),
      key: await hosting().put('tls/site.key', pems.private),
    };
    const configuration = await nginxConfiguration({ ...hosting().options, tls });
    const securePort = await freePort();
    const secured = await startNginxWith(nginxProgram ?? '', ({ port }) =>
      configuration
        .replaceAll(/listen \[::\]:\d+[^;]*;/g, '')
        .replaceAll('listen 443 ', `listen 127.0.0.1:${securePort} `)
        .replace('listen 80;', `listen 127.0.0.1:${port};`),
    );
    try {
      const plain = await fetch(`${secured.url}/isa-basket`, {
        redirect: 'manual',
        headers: { Host: 'academy.example' },
      });
      expect([plain.status, plain.headers.get('location')]).toEqual([
        301,
        expect.stringMatching(/^https:.*\/isa-basket$/),
      ]);
      // The suite is one that only old clients need.
      const old = tlsConnect({
        port: securePort,
        ca: pems.cert,
        maxVersion: 'TLSv1.2',
        ciphers: 'ECDHE-ECDSA-AES128-SHA',
      });
      await expect(once(old, 'secureConnect')).rejects.toThrow(/handshake failure/);
      const older = tlsConnect({
        port: securePort,
        ca: pems.cert,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      });
      await expect(once(older, 'secureConnect')).rejects.toThrow(/protocol version/);
      const call = await fetch(`${secured.url}/api/books`, {
        redirect: 'manual',
        headers: { Host: 'academy.example' },
      });
      expect([call.status, call.headers.get('location')]).toEqual([403, null]);
      const session = connect(`https://127.0.0.1:${securePort}`, {
        ca: pems.cert,
        servername: 'academy.example',
        checkServerIdentity: () => undefined,
      });
      const stream = session.request({ ':path': '/isa-basket' });
      const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
      // nginx resets open sessions when it stops, which would fail the test.
      session.destroy();
      expect([headers[':status'], headers['strict-transport-security']]).toEqual([
        200,
        'max-age=31536000; includeSubDomains',
      ]);
      expect(observatoryScore(headers)).toBe(125);
    } finally {
      await secured.stop();
    }
  });
});
