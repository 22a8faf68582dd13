import { tokens } from '@isa/ui';
import { styled } from 'styled-components';

/** Covers the video. */
export const Cover = styled.div`
  position: absolute;
  inset: 0;
  z-index: 1;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(4)};
  background: rgb(13 20 32 / 80%);
  color: #f7f5f0;
  text-align: center;
`;
