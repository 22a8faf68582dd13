import { GUEST_SELECTOR } from '@isa/contract';
import { styled } from 'styled-components';
import type { Access } from './use-access';

/** A price that owners never see: it is hidden while scripts check the access, and keeps its place. */
export const Price = styled.span.attrs<{ readonly $access: Access }>({})`
  ${({ $access }) =>
    $access === 'checking' &&
    `@media (scripting: enabled) {
      :root:not(${GUEST_SELECTOR}) & {
        visibility: hidden;
      }
    }`}
`;
