import { strongestConfinement } from './confinement';
import { RENDER_SCRIPT } from './renderer';

describe('a machine without bubblewrap and namespaces', () => {
  const path = process.env.PATH;
  beforeEach(() => {
    process.env.PATH = '';
  });
  afterEach(() => {
    process.env.PATH = path;
  });

  it('confines releases by Node’s permission model in development', () => {
    expect(strongestConfinement(RENDER_SCRIPT, { NODE_ENV: 'development' }).name).toBe('permissions');
  });

  it('does not render in production', () => {
    expect(() => strongestConfinement(RENDER_SCRIPT, { NODE_ENV: 'production' })).toThrow(
      'Install bubblewrap',
    );
  });

  it('renders in production where the setting accepts it', () => {
    const environment = { NODE_ENV: 'production', RENDERER_CONFINEMENT: 'permissions' };
    expect(strongestConfinement(RENDER_SCRIPT, environment).name).toBe('permissions');
  });
});
