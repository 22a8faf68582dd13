import { type Course, longDate } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Button, Card, Heading, media, Stack, StickyAction, Text, TextLink, tokens } from '@isa/ui';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { enquiryAbout, quoteFor } from '../../shared/enquiry-subject';
import { CourseFacts } from '../../shared/courses/course-card';
import { unbroken, type UpcomingRun } from '../../shared/upcoming-run';

const Sheet = styled(Card)`
  border-top: 3px solid var(--isa-accent);
  ${media.up('md')} {
    dl {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: ${tokens.space(8)};
    }
  }
  ${media.up('lg')} {
    position: sticky;
    top: calc(var(--isa-header-height, 5rem) + ${tokens.space(4)});
    dl {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

/** The contact form, prefilled with an application for a course. */
function ApplyButton({ course, wide = false }: { readonly course: Course; readonly wide?: boolean }) {
  return (
    <Button as={Link} to={paths.contactForm} state={enquiryAbout(course.name, { booking: true })} wide={wide}>
      {course.notice ? 'Ask about this course' : 'Apply for this course'}
    </Button>
  );
}

function datesOf({ from, to }: UpcomingRun): string {
  return `${unbroken(longDate(from))} to ${unbroken(longDate(to))}`;
}

interface BookingCardProps {
  readonly course: Course;
  readonly run: UpcomingRun | undefined;
}

/** What a person who wants to book needs to know, alongside the course on wide screens and above it on narrow ones. */
export function BookingCard({ course, run }: BookingCardProps) {
  const action = useRef<HTMLDivElement>(null);
  const apply = <ApplyButton course={course} wide />;
  return (
    <>
      <Sheet as="section" aria-labelledby="booking">
        <Stack gap={5}>
          <Heading level={2} size="md" id="booking">
            {course.notice ? 'Dates and price' : 'Book this course'}
          </Heading>
          <CourseFacts
            facts={course.facts}
            shown={['duration', 'place', 'group', 'language']}
            more={[
              { icon: 'file', term: 'Price', text: 'On request' },
              {
                icon: 'refresh',
                term: 'Next run',
                text: run?.status === 'upcoming' ? datesOf(run) : 'Dates on request',
              },
              ...(run?.status === 'under-way'
                ? [{ icon: 'play', term: 'Under way', text: datesOf(run) } as const]
                : []),
            ]}
          />
          <Stack gap={3}>
            <div ref={action}>{apply}</div>
            <Button as={Link} to={paths.contactForm} state={quoteFor(course.name)} variant="secondary" wide>
              Request a quote
            </Button>
            <TextLink href={paths.syllabus(course.slug)} target="_blank" rel="noopener">
              Syllabus (PDF, new tab)
            </TextLink>
          </Stack>
          <Text muted size="small">
            We will reply within two working days with dates and a written offer. Applying is free.
          </Text>
        </Stack>
      </Sheet>
      <StickyAction inPage={action} label="Apply">
        {apply}
      </StickyAction>
    </>
  );
}
