import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Button,
  Caption,
  Cluster,
  Container,
  Heading,
  media,
  Section,
  Stack,
  Tag,
  Text,
  TextLink,
  tokens,
  Viewfinder,
} from '@isa/ui';
import { styled } from 'styled-components';
import { enquiryAbout } from '../../../shared/subject';
import { dotted, type UpcomingCourse } from './upcoming-course';

const Columns = styled.div`
  display: grid;
  gap: ${tokens.space(10)};
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 4fr) minmax(0, 8fr);
    gap: ${tokens.space(20)};
  }
`;

const File = styled(Viewfinder)`
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

/** "Our Upcoming Courses": one course, one dated run, and how to apply (specification §1). */
export function UpcomingBlock({ run }: { readonly run: UpcomingRun }) {
  return (
    <Section tone="night" id="latest-courses" aria-labelledby="latest-courses-title">
      <Container>
        <Columns>
          <Stack gap={4}>
            <Caption tone="accent">Schedule</Caption>
            <Heading level={2} size="xl" id="latest-courses-title">
              Our Upcoming Courses
            </Heading>
          </Stack>
          <File>
            <Cluster justify="space-between" gap={3}>
              <Caption as="span">File 06 / Surveillance</Caption>
              {run.past && <Tag>This run is over</Tag>}
            </Cluster>
            <Heading level={3} size="lg">
              {run.title}
            </Heading>
            <Dates>
              <time dateTime={run.from}>{dotted(run.from)}</time>
              <span>to</span>
              <time dateTime={run.to}>{dotted(run.to)}</time>
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
          </File>
        </Columns>
      </Container>
    </Section>
  );
}
