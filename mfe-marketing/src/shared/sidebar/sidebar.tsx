import { academy } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Heading, Icon, media, tokens } from '@isa/ui';
import { useId } from 'react';
import { styled } from 'styled-components';
import { bookTitle } from '../book-title';
import type { SidebarData } from './load-sidebar';

/** The three that most enquiries are about. */
const popularCourses = [
  'isa-surveillance-course-6',
  'isa-investigations-course-3',
  'isa-intelligence-course-1',
];

const Root = styled.aside`
  display: grid;
  gap: ${tokens.space(9)};
  align-content: start;
  ${media.up('sm')} {
    grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr));
  }
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 1fr);
  }
  @media print {
    display: none;
  }
`;

const List = styled.ul`
  margin-top: ${tokens.space(3)};
  border-top: 1px solid var(--isa-line);
  li {
    border-bottom: 1px solid var(--isa-line);
  }
`;

const Row = styled.a`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: center;
  gap: ${tokens.space(3)};
  min-height: 44px;
  padding-block: ${tokens.space(2.5)};
  color: var(--isa-text);
  font-size: ${tokens.font.size.small};
  line-height: 1.4;
  text-decoration: none;
  svg {
    color: var(--isa-muted);
    transition: transform ${tokens.motion};
  }
  &:hover {
    color: var(--isa-accent);
  }
  &:hover svg {
    color: inherit;
    transform: translateX(2px);
  }
  &[aria-current='page'] {
    font-weight: 600;
    box-shadow: inset 2px 0 0 var(--isa-accent);
    padding-left: ${tokens.space(3)};
  }
`;

interface Entry {
  readonly label: string;
  readonly to: string;
}

function Group({
  title,
  entries,
  here,
}: {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly here: string;
}) {
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <Heading level={2} size="sm" id={id}>
        {title}
      </Heading>
      <List>
        {entries.map(({ label, to }) => (
          <li key={to}>
            <Row as={Link} to={to} aria-current={to === here ? 'page' : undefined}>
              {label}
              <Icon name="chevron-right" size={16} />
            </Row>
          </li>
        ))}
      </List>
    </nav>
  );
}

/** Books, popular courses, all courses and the two links out (specification §2), on About and course pages. */
export function Sidebar({ data, here }: { readonly data: SidebarData; readonly here: string }) {
  const courses = data.courses.map(({ slug, name, link }) => ({ slug, label: name, to: link }));
  return (
    <Root aria-label="More from the academy">
      <Group
        title="Books"
        entries={data.books.map(({ title, link }) => ({ label: bookTitle(title), to: link }))}
        here={here}
      />
      <Group
        title="Popular Courses"
        entries={courses.filter(({ slug }) => popularCourses.includes(slug))}
        here={here}
      />
      <Group title="All Courses" entries={courses} here={here} />
      <Elsewhere />
    </Root>
  );
}

function Elsewhere() {
  return (
    <div>
      <Heading level={2} size="sm">
        Elsewhere
      </Heading>
      <List>
        <li>
          <Row href={academy.network.founder} target="_blank" rel="noopener noreferrer">
            The founder on {academy.network.name} (new tab)
            <Icon name="external" size={16} />
          </Row>
        </li>
        <li>
          <Row as={Link} to={paths.contact}>
            Contact the company
            <Icon name="chevron-right" size={16} />
          </Row>
        </li>
      </List>
    </div>
  );
}
