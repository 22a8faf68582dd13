import { type Book, bookTitle, formatPounds, SHIPPING_PRICE } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Band, Caption, Card, Heading, Lead, media, Price, Tag, TextLink, tokens } from '@isa/ui';
import { BookMockup } from '@isa/ui/art';
import { styled } from 'styled-components';
import { CardLink } from '../../../shared/card';
import { BlockHead } from '../block-head';

/** The courses above are on the same ground. */
const BooksBand = styled(Band)`
  padding-top: 0;
`;

const Offers = styled.ul`
  display: grid;
  gap: ${tokens.space(6)};
  margin-block: ${tokens.space(8)} ${tokens.space(6)};
  ${media.up('md')} {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr));
  }
`;

/** The book, and its details alongside it; below it where the card is narrow for its letters. */
const Offer = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  img {
    transition: transform ${tokens.motion};
  }
  ${media.hover} {
    &:hover img {
      transform: translateY(-4px);
    }
  }
`;

const Picture = styled.div`
  flex: 2 1 7rem;
  max-width: max(40%, 176px);
  padding: ${tokens.space(3)};
`;

const Details = styled.div`
  flex: 3 1 10rem;
  align-self: stretch;
  min-width: 0;
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(5)} ${tokens.space(4)};
`;

const PriceBlock = styled.div`
  display: grid;
  gap: ${tokens.space(1)};
  margin-top: auto;
`;

export type BookOffer = Pick<Book, 'id' | 'title' | 'offerLink' | 'price' | 'oldPrice' | 'currency'>;

/** The links come from the book data and may lead to another site, so they load a page (specification §1). */
export function BooksBlock({ offers }: { readonly offers: readonly BookOffer[] }) {
  return (
    <BooksBand space="medium" aria-labelledby="books">
      <BlockHead caption="Books" id="books" title="The handbook begins with two volumes">
        <Lead>
          {`The courses in print, with exercises and map sheets. Shipping is ${formatPounds(SHIPPING_PRICE)} per order.`}
        </Lead>
      </BlockHead>
      <Offers>
        {offers.map(({ id, title, offerLink, price, oldPrice, currency }) => (
          <Offer key={id} as="li" interactive padding="none">
            <Picture>
              <BookMockup bookId={id} />
            </Picture>
            <Details>
              {id === 3 && <Tag tone="accent">Promo bundle</Tag>}
              <Heading level={3} size="sm">
                <CardLink href={offerLink}>{bookTitle(title)}</CardLink>
              </Heading>
              <PriceBlock>
                <Price amount={price} was={oldPrice} />
                <Caption as="span">{currency}</Caption>
              </PriceBlock>
            </Details>
          </Offer>
        ))}
      </Offers>
      <div>
        <TextLink as={Link} to={paths.books} mark="arrow">
          All volumes and packs
        </TextLink>
      </div>
    </BooksBand>
  );
}
