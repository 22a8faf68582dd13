import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { asElement, Button, Heading, media, Stack, surface, Text, TextLink, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { enquiryAbout } from '../../shared/enquiry-subject';
import { BlockHead } from './block-head';
import { dottedDate, type UpcomingRun } from '../../shared/upcoming-run';

/** A strip: which course, when, and how to apply. */
const Note = styled.section`
  ${surface('night')}
  display: grid;
  gap: ${tokens.space(5)};
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 3fr) minmax(0, 5fr) auto;
    align-items: center;
    gap: ${tokens.space(10)};
  }
  padding: clamp(${tokens.space(6)}, 4vw, ${tokens.space(10)});
  border-radius: ${tokens.radiusLarge};
`;

const LastRun = styled.p`
  color: var(--isa-muted);
  font-size: ${tokens.font.size.caption};
  font-variant-numeric: tabular-nums;
`;

const NextRun = styled(Heading)`
  color: var(--isa-accent);
`;

/** Specification §1. The run that leads is the next one. Without one, a line names the run that is under way or was the last. */
export function UpcomingBlock({ run }: { readonly run: UpcomingRun }) {
  const dates = (
    <>
      <time dateTime={run.from}>{dottedDate(run.from)}</time> to{' '}
      <time dateTime={run.to}>{dottedDate(run.to)}</time>
    </>
  );
  const isUpcoming = run.status === 'upcoming';
  return (
    <Note aria-labelledby="upcoming">
      <BlockHead id="upcoming" title="Our Upcoming Courses" size="lg" />
      <Stack gap={2}>
        <NextRun level={3} size="md">
          <span>{'Next run: '}</span>
          {asElement(isUpcoming ? dates : 'dates on request')}
        </NextRun>
        <Heading level={4} size="sm">
          {run.title}
        </Heading>
        <Text size="small" muted>
          {isUpcoming
            ? 'Places are limited by the number of vehicles. Please apply on the contact form.'
            : 'Please apply on the contact form and name the months that suit you.'}
        </Text>
        {!isUpcoming && (
          <LastRun>
            <span>{run.status === 'past' ? 'Last run: ' : 'Under way: '}</span>
            {dates}
          </LastRun>
        )}
      </Stack>
      <Stack gap={5} align="start">
        <Button as={Link} to={paths.contactForm} state={enquiryAbout(run.title, { booking: true })}>
          {isUpcoming ? 'Apply on the contact form' : 'Ask for the next run'}
        </Button>
        <TextLink as={Link} to={paths.course(run.slug)} mark="arrow">
          About this course
        </TextLink>
      </Stack>
    </Note>
  );
}
