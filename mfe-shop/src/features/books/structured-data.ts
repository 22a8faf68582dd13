import { academy, type Book, toDecimal } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type StructuredData } from '@isa/contract';
import { isPack } from '../../shared/volumes';

/** A book for sale as https://schema.org/Book and https://schema.org/Product. */
export function bookJsonLd(
  book: Omit<Book, 'content' | 'contents' | 'offerLink'>,
  description: string,
  origin: string,
): StructuredData {
  const url = origin + paths.book(book.id);
  return {
    '@type': isPack(book) ? 'Product' : ['Book', 'Product'],
    '@id': url,
    name: book.title,
    description,
    image: origin + book.imgSrc,
    url,
    sku: `ISA-BOOK-${book.id}`,
    brand: { '@type': 'Organization', name: academy.name },
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
      availability: `https://schema.org/${book.soldOut ? 'SoldOut' : book.preOrder ? 'PreOrder' : 'InStock'}`,
    },
  };
}
