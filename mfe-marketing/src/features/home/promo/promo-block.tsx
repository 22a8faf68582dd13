import { Caption, Container, Heading, media, Section, Stack, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { PromoVideo } from './promo-video';

const Columns = styled.div`
  display: grid;
  gap: ${tokens.space(8)};
  align-items: end;
  margin-bottom: ${tokens.space(10)};
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    gap: ${tokens.space(16)};
  }
`;

export function PromoBlock() {
  return (
    <Section tone="ink" aria-labelledby="promo">
      <Container>
        <Columns>
          <Stack gap={4}>
            <Caption tone="accent">Reel 01 / Promo</Caption>
            <Heading level={2} size="xl" id="promo">
              The work, in fourteen seconds
            </Heading>
          </Stack>
          <Text muted>
            Drawn like the rest of this site. Nothing plays until you ask for it; the film is silent, and its
            few lines are captions.
          </Text>
        </Columns>
        <PromoVideo />
      </Container>
    </Section>
  );
}
