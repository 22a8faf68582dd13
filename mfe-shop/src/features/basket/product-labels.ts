import { type Book, LESSON_COUNT, PREMIUM_ID } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { excerpt } from '../../shared/excerpt';
import { knownProduct } from '../../shared/known-products';

/** Characters of a product's text on its basket line (specification §9). */
const EXCERPT = 100;

/** Texts and link of a basket line. All online products are one premium access (specification §3). */
export function productLabels(
  productId: number,
  title: string | undefined,
  book: Book | undefined,
  premiumOffer: string | undefined,
) {
  if (productId === PREMIUM_ID) {
    return {
      title: 'Premium access',
      text: [`All ${LESSON_COUNT} lessons of Basic Covert Surveillance.`, premiumOffer].join(' ').trim(),
      path: paths.onlineCourses,
    };
  }
  return {
    title: title ?? knownProduct(productId)?.title ?? book?.title ?? `Book no. ${productId}`,
    text: book && excerpt(book.content, EXCERPT),
    path: paths.book(productId),
  };
}
