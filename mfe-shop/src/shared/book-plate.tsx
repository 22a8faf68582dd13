import { surface, tokens } from '@isa/ui';
import { BookMockup } from '@isa/ui/art';
import { styled } from 'styled-components';

const Plate = styled.div`
  ${surface('ink')}
  padding: clamp(${tokens.space(5)}, 3vw, ${tokens.space(8)});
  border-radius: ${tokens.radiusLarge};
  img {
    width: min(100%, 24rem);
    margin-inline: auto;
  }
`;

/** A book on a dark plate, alongside the text of a page that has no products of its own. */
export function BookPlate({ bookId }: { readonly bookId: number }) {
  return (
    <Plate aria-hidden="true">
      <BookMockup bookId={bookId} />
    </Plate>
  );
}

export const alongsidePlate = {
  from: 'lg',
  widths: '7fr 5fr',
  gap: 10,
  wideGap: tokens.space(20),
  align: 'start',
} as const;
