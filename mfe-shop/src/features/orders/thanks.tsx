import { messages } from '@isa/api-contract';
import { Heading, Icon, Lead, Stack, tokens } from '@isa/ui';
import { styled } from 'styled-components';

/** Aligns the icon's circle with the text; the icon has padding. Not printed, because people print the receipt. */
const Root = styled(Stack)`
  svg {
    margin-left: -8px;
    color: ${tokens.color.success};
  }
  @media print {
    display: none;
  }
`;

/** The specified sentences after a payment. */
export function Thanks() {
  return (
    <Root gap={4}>
      <Icon name="success" size={72} title="Success" />
      <Heading level={1}>{messages.shop.thanks}</Heading>
      <Lead>{messages.shop.enjoyed}</Lead>
    </Root>
  );
}
