import { paths } from '@isa/api-contract';

/** The only shops that the home page's offers may link to. */
const offerHosts: ReadonlySet<string> = new Set([
  'www.amazon.co.uk',
  'uk.bookshop.org',
  'www.waterstones.com',
  'www.blackwells.co.uk',
]);

/** Offers of other shops by book id (specification §2). Without one, the offer links to the book's own page. */
const offerLinks: ReadonlyMap<number, string> = new Map();

/**
 * The link of a book's offer on the home page.
 * @throws RangeError unless an external link is https and to a listed shop.
 */
export function offerLinkOf(bookId: number, links: ReadonlyMap<number, string> = offerLinks): string {
  const link = links.get(bookId);
  if (link === undefined) return paths.book(bookId);
  const { protocol, hostname, username } = URL.canParse(link) ? new URL(link) : new URL('about:blank');
  if (protocol !== 'https:' || username !== '' || !offerHosts.has(hostname)) {
    throw new RangeError(`Book ${bookId} must not be offered at ${link}.`);
  }
  return link;
}
