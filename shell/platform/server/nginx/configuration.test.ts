import { nginxConfiguration, type NginxOptions } from './configuration';
import { CDN, PAYPAL, SITE } from './testing/hosting';

describe('nginxConfiguration', () => {
  const valid: NginxOptions = {
    siteOrigin: SITE,
    cdnOrigin: CDN,
    siteFolder: '/srv/isa/site',
    storeFolder: '/srv/isa/store',
    servesStore: true,
    mediaFolder: '/srv/isa/media',
    api: ['127.0.0.1:3002'],
    operatorHeader: 'X-Forwarded-Email',
    paymentOrigins: PAYPAL,
    accessLog: '/var/log/nginx/isa.log',
  };

  it.each([
    [{ siteFolder: '/srv/isa; }' }, 'does not allow'],
    [{ accessLog: '/var/log/isa log' }, 'does not allow'],
    [{ siteOrigin: 'academy.example' }, 'is not an origin'],
    [{ cdnOrigin: 'https://cdn.academy.example/store' }, 'is not an origin'],
    [{ api: ['127.0.0.1'] }, 'is not a host and port'],
    [{ forwarded: [{ origin: 'ops.example', address: '127.0.0.1:3004' }] }, 'is not an origin'],
    [{ forwarded: [{ origin: 'https://ops.example', address: 'localhost' }] }, 'is not a host and port'],
    [{ balancers: ['10.0.0.0/8; deny all'] }, 'is not an address or a network'],
    [{ mediaOrigins: ['https://videos.example; script-src *'] }, 'does not allow'],
    [
      { siteOrigin: 'http://academy.example', tls: { certificate: '/a.pem', key: '/b.pem' } },
      'needs an https origin',
    ],
  ])('rejects %j', async (change, message) => {
    await expect(nginxConfiguration({ ...valid, ...change })).rejects.toThrow(message);
  });

  it('requires https only for a site that is served over https', async () => {
    expect(await nginxConfiguration(valid)).toContain('Strict-Transport-Security');
    expect(await nginxConfiguration({ ...valid, siteOrigin: 'http://localhost:3000' })).not.toContain(
      'Strict-Transport-Security',
    );
  });

  it('allows recordings from an object storage', async () => {
    const text = await nginxConfiguration({ ...valid, mediaOrigins: ['https://videos.example'] });
    expect(text).toContain("media-src 'self' https://videos.example;");
  });

  it('does not serve a store that another host serves', async () => {
    const text = await nginxConfiguration({ ...valid, servesStore: false });
    expect(text).not.toMatch(/server_name cdn\.|timing-allow-origin/i);
    expect(text).toContain(`script-src 'self' ${CDN}`);
  });

  it('terminates TLS and redirects port 80 when it has a certificate', async () => {
    const text = await nginxConfiguration({
      ...valid,
      forwarded: [{ origin: 'https://ops.academy.example', address: '127.0.0.1:3004' }],
      tls: { certificate: '/etc/tls/a.pem', key: '/etc/tls/a.key' },
    });
    expect(text).toContain('server_name academy.example cdn.academy.example ops.academy.example;');
    expect(text.match(/listen 443 ssl http2;/g)).toHaveLength(3);
    expect(text).toContain('return 301 https://$host$request_uri;');
    expect(text).not.toMatch(/@[A-Z_]+@/);
  });
});
