import { styled } from 'styled-components';

/** Sixteen to nine, whatever is in it. */
export const Frame = styled.div`
  position: relative;
  overflow: hidden;
  aspect-ratio: 16 / 9;
  background: #000;

  > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;
