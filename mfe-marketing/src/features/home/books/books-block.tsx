import { formatPounds, SHIPPING_PRICE } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Caption, Container, Heading, Lead, media, Price, Section, Tag, TextLink, tokens } from '@isa/ui';
import { BookMockup } from '@isa/ui/art';
import { styled } from 'styled-components';
import { bookTitle } from '../../../shared/book-title';
import { linkedCard, stretchedLink } from '../../../shared/stretched-link';
import type { BookOffer } from './book-offers';

const Head = styled.div`
  display: grid;
  gap: ${tokens.space(4)};
  margin-bottom: ${tokens.space(10)};
`;

const Offers = styled.ul`
  display: grid;
  gap: ${tokens.space(6)};
  ${media.up('md')} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;

const Offer = styled.li`
  ${linkedCard}
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  align-items: center;
  img {
    transition: transform ${tokens.motion};
  }
  ${media.hover} {
    &:hover img {
      transform: translateY(-4px);
    }
  }
  ${media.up('md')} {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto 1fr;
    align-items: stretch;
  }
`;

const Picture = styled.div`
  padding: ${tokens.space(3)};
  ${media.up('md')} {
    padding: ${tokens.space(6)} clamp(${tokens.space(6)}, 3vw, ${tokens.space(12)}) 0;
  }
`;

const Words = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(5)} ${tokens.space(5)} ${tokens.space(5)} 0;
  ${media.up('md')} {
    padding: ${tokens.space(4)} ${tokens.space(7)} ${tokens.space(7)};
  }
`;

const Name = styled.a`
  ${stretchedLink}
`;

const Money = styled.div`
  display: grid;
  gap: ${tokens.space(1)};
  margin-top: auto;
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${tokens.space(3)} ${tokens.space(8)};
  margin-top: ${tokens.space(8)};
`;

/**
 * Three offers: both volumes and their bundle. Where an offer leads is the book data's affair, possibly
 * another site, so the links are plain ones that load a page (specification §1).
 */
export function BooksBlock({ offers }: { readonly offers: readonly BookOffer[] }) {
  return (
    <Section aria-labelledby="books">
      <Container>
        <Head>
          <Caption tone="accent">Exhibit A / Printed matter</Caption>
          <Heading level={2} size="xl" id="books">
            The handbook, in two volumes
          </Heading>
          <Lead>
            What the courses teach, on paper: exercises, forms and map sheets for the desk and the glove box.
          </Lead>
        </Head>
        <Offers>
          {offers.map(({ id, title, offerLink, price, oldPrice, currency }) => (
            <Offer key={id}>
              <Picture>
                <BookMockup bookId={id} />
              </Picture>
              <Words>
                {id === 3 && <Tag tone="accent">Promo bundle</Tag>}
                <Heading level={3} size="sm">
                  <Name href={offerLink}>{bookTitle(title)}</Name>
                </Heading>
                <Money>
                  <Price amount={price} was={oldPrice} />
                  <Caption as="span">
                    {currency} / shipping {formatPounds(SHIPPING_PRICE)} per order
                  </Caption>
                </Money>
              </Words>
            </Offer>
          ))}
        </Offers>
        <Foot>
          <TextLink as={Link} to={paths.books} mark="arrow">
            All eight books and packs
          </TextLink>
        </Foot>
      </Container>
    </Section>
  );
}
