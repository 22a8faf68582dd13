import { type Book, bookTitle, pence } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Button, Caption, Grid, Heading, media, Price, Stack, Text, TextLink, tokens } from '@isa/ui';
import { BookCover, BookMockup, CourseArt, PageArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { enquiryAbout } from '../../shared/enquiry-subject';
import { PointList } from '../../shared/point-list';

/** The price of each promotion (specification §9). All of them are arranged by the contact form. */
const promotionPrice = pence(13000);

const promotions = [
  {
    forWhom: 'For a manager',
    title: 'Both book volumes',
    text: 'Read what a team should be able to do, then ask about your own.',
    picture: <BookMockup bookId={3} />,
    receive: [
      'Volumes 1 and 2 in print, sent before the conversation',
      'One hour with a consultant about your own case, by video',
      'A written summary of the advice',
    ],
  },
  {
    forWhom: 'For one operator',
    title: 'Online course plus both volumes',
    text: 'Learn at a desk, alongside the work.',
    picture: <PageArt name="study" />,
    receive: ['Premium access to all 33 online lessons', 'Volumes 1 and 2 in print'],
  },
  {
    forWhom: 'For an organisation',
    title: 'Attending the training',
    text: 'See a course before you send a team.',
    picture: <CourseArt slug="isa-surveillance-course-6" />,
    receive: [
      'One day on a running course for one observer',
      'Half an hour with the instructor at the end of the day',
      'The price is deducted when you book a course',
    ],
  },
] as const;

const Volume = styled.div`
  display: grid;
  grid-template-columns: minmax(4rem, 6rem) 1fr;
  align-items: center;
  gap: ${tokens.space(6)};
`;

export type VolumeSummary = Pick<Book, 'id' | 'title' | 'link' | 'price'>;

export function Volumes({ volumes }: { readonly volumes: readonly VolumeSummary[] }) {
  return (
    <Stack gap={7}>
      <Stack gap={3}>
        <Heading level={2} size="md">
          Or only the two books
        </Heading>
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
                {`See volume ${id}`}
              </TextLink>
            </Stack>
          </Volume>
        ))}
      </Grid>
    </Stack>
  );
}

/** One offer in a row: what it looks like, for whom it is, what one receives, and the price with the way to ask. */
const Offer = styled.article`
  display: grid;
  grid-template: 'picture text' auto 'list list' auto 'price price' auto / 6rem minmax(0, 1fr);
  gap: ${tokens.space(5)};
  padding-block: ${tokens.space(7)};
  border-top: 1px solid var(--isa-line-strong);
  > :first-child {
    grid-area: picture;
  }
  > ul {
    grid-area: list;
    align-content: start;
    font-size: ${tokens.font.size.small};
  }
  > :last-child {
    grid-area: price;
  }
  ${media.up('sm')} {
    grid-template: 'picture text' auto 'picture list' auto 'picture price' auto / 9rem minmax(0, 1fr);
    column-gap: ${tokens.space(8)};
  }
  ${media.up('lg')} {
    grid-template: 'picture text list price' auto / 9rem minmax(0, 5fr) minmax(0, 6fr) 11rem;
  }
`;

/** A square, so that a book, a lesson and a course look alike. */
const Picture = styled.div`
  width: 100%;
  aspect-ratio: 1;
  overflow: clip;
  border-radius: ${tokens.radius};
  background: ${tokens.color.paper};
  img {
    height: 100%;
    object-fit: cover;
    object-position: 85% 50%;
  }
`;

export function Promotions() {
  return (
    <Stack gap={10}>
      <Stack gap={4}>
        <Heading level={2}>Promotions</Heading>
        <Text muted>
          Three small ways to start, at one price: read and ask, study, or watch. We reply with the details,
          and you pay nothing until you have agreed to them.
        </Text>
      </Stack>
      <div>
        {promotions.map(({ forWhom, title, text, picture, receive }) => (
          <Offer key={title} aria-label={title}>
            <Picture>{picture}</Picture>
            <Stack gap={2}>
              <Caption tone="accent">{forWhom}</Caption>
              <Heading level={3}>{title}</Heading>
              <Text muted>{text}</Text>
            </Stack>
            <PointList points={receive} />
            <Stack gap={3} align="start">
              <Price amount={promotionPrice} />
              <Button
                as={Link}
                to={paths.contactForm}
                state={enquiryAbout(`Promotion: ${title}`)}
                variant="secondary"
                aria-label={`Ask for this offer: ${title}`}
              >
                Ask for this offer
              </Button>
            </Stack>
          </Offer>
        ))}
      </div>
    </Stack>
  );
}
