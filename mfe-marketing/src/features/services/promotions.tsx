import type { Book } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Card, Columns, Grid, Heading, Price, Stack, Text, TextLink, tokens } from '@isa/ui';
import { BookCover } from '@isa/ui/art';
import { styled } from 'styled-components';
import { bookTitle } from '../../shared/book-title';
import { enquiryAbout } from '../../shared/enquiry-subject';
import { PointList } from '../../shared/point-list';
import { promotionPrice, promotions } from './consultancy';

const Volume = styled.div`
  display: grid;
  grid-template-columns: minmax(6rem, 9rem) 1fr;
  align-items: center;
  gap: ${tokens.space(6)};
`;

export type VolumeSummary = Pick<Book, 'id' | 'title' | 'link' | 'price'>;

export function Volumes({ volumes }: { readonly volumes: readonly VolumeSummary[] }) {
  return (
    <Stack gap={10}>
      <Stack gap={4}>
        <Heading level={2}>Two books to begin with</Heading>
        <Text muted>
          Volumes 1 and 2 contain the vocabulary, the forms and the exercises that we work with in a
          consultation.
        </Text>
      </Stack>
      <Grid min={440} gap={10}>
        {volumes.map(({ id, title, link, price }) => (
          <Volume key={id}>
            <BookCover bookId={id} />
            <Stack gap={3} align="start">
              <Heading level={3} size="sm">
                {bookTitle(title)}
              </Heading>
              <Price amount={price} size="small" />
              <TextLink as={Link} to={link} mark="arrow">
                See volume {id}
              </TextLink>
            </Stack>
          </Volume>
        ))}
      </Grid>
    </Stack>
  );
}

const Offer = styled(Card)`
  display: grid;
  grid-template-rows: auto auto 1fr auto;
  gap: ${tokens.space(4)};
  align-content: start;
  ul {
    font-size: ${tokens.font.size.small};
  }
`;

export function Promotions() {
  return (
    <Stack gap={10}>
      <Stack gap={4}>
        <Heading level={2}>Promotions</Heading>
        <Text muted>
          Three ways to start, at 130 GBP each: to read and ask, to study, or to watch. They are arranged on
          the contact form; nothing is paid in advance.
        </Text>
      </Stack>
      <Columns from="md" widths="1fr 1fr 1fr" gap={6}>
        {promotions.map(({ title, text, receive }) => (
          <Offer key={title}>
            <Heading level={3}>{title}</Heading>
            <Text muted>{text}</Text>
            <PointList points={receive} />
            <Price amount={promotionPrice} size="large" />
          </Offer>
        ))}
      </Columns>
      <div>
        <Button as={Link} to={paths.contact} state={enquiryAbout('Consultation')}>
          Arrange a consultation
        </Button>
      </div>
    </Stack>
  );
}
