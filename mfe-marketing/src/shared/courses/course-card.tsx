import type { CourseCard as CourseCardData } from '@isa/api-contract';
import { Link } from '@isa/contract/router';
import { Heading, Icon, type IconName, media, tokens } from '@isa/ui';
import { CourseArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { CardBody, CardLink, CardSummary, PictureCard } from '../card';

const List = styled.dl`
  display: grid;
  font-size: ${tokens.font.size.small};
  line-height: 1.4;
  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: ${tokens.space(2.5)};
    padding-block: ${tokens.space(2.5)};
    border-top: 1px solid var(--isa-line);
  }
  > :last-child {
    padding-bottom: 0;
  }
  dt {
    display: grid;
    grid-template-columns: 1.25rem 5.5rem;
    align-items: baseline;
    gap: inherit;
    color: var(--isa-muted);
  }
  svg {
    align-self: start;
    margin-top: 0.05em;
    color: var(--isa-accent);
  }
  /* Below its term where letters are large. */
  dd {
    flex: 1 1 7rem;
    text-wrap: pretty;
  }
`;

type Facts = CourseCardData['facts'];

const rows: readonly { readonly fact: keyof Facts; readonly icon: IconName; readonly term: string }[] = [
  { fact: 'audience', icon: 'user', term: 'For' },
  { fact: 'duration', icon: 'clock', term: 'Duration' },
  { fact: 'place', icon: 'pin', term: 'Place' },
  { fact: 'group', icon: 'target', term: 'Group' },
  { fact: 'language', icon: 'volume', term: 'Language' },
];

/** The facts by which courses are chosen: all but the language. */
export const comparedFacts = rows.filter(({ fact }) => fact !== 'language');

interface CourseFactsProps {
  readonly facts: Facts;
  /** The facts to show, in the order of the table. */
  readonly shown: readonly (keyof Facts)[];
  readonly more?: readonly { readonly icon: IconName; readonly term: string; readonly text: string }[];
}

export function CourseFacts({ facts, shown, more = [] }: CourseFactsProps) {
  const entries = [
    ...rows
      .filter(({ fact }) => shown.includes(fact))
      .map(({ fact, icon, term }) => ({ icon, term, text: facts[fact] })),
    ...more,
  ];
  return (
    <List>
      {entries.map(({ icon, term, text }) => (
        <div key={term}>
          <dt>
            <Icon name={icon} size={18} />
            <span>{term}</span>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </List>
  );
}

const Picture = styled.div`
  position: relative;
  overflow: clip;
  background: ${tokens.color.ink};
`;

const ReadMore = styled.span`
  position: absolute;
  inset: auto 0 0;
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: ${tokens.space(3)} ${tokens.space(5)};
  background: color-mix(in srgb, ${tokens.color.ink} 88%, transparent);
  color: ${tokens.color.brassLight};
  font-weight: 600;
  font-size: ${tokens.font.size.small};
  transition: transform ${tokens.motion};
  ${media.hover} {
    transform: translateY(101%);
    ${PictureCard}:hover &,
    ${PictureCard}:focus-within & {
      transform: none;
    }
  }
`;

/** The text, with facts at the bottom, so that they align across the cards of a row. */
const Body = styled(CardBody)`
  align-content: stretch;
  grid-template-rows: auto 1fr auto;
  dl {
    align-self: end;
  }
`;

interface CourseCardProps {
  readonly course: CourseCardData;
  readonly shown?: CourseFactsProps['shown'];
}

export function CourseCard({ course, shown = ['audience', 'duration'] }: CourseCardProps) {
  return (
    <PictureCard as="article" interactive>
      <Picture>
        <CourseArt slug={course.slug} />
        <ReadMore aria-hidden="true">
          Read More <Icon name="arrow-right" size={18} />
        </ReadMore>
      </Picture>
      <Body>
        <Heading level={3} size="md">
          <CardLink as={Link} to={course.link}>
            {course.name}
          </CardLink>
        </Heading>
        <CardSummary>{course.summary}</CardSummary>
        <CourseFacts facts={course.facts} shown={shown} />
      </Body>
    </PictureCard>
  );
}
