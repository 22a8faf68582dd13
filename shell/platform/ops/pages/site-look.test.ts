import { readFileSync } from 'node:fs';
import path from 'node:path';
import fonts from '../../../../api/src/staff-pages/fonts.json';
import { createStaffPages } from '../../../../api/src/staff-pages/layout';
import { html } from '../../../../api/src/http/html';
import { STYLE } from '../../../../api/src/staff-pages/style';
import { root } from '../../../packages/node/folders';

const read = (name: string) => readFileSync(path.join(root, 'shell/packages/ui/src', name));

/** Tints behind a coloured line of state, and texts on the dark bar. */
const OWN_COLOURS = ['#d5dbe5', '#eaf3ee', '#faf1dd', '#fbe9e7'];

describe('the pages of staff and operators', () => {
  it.each(Object.entries(fonts))('have the site’s %s', (name, base64) => {
    expect(Buffer.from(base64, 'base64').equals(read(`fonts/files/${name}.woff2`))).toBe(true);
  });

  it('have the site’s colours', () => {
    const site = `${String(read('foundation/surfaces.ts'))}${String(read('foundation/tokens.ts'))}`;
    const colours = new Set(STYLE.match(/#[0-9a-f]{6}\b/g));
    expect(colours.size).toBeGreaterThan(10);
    expect([...colours].filter((colour) => !site.includes(colour))).toEqual(OWN_COLOURS);
  });

  it('have the site’s logo', () => {
    const { markup } = createStaffPages({ area: 'A', home: '/', sections: {}, fonts: '/fonts' })({
      ...{ title: '', body: html``, path: '/' },
    });
    const lines = [...String(read('art/logo.tsx')).matchAll(/ d="([^"]+)"/g)].map(([, line = '']) => line);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(markup).toContain(`d="${line}"`);
  });
});
