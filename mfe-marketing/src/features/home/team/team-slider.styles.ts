import { focusRing, media, tokens } from '@isa/ui';
import { css, styled } from 'styled-components';

/** The part of Swiper's style sheet that it needs. The row scrolls until Swiper has started. */
const scroller = css`
  position: relative;
  overflow-x: auto;
  scroll-snap-type: x mandatory;
  scrollbar-width: thin;
  .swiper-wrapper {
    display: flex;
    align-items: stretch;
    width: 100%;
    transition-property: transform;
  }
  .swiper-slide {
    flex: none;
    height: auto;
    scroll-snap-align: start;
  }
  &.swiper-initialized {
    overflow: clip;
    touch-action: pan-y;
    scroll-snap-type: none;
  }
`;

/** Cards have their final width before Swiper starts, so that there is no layout shift. */
export const Viewport = styled.div`
  ${scroller}
  &:focus-visible {
    ${focusRing}
  }
  .swiper-wrapper {
    gap: 30px;
  }
  .swiper-slide {
    width: 100%;
  }
  ${media.up('md')} {
    .swiper-slide {
      width: calc((100% - 30px) / 2);
    }
  }
  ${media.up('xl')} {
    .swiper-slide {
      width: calc((100% - 60px) / 3);
    }
  }
  /* Swiper spaces the cards by margins. */
  &.swiper-initialized .swiper-wrapper {
    gap: 0;
  }
`;

export const ButtonRow = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: ${tokens.space(1)};
  min-height: 44px;
  margin-bottom: ${tokens.space(4)};
  /* Reserves its space while the library loads. */
  &[hidden] {
    display: flex !important;
    visibility: hidden;
  }
`;

export const Thumbs = styled.div`
  ${scroller}
  max-width: 30rem;
  margin-top: ${tokens.space(6)};
  margin-inline: auto;
  /* For the focus ring, which the box would clip. */
  padding: 5px;
  .swiper-wrapper {
    gap: 10px;
  }
  .swiper-slide {
    width: calc((100% - 40px) / 5);
  }
  &.swiper-initialized .swiper-wrapper {
    gap: 0;
  }
  &[hidden] {
    display: block !important;
    visibility: hidden;
  }
`;

export const Thumb = styled.button`
  display: block;
  width: 100%;
  padding: 0;
  border: 1.5px solid transparent;
  border-radius: ${tokens.radius};
  background: ${tokens.color.ink};
  overflow: clip;
  transition: border-color ${tokens.motion};
  img {
    aspect-ratio: 1;
    object-fit: cover;
    object-position: 50% 20%;
    opacity: 0.5;
    transition: opacity ${tokens.motion};
  }
  &:hover img,
  &[aria-current] img {
    opacity: 1;
  }
  &[aria-current] {
    border-color: var(--isa-accent);
  }
`;
