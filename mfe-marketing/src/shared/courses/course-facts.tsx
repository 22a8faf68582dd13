import type { CourseCard } from '@isa/api-contract';
import { Caption, type IconName, Icon, tokens } from '@isa/ui';
import { styled } from 'styled-components';

const List = styled.dl`
  display: grid;
  font-size: ${tokens.font.size.small};
  line-height: 1.4;
  > div {
    display: grid;
    grid-template-columns: 1.25rem 5.5rem 1fr;
    align-items: baseline;
    gap: ${tokens.space(2.5)};
    padding-block: ${tokens.space(2.5)};
    border-top: 1px solid var(--isa-line);
  }
  dt {
    display: grid;
    grid-column: span 2;
    grid-template-columns: subgrid;
    align-items: baseline;
  }
  svg {
    align-self: start;
    margin-top: 0.05em;
    color: var(--isa-accent);
  }
  dd {
    text-wrap: pretty;
  }
`;

type Facts = CourseCard['facts'];

const rows: readonly { readonly fact: keyof Facts; readonly icon: IconName; readonly term: string }[] = [
  { fact: 'audience', icon: 'user', term: 'For' },
  { fact: 'duration', icon: 'clock', term: 'Duration' },
  { fact: 'place', icon: 'pin', term: 'Place' },
  { fact: 'group', icon: 'target', term: 'Group' },
  { fact: 'language', icon: 'volume', term: 'Language' },
];

interface CourseFactsProps {
  readonly facts: Facts;
  /** Which facts, in the order of the table. */
  readonly shown: readonly (keyof Facts)[];
  /** Entries after them. */
  readonly more?: readonly { readonly icon: IconName; readonly term: string; readonly text: string }[];
}

/** Facts of a course, one in each row. */
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
          <Caption as="dt">
            <Icon name={icon} size={18} />
            <span>{term}</span>
          </Caption>
          <dd>{text}</dd>
        </div>
      ))}
    </List>
  );
}
