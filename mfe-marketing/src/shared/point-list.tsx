import { Icon, tokens } from '@isa/ui';
import { styled } from 'styled-components';

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

export function PointList({ points }: { readonly points: readonly string[] }) {
  return (
    <Points>
      {points.map((point) => (
        <li key={point}>
          <Icon name="check" size={18} />
          <span>{point}</span>
        </li>
      ))}
    </Points>
  );
}
