import type { Course } from '@isa/api-contract';
import { media, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { IconTerm } from '../../shared/icon-term';

const Facts = styled.dl`
  display: grid;
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  ${media.up('md')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  > div {
    display: grid;
    align-content: start;
    gap: ${tokens.space(2)};
    padding: ${tokens.space(5)};
  }
  div + div {
    border-top: 1px solid var(--isa-line);
    ${media.up('md')} {
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

export function CourseFacts({ course }: { readonly course: Course }) {
  return (
    <Facts>
      <IconTerm icon="clock" term="Duration">
        {course.duration}
      </IconTerm>
      <IconTerm icon="pin" term="Place">
        {course.place}
      </IconTerm>
    </Facts>
  );
}
