import { calls, formatPounds, messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost, useRequest } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Caption, Columns, EmptyState, media, Price, Skeleton, Stack, Text, tokens } from '@isa/ui';
import { BookCover } from '@isa/ui/art';
import { css, styled } from 'styled-components';
import { isPack, packSaving, volumeLabel } from '../../shared/volumes';

/** Rows on phones, columns on wider screens. */
const Shelf = styled.ul`
  display: grid;
  gap: ${tokens.space(5)};
  ${media.up('sm')} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: ${tokens.space(6)};
  }
`;

const coverAndPrice = css`
  display: grid;
  grid-template-columns: 88px minmax(0, 1fr);
  align-items: center;
  gap: ${tokens.space(5)};
  ${media.up('sm')} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${tokens.space(3)};
  }
`;

const Pack = styled(Link)`
  ${coverAndPrice}
  color: inherit;
  text-decoration: none;
  &:hover p:first-child {
    text-decoration: underline;
  }
`;

const PackShape = styled.div`
  ${coverAndPrice}
`;

/** What is shown instead of lines and summary: the packs, with which most readers begin. */
export function EmptyBasket() {
  const { api } = useHost();
  const { data, status } = useRequest('books', (signal) => api(calls.listBooks, {}, { signal }));
  const packs = data?.books.filter(isPack) ?? [];
  return (
    <Columns from="lg" widths="5fr 7fr" gap={6} wideGap={tokens.space(16)} align="center">
      <EmptyState
        title={messages.shop.emptyBasket}
        action={
          <Button as={Link} to={paths.books} size="large">
            See the books
          </Button>
        }
      />
      {status === 'loading' && (
        <Shelf aria-hidden="true">
          {[1, 2, 3].map((pack) => (
            <li key={pack}>
              <PackShape>
                <Skeleton ratio="418 / 600" />
                <Skeleton height={76} />
              </PackShape>
            </li>
          ))}
        </Shelf>
      )}
      {data && packs.length > 0 && (
        <Shelf aria-label="Packs">
          {packs.map((pack) => {
            const saving = packSaving(pack, data.books);
            return (
              <li key={pack.id}>
                <Pack to={paths.book(pack.id)}>
                  <BookCover bookId={pack.id} />
                  <Stack gap={1}>
                    <Caption>{volumeLabel(pack)}</Caption>
                    <Price amount={pack.price} size="small" />
                    {saving && <Text size="small" muted>{`Saves ${formatPounds(saving.saved)}`}</Text>}
                  </Stack>
                </Pack>
              </li>
            );
          })}
        </Shelf>
      )}
    </Columns>
  );
}
