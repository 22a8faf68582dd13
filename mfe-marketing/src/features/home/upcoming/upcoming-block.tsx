import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Band,
  Button,
  Caption,
  Cluster,
  Columns,
  Heading,
  Tag,
  Text,
  TextLink,
  tokens,
  Viewfinder,
} from '@isa/ui';
import { styled } from 'styled-components';
import { enquiryAbout } from '../../../shared/enquiry-subject';
import { BlockHead } from '../block-head';
import { dottedDate, type UpcomingCourse } from './upcoming-course';

const CourseFile = styled(Viewfinder)`
  display: grid;
  gap: ${tokens.space(6)};
  padding: clamp(${tokens.space(6)}, 4vw, ${tokens.space(12)});
`;

const Dates = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0 0.6em;
  font-family: ${tokens.font.mono};
  font-size: clamp(1.375rem, 0.9rem + 2.2vw, 2.5rem);
  line-height: 1.25;
  letter-spacing: -0.03em;
  font-variant-numeric: tabular-nums;
  color: var(--isa-accent);
  time {
    white-space: nowrap;
  }
`;

export interface UpcomingRun extends UpcomingCourse {
  readonly past: boolean;
}

/** Specification §1. */
export function UpcomingBlock({ run }: { readonly run: UpcomingRun }) {
  return (
    <Band tone="night" id="latest-courses" aria-labelledby="latest-courses-title">
      <Columns from="lg" widths="4fr 8fr" gap={10} wideGap={tokens.space(20)}>
        <BlockHead caption="Schedule" id="latest-courses-title" title="Our Upcoming Courses" />
        <CourseFile>
          <Cluster justify="space-between" gap={3}>
            <Caption as="span">File 06 / Surveillance</Caption>
            {run.past && <Tag>This run is over</Tag>}
          </Cluster>
          <Heading level={3} size="lg">
            {run.title}
          </Heading>
          <Dates>
            <time dateTime={run.from}>{dottedDate(run.from)}</time>
            <span>to</span>
            <time dateTime={run.to}>{dottedDate(run.to)}</time>
          </Dates>
          <Text muted>
            {run.past
              ? 'The run on these dates has taken place. New dates are set as soon as a group is complete: ask for the next run and apply on the contact form.'
              : 'Places are limited by the number of vehicles. Please apply on the contact form.'}
          </Text>
          <Cluster gap={5}>
            <Button as={Link} to={paths.contact} state={enquiryAbout(run.title)}>
              {run.past ? 'Ask for the next run' : 'Apply on the contact form'}
            </Button>
            <TextLink as={Link} to={paths.course(run.slug)} mark="arrow">
              About this course
            </TextLink>
          </Cluster>
        </CourseFile>
      </Columns>
    </Band>
  );
}
