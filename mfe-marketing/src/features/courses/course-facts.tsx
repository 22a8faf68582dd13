import type { Course } from '@isa/api-contract';
import { Caption, Icon, type IconName, media, tokens } from '@isa/ui';
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
