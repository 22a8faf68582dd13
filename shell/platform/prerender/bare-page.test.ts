import { pageWith, registered } from '../../src/testing/releases';
import { barePage } from './bare-page';

const registry = pageWith(4, {
  name: 'shop',
  live: registered('shop', '1.0.0', {
    routes: [
      { path: '/isa-books/:bookId', title: 'Book' },
      { path: '/isa-basket', title: 'Basket </script><script>alert(1)</script>' },
    ],
    menu: [],
  }),
});

describe('barePage', () => {
  it('has the title of its route, and status 404 for unknown addresses', () => {
    const site = { registry, shellScripts: [], shellRoutes: [] };
    expect(barePage(site, '/isa-books/7').html).toContain(
      '<title>Book · International Surveillance Academy</title>',
    );
    expect(barePage(site, '/isa-basket').html).toContain('<title>Basket &lt;/script>');
    expect(barePage(site, '/nowhere')).toMatchObject({ status: 404 });
  });
});
