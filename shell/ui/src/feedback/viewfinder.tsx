import { styled } from 'styled-components';

/** Corner brackets around important content. `--bracket` sets their length. */
export const Viewfinder = styled.div`
  --bracket: 22px;
  --b: linear-gradient(var(--isa-accent), var(--isa-accent));
  position: relative;
  padding: clamp(1rem, 3vw, 1.75rem);
  background:
    var(--b) 0 0 / var(--bracket) 1.5px,
    var(--b) 0 0 / 1.5px var(--bracket),
    var(--b) 100% 0 / var(--bracket) 1.5px,
    var(--b) 100% 0 / 1.5px var(--bracket),
    var(--b) 0 100% / var(--bracket) 1.5px,
    var(--b) 0 100% / 1.5px var(--bracket),
    var(--b) 100% 100% / var(--bracket) 1.5px,
    var(--b) 100% 100% / 1.5px var(--bracket);
  background-repeat: no-repeat;
`;
