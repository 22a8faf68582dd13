import { type Book, bookTitle, formatPounds, SHIPPING_PRICE } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Band, Caption, Card, Columns, Heading, Lead, media, Price, Tag, TextLink, tokens } from '@isa/ui';
import { BookMockup } from '@isa/ui/art';
import { styled } from 'styled-components';
import { CardLink } from '../../../shared/card';
import { BlockHead } from '../block-head';

/** The courses above are on the same ground. */
const BooksBand = styled(Band)`
  padding-top: 0;
`;

const Offers = styled(Columns)`
  margin-block: ${tokens.space(8)} ${tokens.space(6)};
`;

const Offer = styled(Card)`
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
    grid-template: auto 1fr / minmax(0, 1fr);
    align-items: stretch;
  }
  ${media.up('lg')} {
    grid-template: auto / minmax(0, 2fr) minmax(0, 3fr);
  }
`;

const Picture = styled.div`
  padding: ${tokens.space(3)};
  ${media.up('md')} {
    padding: ${tokens.space(6)} ${tokens.space(6)} 0;
  }
  ${media.up('lg')} {
    align-self: center;
    padding: ${tokens.space(4)} 0 ${tokens.space(4)} ${tokens.space(4)};
  }
`;

const Details = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(5)} ${tokens.space(5)} ${tokens.space(5)} 0;
  ${media.up('md')} {
    padding: ${tokens.space(5)};
  }
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
      <Offers as="ul" from="md" widths="1fr 1fr 1fr" gap={6}>
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
