import { Band, Caption, tokens } from '@isa/ui';
import { Redaction } from '@isa/ui/art';
import { styled } from 'styled-components';

const Quote = styled.figure`
  display: grid;
  gap: ${tokens.space(8)};
  max-width: 56rem;
  margin-inline: auto;
  text-align: center;
  blockquote {
    font-family: ${tokens.font.serif};
    font-size: ${tokens.font.size.xl};
    font-weight: 440;
    line-height: 1.25;
    letter-spacing: -0.02em;
    text-wrap: balance;
  }
`;

export function ClosingQuote() {
  return (
    <Band tone="ink">
      <Quote>
        <blockquote>
          <p>“Luck gets a team through a day. Preparation gets it through an operation.”</p>
        </blockquote>
        <figcaption>
          <Caption as="span" tone="accent">
            The founder, <Redaction>name withheld</Redaction>
          </Caption>
        </figcaption>
      </Quote>
    </Band>
  );
}
