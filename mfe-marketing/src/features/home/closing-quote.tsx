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
          <p>
            “If the subject remembers you, you were lucky to have a subject. If <Redaction>nobody</Redaction>{' '}
            remembers you, you were prepared.”
          </p>
        </blockquote>
        <figcaption>
          <Caption as="span" tone="accent">
            The founder, at the end of every course
          </Caption>
        </figcaption>
      </Quote>
    </Band>
  );
}
