import { asElement, Heading, media, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

interface CourseSectionsProps {
  readonly sections: readonly { readonly id: string; readonly title: string; readonly content: ReactNode }[];
  /** The course's own text, between the links and the sections. */
  readonly children: ReactNode;
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
`;

const Section = styled.section`
  display: grid;
  gap: ${tokens.space(5)};
  scroll-margin-top: ${tokens.space(6)};
`;

/** Links to the sections of a course, its text, and the sections. */
export function CourseSections({ sections, children }: CourseSectionsProps) {
  return (
    <>
      <Contents aria-label="On this page" data-isa-screen-only>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </Contents>
      {asElement(children)}
      {sections.map(({ id, title, content }) => (
        <Section key={id} id={id} aria-labelledby={`${id}-title`}>
          <Heading level={2} id={`${id}-title`}>
            {title}
          </Heading>
          {asElement(content)}
        </Section>
      ))}
    </>
  );
}
