import { environmentFor, excessVariables, isRole, missingVariables, ROLES } from './roles';

const EVERYTHING = {
  PATH: '/bin',
  PORT: '3000',
  DATABASE_URL: 'mysql://localhost/isa',
  REDIS_URL: 'redis://:secret@localhost',
  APP_SECRET: 'a secret',
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtp://localhost',
  VIDEO_STORAGE_SECRET: 'secret',
  AWS_SECRET_ACCESS_KEY: 'secret',
  OPS_TOKEN: 'control',
  RELEASE_KEY_REGISTRY: 'key',
  RELEASE_KEY_SHOP: 'key',
};
const SETTINGS = ['PATH', 'PORT', 'PAYPAL_CLIENT_ID'];

describe('the environment of a role', () => {
  it.each([
    ['web', ['DATABASE_URL', 'REDIS_URL', 'APP_SECRET', 'PAYPAL_CLIENT_SECRET', 'VIDEO_STORAGE_SECRET']],
    ['prepare', ['DATABASE_URL']],
    ['prerender', ['AWS_SECRET_ACCESS_KEY']],
    ['watch', ['AWS_SECRET_ACCESS_KEY', 'RELEASE_KEY_REGISTRY']],
    ['ops', ['AWS_SECRET_ACCESS_KEY', 'OPS_TOKEN', 'RELEASE_KEY_REGISTRY']],
    ['site', []],
  ] as const)('the environment of %s contains its own secrets only', (role, secrets) => {
    expect(Object.keys(environmentFor([role], EVERYTHING)).sort()).toEqual([...SETTINGS, ...secrets].sort());
  });

  it('never contains the key of a team', () => {
    for (const role of Object.keys(ROLES).filter(isRole)) {
      expect(environmentFor([role], EVERYTHING)).not.toHaveProperty('RELEASE_KEY_SHOP');
    }
  });

  it('is checked for secrets of other roles', () => {
    expect(
      excessVariables(['prepare'], { DATABASE_URL: 'mysql://x', APP_SECRET: 'x', SMTP_URL: '' }),
    ).toEqual(['APP_SECRET']);
    expect(excessVariables(['site'], { OPS_TOKEN_SECOND: 'x' })).toEqual(['OPS_TOKEN_SECOND']);
    expect(excessVariables(['ops'], { OPS_TOKEN_SECOND: 'x' })).toEqual([]);
  });

  it('is checked for what the role needs in production', () => {
    expect(missingVariables('ops', { NODE_ENV: 'production' })).toEqual(['OPS_TOKEN']);
    expect(missingVariables('ops', { NODE_ENV: 'production', OPS_TOKEN: 'x' })).toEqual([]);
    expect(
      missingVariables('ops', { NODE_ENV: 'production', OPS_SSO_ISSUER: 'https://id.academy.example' }),
    ).toEqual([]);
    expect(missingVariables('ops', {})).toEqual([]);
  });
});
