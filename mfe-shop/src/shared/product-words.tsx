import { type Book, isBookId, LESSON_COUNT, PREMIUM_ID } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { Icon, tokens } from '@isa/ui';
import { BookCover } from '@isa/ui/art';
import { styled } from 'styled-components';
import { excerpt } from './excerpt';

/** Characters of a product's text on its line in the basket (specification §9). */
const EXCERPT = 100;

export interface ProductWords {
  readonly title: string;
  readonly text: string | undefined;
  readonly path: string;
  readonly preOrder: boolean;
}

/**
 * How a product is named on a line. All online products are one premium access (specification §3).
 * @param title what the server or this browser knows it as, if anything.
 */
export function productWords(
  productId: number,
  title: string | undefined,
  book: Book | undefined,
): ProductWords {
  if (productId === PREMIUM_ID) {
    return {
      title: 'Premium access',
      text: `All ${LESSON_COUNT} lessons of Basic Covert Surveillance, to watch online as often as you like.`,
      path: paths.onlineCourses,
      preOrder: false,
    };
  }
  return {
    title: title ?? book?.title ?? `Book no. ${productId}`,
    text: book && excerpt(book.content, EXCERPT),
    path: paths.book(productId),
    preOrder: book?.preOrder ?? false,
  };
}

const Tile = styled.div`
  display: grid;
  place-items: center;
  aspect-ratio: 2 / 3;
  background: ${tokens.color.ink};
  color: ${tokens.color.brassLight};
  border-radius: 2px;
`;

/** A product's small picture: the book's cover, or the open lock of premium access. */
export function ProductPicture({ productId }: { readonly productId: number }) {
  return isBookId(productId) ? (
    <BookCover bookId={productId} />
  ) : (
    <Tile>
      <Icon name="unlock" size="45%" />
    </Tile>
  );
}
