import { type Book, toDecimal } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { isPack } from './volumes';

type Thing = Readonly<Record<string, unknown>>;

/**
 * A book as something to buy: https://schema.org/Book and https://schema.org/Product in one.
 * @param description the beginning of its text, without markup.
 */
export function bookThing(
  book: Omit<Book, 'content' | 'contents' | 'offerLink'>,
  description: string,
  origin: string,
): Thing {
  const url = origin + paths.book(book.id);
  return {
    '@type': isPack(book) ? 'Product' : ['Book', 'Product'],
    '@id': url,
    name: book.title,
    description,
    image: origin + book.imgSrc,
    url,
    sku: `ISA-BOOK-${book.id}`,
    brand: { '@type': 'Organization', name: 'International Surveillance Academy' },
    ...(!isPack(book) && {
      bookFormat: 'https://schema.org/Paperback',
      numberOfPages: book.pages,
      inLanguage: 'en-GB',
      volumeNumber: String(book.volumes[0]),
    }),
    offers: {
      '@type': 'Offer',
      url,
      price: toDecimal(book.price),
      priceCurrency: book.currency,
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${book.preOrder ? 'PreOrder' : 'InStock'}`,
    },
  };
}

/** Where a page stands: https://schema.org/BreadcrumbList. */
export function trailThing(
  items: readonly { readonly label: string; readonly to: string }[],
  origin: string,
): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: origin + to,
    })),
  };
}
