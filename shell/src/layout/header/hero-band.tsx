import { Container, Lead, media, surface, tokens } from '@isa/ui';
import { PageArt } from '@isa/ui/art';
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

/** A letter on the band's own ink, whole. */
const Picture = styled.div`
  height: 12rem;
  margin-block: ${tokens.space(4)} calc(-1 * ${tokens.space(4)});
  img {
    height: 100%;
    object-fit: contain;
  }
  ${media.up('md')} {
    position: absolute;
    z-index: -1;
    inset: calc(var(--isa-header-height) + ${tokens.space(4)}) max(0px, (100% - ${tokens.content}) / 2 - 6rem)
      0 auto;
    width: min(54%, 780px);
    height: auto;
    margin: 0;
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

const Introduction = styled(Lead)`
  ${media.up('md')} {
    max-width: 45%;
  }
`;

export function HeroBand({ variant }: { readonly variant: 'about' | 'contact' }) {
  return (
    <Band data-variant={variant}>
      {variant === 'contact' && (
        <Container>
          <Display>Get in Touch</Display>
          <Introduction>
            Apply for a course, ask for dates, or tell us what your team should be able to do. We answer
            within two working days.
          </Introduction>
          <Picture>
            <PageArt name="letter" loading="eager" />
          </Picture>
        </Container>
      )}
    </Band>
  );
}
