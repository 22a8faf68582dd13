import { moduleGroup } from './module-groups';

describe('moduleGroup', () => {
  it.each([
    ['webpack://shell/node_modules/react-dom/cjs/react-dom-client.production.js', 'react-dom'],
    ['webpack://shell/node_modules/scheduler/index.js', 'react-dom'],
    ['webpack://shell/node_modules/react/index.js', 'react'],
    ['webpack://shell/node_modules/stylis/src/Parser.js', 'styled-components, stylis'],
    ['webpack://shell/node_modules/@module-federation/sdk/dist/index.js', 'federation runtime'],
    ['webpack://shell/node_modules/.federation/entry.1a.js', 'federation runtime'],
    ['webpack://shell/node_modules/react-router/dist/chunk.mjs', 'react-router'],
    ['webpack://shell/webpack/runtime/jsonp chunk loading', 'webpack bootstrap'],
    ['webpack://shop@1.0.0-da7f674f40/webpack/bootstrap', 'webpack bootstrap'],
    ['webpack://shell/api/contract/src/money.ts', '@isa/api-contract'],
    ['webpack://shell/contract/src/router.tsx', '@isa/contract'],
    ['webpack://shop@1.0.0-da7f674f40/shell/ui/src/art/picture.tsx', '@isa/ui'],
    ['webpack://shop@1.0.0-da7f674f40/src/features/books/book-card.tsx', 'remote: shop'],
    ['webpack://shell/src/layout/scroll.ts', 'shell: layout'],
    ['webpack://shell/src/main.tsx', 'shell: main.tsx'],
    ['webpack://shell/formats/registry.ts', 'shell: formats'],
    ['http://localhost/', 'other scripts'],
  ])('of %s is %s', (source, group) => {
    expect(moduleGroup(source)).toBe(group);
  });
});
