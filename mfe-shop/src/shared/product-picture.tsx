import { isBookId } from '@isa/api-contract';
import { tokens } from '@isa/ui';
import { BookCover, PageArt } from '@isa/ui/art';
import { styled } from 'styled-components';

/** The online course's picture in the shape of a cover. */
const Premium = styled.div`
  img {
    aspect-ratio: 2 / 3;
    object-fit: cover;
    outline: 1px solid ${tokens.color.line};
  }
`;

export function ProductPicture({ productId }: { readonly productId: number }) {
  return isBookId(productId) ? (
    <BookCover bookId={productId} />
  ) : (
    <Premium>
      <PageArt name="study" />
    </Premium>
  );
}
