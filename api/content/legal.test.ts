import { legalPageSchema } from '@isa/api-contract/schemas';
import { courses } from './courses';
import { sampleContact } from '@isa/api-contract';
import { legalPages } from './legal';

const pages = legalPages(sampleContact);

const html = (slug: string) =>
  pages
    .filter((page) => page.slug === slug)
    .flatMap(({ sections }) => sections.map((section) => section.html))
    .join('\n');

describe('legal pages', () => {
  it('are the five of the footer and match the contract’s schema', () => {
    expect(pages.map(({ slug }) => slug)).toEqual([
      'terms-and-conditions',
      'disclaimer',
      'privacy-policy',
      'copyright-policy',
      'cookie-policy',
    ]);
    for (const page of pages) expect(legalPageSchema.parse(page)).toEqual(page);
  });

  it('name every cookie that is set and no other', () => {
    const first = pages.find(({ slug }) => slug === 'cookie-policy')?.sections[0]?.html ?? '';
    const names = [...first.matchAll(/<td><code>([^<]+)<\/code>/g)].map(([, name]) => name);
    expect(names).toEqual(['token', 'isa-session', 'basket', 'isa-checkout', 'isa-device', 'isa-login-link']);
  });

  it('explain the waiver for digital content, the 14 days for books and the VAT of each line', () => {
    const terms = html('terms-and-conditions');
    expect(terms).toContain('lose the right to cancel once access has begun');
    expect(terms).toContain('14 days after the day on which you receive them');
    expect(terms).toMatch(/Printed books<\/td>\s*<td>0%/);
    expect(terms).toMatch(/Premium access to the online courses<\/td>\s*<td>20%/);
  });

  it('have the three sections that the home page links to', () => {
    const ids = pages[0]?.sections.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['support', 'payments', 'updates']));
  });

  it('link only to pages and sections that exist', () => {
    const anchors = new Set(
      pages.flatMap(({ slug, sections }) => [`/${slug}`, ...sections.map(({ id }) => `/${slug}#${id}`)]),
    );
    const known = new Set([...anchors, '/contact', ...courses.map(({ link }) => link)]);
    for (const { slug } of pages) {
      for (const [, href = ''] of html(slug).matchAll(/href="(\/[^"]*)"/g)) expect(known).toContain(href);
    }
  });
});
