import { Band, Columns, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { BlockHead } from '../block-head';
import { PromoVideo } from './promo-video';

const Introduction = styled(Columns)`
  margin-bottom: ${tokens.space(10)};
`;

export function PromoBlock() {
  return (
    <Band tone="ink" aria-labelledby="promo">
      <Introduction from="lg" widths="7fr 5fr" gap={8} wideGap={tokens.space(16)} align="end">
        <BlockHead caption="Reel 01 / Promo" id="promo" title="The work, in fourteen seconds" />
        <Text muted>
          Drawn like the rest of this site. Nothing plays until you ask for it; the film is silent, and its
          few lines are captions.
        </Text>
      </Introduction>
      <PromoVideo />
    </Band>
  );
}
