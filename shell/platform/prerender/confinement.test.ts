import { networkInterfaces } from 'node:os';
import { findConfinement } from './confinement';
import { RENDER_SCRIPT } from './renderer';

jest.mock('node:os', () => ({ ...jest.requireActual<object>('node:os'), networkInterfaces: jest.fn() }));

describe('a machine without bubblewrap', () => {
  const path = process.env.PATH;
  beforeEach(() => {
    process.env.PATH = '';
  });
  afterEach(() => {
    process.env.PATH = path;
  });

  it('is no barrier in development, and the log says what is rendered', () => {
    const { isBarrier, description } = findConfinement(RENDER_SCRIPT, { NODE_ENV: 'development' });
    expect(isBarrier).toBe(false);
    expect(description).toContain('only releases which this machine has signed are rendered');
  });

  it('does not render in production', () => {
    expect(() => findConfinement(RENDER_SCRIPT, { NODE_ENV: 'production' })).toThrow('Install bubblewrap');
  });

  it('renders in a container without a network', () => {
    jest.mocked(networkInterfaces).mockReturnValue({ lo: [] });
    const environment = { NODE_ENV: 'production', RENDERER_CONFINEMENT: 'container' };
    expect(findConfinement(RENDER_SCRIPT, environment).isBarrier).toBe(true);
  });

  it('refuses a container with a network', () => {
    jest.mocked(networkInterfaces).mockReturnValue({ lo: [], eth0: [] });
    expect(() => findConfinement(RENDER_SCRIPT, { RENDERER_CONFINEMENT: 'container' })).toThrow(
      'this container has a network (eth0)',
    );
  });
});

it.each(['permissions', 'namespaces', 'none'])('refuses RENDERER_CONFINEMENT=%s', (setting) => {
  expect(() => findConfinement(RENDER_SCRIPT, { RENDERER_CONFINEMENT: setting })).toThrow('is unknown');
});
