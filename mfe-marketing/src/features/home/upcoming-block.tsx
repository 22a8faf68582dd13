import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { asElement, Band, Button, Cluster, Columns, Heading, Text, TextLink, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { enquiryAbout } from '../../shared/enquiry-subject';
import { BlockHead } from './block-head';
import { dottedDate, type UpcomingRun } from '../../shared/upcoming-run';

const Sheet = styled.div`
  display: grid;
  gap: ${tokens.space(5)};
  padding-left: clamp(${tokens.space(5)}, 4vw, ${tokens.space(12)});
  border-left: 3px solid var(--isa-accent);
`;

const NextRun = styled(Heading)`
  color: var(--isa-accent);
`;

const LastRun = styled.p`
  padding-top: ${tokens.space(5)};
  border-top: 1px solid var(--isa-line);
  font-family: ${tokens.font.mono};
  /* One line from 320 px on. */
  font-size: min(${tokens.font.size.small}, 3.5vw);
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.02em;
  color: var(--isa-muted);
`;

/** Specification §1. The run that leads is the next one, or the last one once all are over. */
export function UpcomingBlock({ run }: { readonly run: UpcomingRun }) {
  const dates = (
    <>
      <time dateTime={run.from}>{dottedDate(run.from)}</time> to{' '}
      <time dateTime={run.to}>{dottedDate(run.to)}</time>
    </>
  );
  return (
    <Band tone="night" aria-labelledby="upcoming">
      <Columns from="lg" widths="4fr 8fr" gap={10} wideGap={tokens.space(20)}>
        <BlockHead id="upcoming" title="Our Upcoming Courses" />
        <Sheet>
          <NextRun level={3} size="lg">
            <span>{'Next run: '}</span>
            {asElement(run.past ? 'dates on request' : dates)}
          </NextRun>
          <Heading level={4} size="md">
            {run.title}
          </Heading>
          <Text muted>
            {run.past
              ? 'Dates are set as soon as a group is complete. Please apply on the contact form and name the months that suit you.'
              : 'Places are limited by the number of vehicles. Please apply on the contact form.'}
          </Text>
          <Cluster gap={5}>
            <Button as={Link} to={paths.contactForm} state={enquiryAbout(run.title, { booking: true })}>
              {run.past ? 'Ask for the next run' : 'Apply on the contact form'}
            </Button>
            <TextLink as={Link} to={paths.course(run.slug)} mark="arrow">
              About this course
            </TextLink>
          </Cluster>
          {run.past && (
            <LastRun>
              <span>{'Last run: '}</span>
              {dates}
            </LastRun>
          )}
        </Sheet>
      </Columns>
    </Band>
  );
}
