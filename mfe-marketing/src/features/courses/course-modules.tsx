import type { Course } from '@isa/api-contract';
import { Caption, Heading, media, tokens } from '@isa/ui';
import { styled } from 'styled-components';

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
