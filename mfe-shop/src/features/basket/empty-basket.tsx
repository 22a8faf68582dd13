import { type Book, calls, formatPounds } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost, useRequest } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Card, Cluster, Heading, media, Price, Skeleton, Stack, Tag, tokens } from '@isa/ui';
import { BookCover } from '@isa/ui/art';
import { styled } from 'styled-components';
import { AddToCart } from '../../shared/add-to-cart';
import { BookTitle } from '../../shared/book-title';
import { CardTitle } from '../../shared/card-title';
import { isPack, packSaving } from '../../shared/volumes';

const Shelf = styled.ul`
  display: grid;
  gap: ${tokens.space(5)};
  ${media.up('md')} {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr));
    gap: ${tokens.space(6)};
  }
`;

/** The cover alongside the texts; on tablets, which show three of them in a row, above. */
const PackCard = styled(Card)`
  display: grid;
  grid-template-columns: 88px minmax(0, 1fr);
  gap: ${tokens.space(5)};
  height: 100%;
  @media (min-width: 768px) and (max-width: 991.98px) {
    grid-template: auto 1fr / minmax(0, 1fr);
    > :first-child {
      width: 88px;
    }
  }
`;

const Texts = styled(Stack)`
  > :nth-child(2) {
    margin-top: auto;
  }
  button {
    position: relative;
    z-index: 1;
  }
`;

/** What is shown instead of lines and summary: the packs, with which most readers begin. */
export function EmptyBasket() {
  const { api } = useHost();
  const { data, status } = useRequest('books', (signal) => api(calls.listBooks, {}, { signal }));
  const books = data?.books ?? [];
  const packs = books.filter(isPack);
  return (
    <Stack gap={8}>
      <div>
        <Button as={Link} to={paths.books} size="large">
          See the books
        </Button>
      </div>
      {status === 'loading' && <Skeleton height={236} />}
      {packs.length > 0 && (
        <Stack gap={5} as="section" aria-labelledby="packs">
          <Heading level={2} size="md" id="packs">
            Save with a pack
          </Heading>
          <Shelf aria-labelledby="packs">
            {packs.map((pack) => (
              <li key={pack.id}>
                <Pack pack={pack} books={books} />
              </li>
            ))}
          </Shelf>
        </Stack>
      )}
    </Stack>
  );
}

function Pack({ pack, books }: { readonly pack: Book; readonly books: readonly Book[] }) {
  const saving = packSaving(pack, books);
  return (
    <PackCard interactive as="article">
      <BookCover bookId={pack.id} />
      <Texts gap={3} align="start">
        <Heading level={3} size="sm">
          <CardTitle to={paths.book(pack.id)}>
            <BookTitle title={pack.title} />
          </CardTitle>
        </Heading>
        <Cluster gap={2}>
          <Price amount={pack.price} />
          {saving && <Tag tone="success">{`Saves ${formatPounds(saving.saved)}`}</Tag>}
        </Cluster>
        <AddToCart book={pack} size="small" variant="secondary" name={pack.title} />
      </Texts>
    </PackCard>
  );
}
