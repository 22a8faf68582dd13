import { styled } from 'styled-components';

export const VideoFrame = styled.div`
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
