import { formatPounds } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Band, Card, Grid, Heading, media, Price, Stack, Text, TextLink, tokens } from '@isa/ui';
import { BookMockup } from '@isa/ui/art';
import { styled } from 'styled-components';
import { isPack, packSaving, packsContaining, volumeLabel } from '../../shared/volumes';
import type { BookPageData } from './load-books';

const Offer = styled(Card)`
  display: grid;
  grid-template-columns: 112px 1fr;
  align-items: center;
  gap: ${tokens.space(5)};
  /* A single offer has the whole width. */
  &:only-child {
    grid-column: 1 / -1;
    ${media.up('md')} {
      grid-template-columns: 200px 1fr;
      gap: ${tokens.space(10)};
    }
  }
`;

export function PackOffers({ book, books }: BookPageData) {
  const offers = packsContaining(book, books).flatMap((pack) => {
    const saving = packSaving(pack, books);
    return saving ? [{ pack, saving }] : [];
  });
  if (offers.length === 0) return null;
  return (
    <Band tone="card" space="small">
      <Stack gap={6}>
        <Heading level={2}>{isPack(book) ? 'Complete the set' : 'Save with a pack'}</Heading>
        <Grid min={400} gap={6}>
          {offers.map(({ pack, saving }) => (
            <Offer key={pack.id} as="article">
              <BookMockup bookId={pack.id} />
              <Stack gap={2}>
                <Heading level={3} size="sm">
                  {volumeLabel(pack)}
                </Heading>
                <Price amount={pack.price} was={saving.separately} />
                <Text size="small" muted>
                  {`${formatPounds(saving.saved)} less than one by one, in one parcel.`}
                </Text>
                <TextLink as={Link} to={paths.book(pack.id)} mark="arrow">
                  See the pack
                </TextLink>
              </Stack>
            </Offer>
          ))}
        </Grid>
      </Stack>
    </Band>
  );
}
