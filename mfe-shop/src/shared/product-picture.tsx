import { isBookId } from '@isa/api-contract';
import { Icon, tokens } from '@isa/ui';
import { BookCover } from '@isa/ui/art';
import { styled } from 'styled-components';

const PremiumTile = styled.div`
  display: grid;
  place-items: center;
  aspect-ratio: 2 / 3;
  background: ${tokens.color.night};
  color: ${tokens.color.brassLight};
  border-radius: 2px;
`;

export function ProductPicture({ productId }: { readonly productId: number }) {
  return isBookId(productId) ? (
    <BookCover bookId={productId} />
  ) : (
    <PremiumTile>
      <Icon name="unlock" size="45%" />
    </PremiumTile>
  );
}
