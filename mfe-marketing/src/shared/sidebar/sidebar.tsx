import { academy, bookTitle } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type Crumb } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { asElement, Band, Heading, Icon, media, tokens } from '@isa/ui';
import { BookCover, CourseArt } from '@isa/ui/art';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import type { SidebarData } from './load-sidebar';

const popularCourses = [
  'isa-surveillance-course-6',
  'isa-investigations-course-3',
  'isa-intelligence-course-1',
];

/** The lists alongside each other; in two columns on tablets, and on phones in one row that scrolls sideways. */
const Lists = styled.aside`
  display: grid;
  gap: ${tokens.space(10)} ${tokens.space(8)};
  align-content: start;
  ${media.up('lg')} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    /* The longest list is alongside two rows. */
    > :nth-child(3) {
      grid-area: 1 / 3 / span 2;
    }
    > :last-child {
      grid-column: span 2;
    }
    > :last-child ul {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: ${tokens.space(8)};
    }
  }
  ${media.down('lg')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    /* Six courses are two columns, so that no list is much longer than the others. */
    > :nth-child(n + 3) {
      grid-column: span 2;
    }
    > :nth-child(n + 3) ul {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: ${tokens.space(8)};
    }
  }
  ${media.down('md')} {
    grid: auto / auto-flow min(17rem, 76vw);
    margin-inline: calc(-1 * ${tokens.gutter});
    padding: 0 ${tokens.space(10)} ${tokens.space(2)} ${tokens.gutter};
    /* The fade says that the row goes on. */
    mask-image: linear-gradient(90deg, black calc(100% - ${tokens.space(10)}), transparent);
    overflow-x: auto;
    scroll-snap-type: x proximity;
    scroll-padding-inline: ${tokens.gutter};
    > * {
      scroll-snap-align: start;
    }
    > :last-child {
      grid-column: auto;
    }
    > :last-child ul {
      display: block;
    }
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
  }
  &:has(img) {
    grid-template-columns: auto 1fr auto;
  }
  img {
    width: auto;
    height: 3rem;
  }
  &:hover,
  &:hover svg {
    color: var(--isa-accent);
  }
  &[aria-current='page'] {
    font-weight: 600;
    box-shadow: inset 2px 0 0 var(--isa-accent);
    padding-left: ${tokens.space(3)};
  }
`;

interface LinkGroupProps {
  readonly title: string;
  readonly links: readonly (Crumb & { readonly picture?: ReactNode })[];
  readonly currentPath: string;
}

function LinkGroup({ title, links, currentPath }: LinkGroupProps) {
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <Heading level={2} size="sm" id={id}>
        {title}
      </Heading>
      <List>
        {links.map(({ label, to, picture }) => (
          <li key={to}>
            <Row as={Link} to={to} aria-current={to === currentPath ? 'page' : undefined}>
              {asElement(picture)}
              <span>{label}</span>
              <Icon name="chevron-right" size={16} />
            </Row>
          </li>
        ))}
      </List>
    </nav>
  );
}

interface SidebarProps {
  readonly data: SidebarData;
  readonly currentPath: string;
}

/** Books, popular courses, all courses and two more links (specification §2). */
function SidebarLists({ data, currentPath }: SidebarProps) {
  const courses = data.courses.map(({ slug, name, link }) => ({ slug, label: name, to: link }));
  const { founderProfile, companyContact } = data.links;
  return (
    <Lists aria-label="More from the academy" data-isa-screen-only>
      <LinkGroup
        title="Books"
        links={data.books.map(({ id, title, link }) => ({
          label: bookTitle(title),
          to: link,
          picture: <BookCover bookId={id} />,
        }))}
        currentPath={currentPath}
      />
      <LinkGroup
        title="Popular Courses"
        links={courses
          .filter(({ slug }) => popularCourses.includes(slug))
          .map((course) => ({ ...course, picture: <CourseArt slug={course.slug} /> }))}
        currentPath={currentPath}
      />
      <LinkGroup title="All Courses" links={courses} currentPath={currentPath} />
      <div>
        <Heading level={2} size="sm">
          Elsewhere
        </Heading>
        <List>
          <li>
            <ExternalRow href={founderProfile}>{`The founder on ${academy.network.name}`}</ExternalRow>
          </li>
          <li>
            {companyContact === null ? (
              <Row as={Link} to={paths.contact}>
                Contact the company
                <Icon name="chevron-right" size={16} />
              </Row>
            ) : (
              <ExternalRow href={companyContact}>Contact the company</ExternalRow>
            )}
          </li>
        </List>
      </div>
    </Lists>
  );
}

/** The lists below a page's content. */
export function ListsBelow(sidebar: SidebarProps) {
  return (
    <Band tone="card" space="small">
      <SidebarLists {...sidebar} />
    </Band>
  );
}

function ExternalRow({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Row href={href} target="_blank" rel="noopener noreferrer">
      <span>
        {asElement(children)}
        <span>{' (new tab)'}</span>
      </span>
      <Icon name="external" size={16} />
    </Row>
  );
}
