import { type Book, calls, formatPounds, isRecorded, watchableToday } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost, useRequest } from '@isa/contract';
import { Card, Cluster, Heading, media, Price, Skeleton, Stack, Tag, Text, tokens } from '@isa/ui';
import { BookCover, PageArt } from '@isa/ui/art';
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

/** Picture and texts, and the price at the end of the row where there is room. */
const CourseCard = styled(Card)`
  display: grid;
  grid-template-columns: 88px minmax(0, 1fr);
  gap: ${tokens.space(3)} ${tokens.space(5)};
  align-items: start;
  > :last-child {
    grid-column: 2;
  }
  ${media.up('md')} {
    grid-template-columns: 11rem minmax(0, 1fr) auto;
    column-gap: ${tokens.space(8)};
    align-items: center;
    > :last-child {
      grid-column: auto;
    }
  }
  img {
    border-radius: ${tokens.radius};
  }
`;

/** What is shown instead of lines and summary: the packs, with which most readers begin, and the online course. */
export function EmptyBasket() {
  const { api } = useHost();
  const { data, status } = useRequest('books', (signal) => api(calls.listBooks, {}, { signal }));
  const books = data?.books ?? [];
  const packs = books.filter(isPack);
  return (
    <Stack gap={6}>
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
      <OnlineCourse />
    </Stack>
  );
}

function OnlineCourse() {
  const { api } = useHost();
  const { data } = useRequest('lessons', (signal) => api(calls.listLessons, {}, { signal }));
  if (!data) return null;
  const { lessons, premium } = data;
  return (
    <CourseCard interactive as="article">
      <PageArt name="study" />
      <Stack gap={2}>
        <Heading level={3} size="sm">
          <CardTitle to={paths.onlineCourses}>{premium.title}</CardTitle>
        </Heading>
        <Text size="small" muted>
          {watchableToday(lessons.filter(isRecorded).length, lessons.length)}
        </Text>
      </Stack>
      <Price amount={premium.price} />
    </CourseCard>
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
