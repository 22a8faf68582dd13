import { Heading, media, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

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
