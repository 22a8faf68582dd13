import { nginxConfiguration, type NginxOptions } from './configuration';
import { CDN, PAYPAL, SITE } from './testing/hosting';

describe('the configuration', () => {
  const sound: NginxOptions = {
    siteOrigin: SITE,
    cdnOrigin: CDN,
    siteFolder: '/srv/isa/site',
    storeFolder: '/srv/isa/store',
    servesStore: true,
    mediaFolder: '/srv/isa/media',
    api: '127.0.0.1:3002',
    paymentOrigins: PAYPAL,
    accessLog: '/var/log/nginx/isa.log',
  };

  it.each([
    [{ siteFolder: '/srv/isa; }' }, 'cannot stand'],
    [{ accessLog: '/var/log/isa log' }, 'cannot stand'],
    [{ siteOrigin: 'academy.example' }, 'is no origin'],
    [{ cdnOrigin: 'https://cdn.academy.example/store' }, 'is no origin'],
    [{ api: '127.0.0.1' }, 'no host and port'],
    [
      { siteOrigin: 'http://academy.example', tls: { certificate: '/a.pem', key: '/b.pem' } },
      'no https address',
    ],
  ])('refuses %j in one sentence', async (change, sentence) => {
    await expect(nginxConfiguration({ ...sound, ...change })).rejects.toThrow(sentence);
  });

  it('tells browsers to keep to https only where the site is reached by it', async () => {
    expect(await nginxConfiguration(sound)).toContain('Strict-Transport-Security');
    expect(await nginxConfiguration({ ...sound, siteOrigin: 'http://localhost:3000' })).not.toContain(
      'Strict-Transport-Security',
    );
  });

  it('leaves the store to another host where it is no folder of this machine', async () => {
    const text = await nginxConfiguration({ ...sound, servesStore: false });
    expect(text).not.toMatch(/server_name cdn\.|timing-allow-origin/i);
    expect(text).toContain(`script-src 'self' ${CDN}`);
  });

  it('ends TLS and leads port 80 there when it has a certificate', async () => {
    const text = await nginxConfiguration({
      ...sound,
      tls: { certificate: '/etc/tls/a.pem', key: '/etc/tls/a.key' },
    });
    expect(text).toContain('server_name academy.example cdn.academy.example;');
    expect(text.match(/listen 443 ssl http2;/g)).toHaveLength(2);
    expect(text).toContain('return 301 https://$host$request_uri;');
    expect(text).not.toMatch(/@[A-Z_]+@/);
  });
});
