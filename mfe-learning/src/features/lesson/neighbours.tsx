import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Caption, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import type { LessonEntry } from '../../shared/lessons';

interface NeighboursProps {
  readonly before: LessonEntry | undefined;
  readonly after: LessonEntry | undefined;
}

/** The way on through the course, lesson by lesson. */
export function Neighbours({ before, after }: NeighboursProps) {
  return (
    <Pair aria-label="Previous and next lesson">
      {before && (
        <Way to={paths.lesson(before.id)}>
          <Caption as="span">← Previous lesson</Caption>
          {before.title}
        </Way>
      )}
      {after && (
        <Way to={paths.lesson(after.id)}>
          <Caption as="span">Next lesson →</Caption>
          {after.title}
        </Way>
      )}
    </Pair>
  );
}

const Pair = styled.nav`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
  gap: ${tokens.space(4)};
  margin-top: ${tokens.space(4)};
`;

const Way = styled(Link)`
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
