import { isBookId } from '@isa/api-contract';
import { BookCover, PageArt } from '@isa/ui/art';

/** A book's cover, or the online course's picture, which is as wide and lower. */
export function ProductPicture({ productId }: { readonly productId: number }) {
  return isBookId(productId) ? <BookCover bookId={productId} /> : <PageArt name="study" />;
}
