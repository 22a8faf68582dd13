import { paths } from '@isa/api-contract';
/** Shops that the home page's offers may lead to. Nothing else gets into the book data. */
const offerHosts: ReadonlySet<string> = new Set([
  'www.amazon.co.uk',
  'uk.bookshop.org',
  'www.waterstones.com',
  'www.blackwells.co.uk',
]);

/** Offers of other shops by book id (specification §2). A book without one is offered on its own page. */
const offerLinks: ReadonlyMap<number, string> = new Map();

/**
 * Where a book's offer on the home page leads.
 * @throws RangeError when an outside link is not https or not to a shop of the list.
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
