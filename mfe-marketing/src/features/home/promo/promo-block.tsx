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
        <BlockHead caption="Film" id="promo" title="The work, in fourteen seconds" />
        <Text muted>What happens before a team goes out. The film is silent and has captions.</Text>
      </Introduction>
      <PromoVideo />
    </Band>
  );
}
