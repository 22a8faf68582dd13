import { Columns, Container, Heading, Lead, media, Section, Stack, tokens, Viewfinder } from '@isa/ui';
import { FounderPortrait } from '@isa/ui/art';
import { styled } from 'styled-components';

/** Lies over the picture of the about page's header, and is ink below it. */
const Root = styled(Section).attrs({ tone: 'ink', space: 'none' })`
  display: grid;
  align-items: end;
  min-height: var(--isa-hero-band, 0px);
  margin-top: calc(-1 * var(--isa-hero-band, 0px));
  padding-block: calc(var(--isa-header-height, 4rem) + ${tokens.space(12)}) ${tokens.space(12)};
  background-color: transparent;
  background-image: linear-gradient(transparent var(--isa-hero-band, 0px), ${tokens.color.ink} 0);
  ${media.up('lg')} {
    padding-bottom: ${tokens.space(16)};
  }
`;

const Portrait = styled(Viewfinder)`
  /* A picture that has not loaded yet has no width. */
  width: 100%;
  max-width: 17rem;
  ${media.up('md')} {
    max-width: 23rem;
    justify-self: end;
  }
  img {
    border-radius: ${tokens.radius};
  }
`;

const wideGap = `clamp(${tokens.space(6)}, 5vw, ${tokens.space(16)})`;

/** The head of the about page: heading and portrait on the header's picture. */
export function AboutHero() {
  return (
    <Root>
      <Container>
        <Columns from="md" widths="7fr 5fr" gap={10} wideGap={wideGap} align="end">
          <Stack gap={5}>
            <Heading level={1} size="display">
              A colonel, a detective, a teacher
            </Heading>
            <Lead>
              The academy was founded by a former police colonel and private detective. It teaches what four
              decades of covert work have shown him: people decide an operation, and people can be prepared.
            </Lead>
          </Stack>
          <Portrait>
            <FounderPortrait loading="eager" title="The founder, drawn as a silhouette" />
          </Portrait>
        </Columns>
      </Container>
    </Root>
  );
}
