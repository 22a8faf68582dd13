import { academy } from '@isa/api-contract';
import { Caption, Container, surface, media, tokens } from '@isa/ui';
import { ContourArt } from '@isa/ui/art';
import { styled } from 'styled-components';

const Band = styled.div`
  ${surface('ink')}
  position: relative;
  display: flex;
  align-items: flex-end;
  isolation: isolate;
  overflow: clip;
  min-height: calc(var(--isa-header-height) + clamp(11rem, 24vw, 20rem));
  padding: calc(var(--isa-header-height) + ${tokens.space(10)}) 0 ${tokens.space(8)};
  ${media.up('lg')} {
    padding-bottom: ${tokens.space(12)};
  }
  /* The about page's heading lies over its band, whose height it therefore knows. */
  &[data-variant='about'] {
    height: var(--isa-hero-band);
  }
`;

const Backdrop = styled.div`
  position: absolute;
  inset: 0;
  z-index: -1;
  > * {
    width: 100%;
    height: 100%;
  }
  /* Keeps the bar and the captions readable over the lines. */
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    background: linear-gradient(to bottom, rgb(13 20 32 / 92%), rgb(13 20 32 / 15%) 45%, ${tokens.color.ink});
  }
`;

/** The title in the picture. It is not a heading, because the page's only h1 is in <main>. */
const Display = styled.p`
  font-family: ${tokens.font.serif};
  font-size: ${tokens.font.size.display};
  font-weight: 440;
  line-height: 1.02;
  letter-spacing: -0.025em;
  margin-bottom: ${tokens.space(5)};
`;

/** The picture below the bar of the about and contact pages. */
export function HeroBand({ variant }: { readonly variant: 'about' | 'contact' }) {
  return (
    <Band data-variant={variant}>
      <Backdrop>
        <ContourArt seed={variant === 'about' ? 6 : 41} />
      </Backdrop>
      {variant === 'contact' && (
        <Container>
          <Display>Get in Touch</Display>
          <Caption>{academy.hours}</Caption>
        </Container>
      )}
    </Band>
  );
}
