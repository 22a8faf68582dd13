import { lockedDependencies } from './locked-dependencies';

type Packages = Readonly<Record<string, object>>;
const packages: Packages = {
  '': { dependencies: {} },
  'mfe-shop': { dependencies: { payment: '^1.0.0', react: '^19.0.0', '@isa/contract': '^2.0.0' } },
  'mfe-learning': { dependencies: { react: '^19.0.0' } },
  'node_modules/payment': { version: '1.0.0', integrity: 'a', dependencies: { loader: '^1.0.0' } },
  'node_modules/payment/node_modules/loader': { version: '1.5.0', peerDependencies: { cycle: '*' } },
  'node_modules/loader': { version: '2.0.0' },
  'node_modules/cycle': { version: '1.0.0', dependencies: { payment: '*' } },
  'node_modules/react': { version: '19.0.0' },
  'node_modules/webpack': { version: '5.0.0', dependencies: { loader: '^2.0.0' } },
  'node_modules/@isa/contract': { link: true, resolved: 'shell/packages/contract' },
  'shell/packages/contract': { version: '2.0.0', dependencies: { store: '^1.0.0' } },
  'node_modules/store': { version: '1.0.0' },
};
const of = (folder: string, changed: Packages = {}, provided: readonly string[] = []) =>
  lockedDependencies(JSON.stringify({ packages: { ...packages, ...changed } }), {
    folder,
    tools: ['webpack', 'no package'],
    toolsFrom: 'shell/packages/kit',
    provided,
  });

test('contains dependencies of dependencies, of linked workspaces and of tools, where Node finds them', () => {
  expect(of('mfe-shop')).toEqual([
    'node_modules/@isa/contract  ',
    'node_modules/cycle 1.0.0 ',
    'node_modules/loader 2.0.0 ',
    'node_modules/payment 1.0.0 a',
    'node_modules/payment/node_modules/loader 1.5.0 ',
    'node_modules/react 19.0.0 ',
    'node_modules/store 1.0.0 ',
    'node_modules/webpack 5.0.0 ',
  ]);
});

test('a dependency of one app changes that app only', () => {
  const changed = { 'node_modules/payment': { version: '1.0.1', integrity: 'b' } };
  expect(of('mfe-shop', changed)).not.toEqual(of('mfe-shop'));
  expect(of('mfe-learning', changed)).toEqual(of('mfe-learning'));
});

test('the same version with other bytes is a change, and so is another tool', () => {
  const bytes = { 'node_modules/payment': { version: '1.0.0', integrity: 'b' } };
  const tool = { 'node_modules/webpack': { version: '5.0.1' } };
  for (const changed of [bytes, tool]) expect(of('mfe-shop', changed)).not.toEqual(of('mfe-shop'));
  expect(of('mfe-learning', tool)).not.toEqual(of('mfe-learning'));
});

test('what others provide does not count, nor what only that depends on', () => {
  const provided = ['react', '@isa/contract'];
  const changed = {
    'node_modules/react': { version: '19.0.1' },
    'node_modules/store': { version: '1.0.1' },
  };
  expect(of('mfe-shop', changed, provided)).toEqual(of('mfe-shop', {}, provided));
});
