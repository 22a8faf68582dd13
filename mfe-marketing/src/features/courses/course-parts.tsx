import type { Course } from '@isa/api-contract';
import { Caption, Heading, Icon, type IconName, media, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Facts = styled.dl`
  display: grid;
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  ${media.up('md')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const Fact = styled.div`
  display: grid;
  align-content: start;
  gap: ${tokens.space(2)};
  padding: ${tokens.space(5)};
  & + & {
    border-top: 1px solid var(--isa-line);
  }
  ${media.up('md')} {
    & + & {
      border-top: 0;
      border-left: 1px solid var(--isa-line);
    }
  }
  dt {
    display: flex;
    align-items: center;
    gap: ${tokens.space(2.5)};
  }
  svg {
    color: var(--isa-accent);
  }
  dd {
    font-size: 1rem;
    line-height: 1.5;
    text-wrap: pretty;
  }
`;

interface FactRowProps {
  readonly icon: IconName;
  readonly label: string;
  readonly children: string;
}

function FactRow({ icon, label, children }: FactRowProps) {
  return (
    <Fact>
      <dt>
        <Icon name={icon} size={20} />
        <Caption as="span">{label}</Caption>
      </dt>
      <dd>{children}</dd>
    </Fact>
  );
}

/** Duration and place at a glance. */
export function CourseFacts({ course }: { readonly course: Course }) {
  return (
    <Facts>
      <FactRow icon="clock" label="Duration">
        {course.duration}
      </FactRow>
      <FactRow icon="pin" label="Place">
        {course.place}
      </FactRow>
    </Facts>
  );
}

const Contents = styled.nav`
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: ${tokens.space(2)};
  }
  a {
    display: inline-flex;
    align-items: center;
    min-height: 36px;
    padding: ${tokens.space(1)} ${tokens.space(3)};
    border: 1px solid var(--isa-line);
    border-radius: ${tokens.radius};
    color: var(--isa-text);
    font-size: ${tokens.font.size.small};
    text-decoration: none;
    ${media.touch} {
      min-height: 44px;
    }
  }
  a:hover {
    border-color: var(--isa-accent);
    color: var(--isa-accent);
  }
  @media print {
    display: none;
  }
`;

const parts = [
  ['audience', 'Who it is for'],
  ['aims', 'Aims'],
  ['modules', 'Modules'],
  ['provided', 'What is provided'],
  ['apply', 'How to apply'],
] as const;

/** Index tabs to the parts of the page. */
export function CourseContents() {
  return (
    <Contents aria-label="On this page">
      <ul>
        {parts.map(([id, label]) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ul>
    </Contents>
  );
}

const Part = styled.section`
  display: grid;
  gap: ${tokens.space(5)};
  scroll-margin-top: ${tokens.space(6)};
`;

/** A titled part of the page that index tabs lead to. */
export function CoursePart({
  id,
  title,
  children,
}: {
  readonly id: (typeof parts)[number][0];
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <Part id={id} aria-labelledby={`${id}-title`}>
      <Heading level={2} id={`${id}-title`}>
        {title}
      </Heading>
      {children}
    </Part>
  );
}

const Points = styled.ul`
  display: grid;
  gap: ${tokens.space(3)};
  max-width: ${tokens.measure};
  li {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: ${tokens.space(3)};
    text-wrap: pretty;
  }
  svg {
    margin-top: 0.25em;
    color: var(--isa-accent);
  }
`;

/** Aims, or what is provided: a ticked list. */
export function PointList({ points }: { readonly points: readonly string[] }) {
  return (
    <Points>
      {points.map((point) => (
        <li key={point}>
          <Icon name="check" size={18} />
          {point}
        </li>
      ))}
    </Points>
  );
}

const Modules = styled.ol`
  display: grid;
  border-bottom: 1px solid var(--isa-line);
`;

const Module = styled.li`
  display: grid;
  gap: ${tokens.space(3)};
  padding-block: ${tokens.space(6)};
  border-top: 1px solid var(--isa-line);
  ${media.up('md')} {
    grid-template-columns: 4rem minmax(0, 5fr) minmax(0, 7fr);
    gap: ${tokens.space(6)};
  }
  ul {
    display: grid;
    gap: ${tokens.space(2)};
    font-size: 1rem;
    line-height: 1.5;
    color: var(--isa-muted);
  }
`;

/** The syllabus, one numbered row a module. */
export function CourseModules({ modules }: { readonly modules: Course['modules'] }) {
  return (
    <Modules>
      {modules.map(({ title, points }, index) => (
        <Module key={title}>
          <Caption as="span" tone="accent" aria-hidden="true">
            {String(index + 1).padStart(2, '0')}
          </Caption>
          <Heading level={3} size="sm">
            {title}
          </Heading>
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </Module>
      ))}
    </Modules>
  );
}
