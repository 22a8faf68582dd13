import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Caption, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import type { LessonEntry } from '../../shared/lessons';

interface NeighboursProps {
  readonly before: LessonEntry | undefined;
  readonly after: LessonEntry | undefined;
}

export function Neighbours({ before, after }: NeighboursProps) {
  const links = [
    ['← Previous lesson', before],
    ['Next lesson →', after],
  ] as const;
  return (
    <Links aria-label="Previous and next lesson">
      {links.map(
        ([label, lesson]) =>
          lesson && (
            <LessonLink key={label} to={paths.lesson(lesson.id)}>
              <Caption as="span">{label}</Caption>
              {lesson.title}
            </LessonLink>
          ),
      )}
    </Links>
  );
}

const Links = styled.nav`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
  gap: ${tokens.space(4)};
  margin-top: ${tokens.space(4)};
`;

const LessonLink = styled(Link)`
  display: grid;
  gap: ${tokens.space(2)};
  align-content: start;
  padding: ${tokens.space(4)} ${tokens.space(5)};
  border: 1px solid ${tokens.color.line};
  border-radius: ${tokens.radius};
  background: ${tokens.color.raised};
  color: inherit;
  font-weight: 600;
  line-height: 1.4;
  text-decoration: none;
  transition: border-color ${tokens.motion};

  &:hover {
    border-color: ${tokens.color.accent};
  }
`;
