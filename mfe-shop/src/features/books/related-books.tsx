import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Band, Caption, Heading, media, Price, Stack, tokens } from '@isa/ui';
import { BookCover } from '@isa/ui/art';
import { styled } from 'styled-components';
import { BookTitle } from '../../shared/book-title';
import { relatedBooks, volumeLabel, volumesOfPack } from '../../shared/volumes';
import type { BookPageData } from './load-books';

const Row = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${tokens.space(8)} ${tokens.space(5)};
  ${media.up('md')} {
    grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr));
    gap: ${tokens.space(8)};
    /* The two covers of a small pack would be larger than on their own pages. */
    &:not(:has(> :nth-child(3))) a {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: ${tokens.space(6)};
      > :first-child {
        width: 9rem;
      }
      > :last-child {
        flex: 1 1 10rem;
      }
    }
  }
`;

const Item = styled(Link)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${tokens.space(3)};
  color: inherit;
  text-decoration: none;
  &:hover h3 {
    text-decoration: underline;
    text-decoration-thickness: 1px;
  }
`;

/** The volumes of a pack, or other ones. */
export function RelatedBooks({ book, books }: BookPageData) {
  const inside = volumesOfPack(book, books);
  const related = inside.length > 0 ? inside : relatedBooks(book, books, 4);
  if (related.length === 0) return null;
  return (
    <Band space="small">
      <Stack gap={8}>
        <Heading level={2}>{inside.length > 0 ? 'In this pack' : 'Related volumes'}</Heading>
        <Row>
          {related.map((other) => (
            <li key={other.id}>
              <Item to={paths.book(other.id)}>
                <BookCover bookId={other.id} />
                <Stack gap={1}>
                  <Caption>{volumeLabel(other)}</Caption>
                  <Heading level={3} size="sm">
                    <BookTitle title={other.title} />
                  </Heading>
                  <Price amount={other.price} size="small" />
                </Stack>
              </Item>
            </li>
          ))}
        </Row>
      </Stack>
    </Band>
  );
}
