import { Caption, Container, Section, tokens } from '@isa/ui';
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

/** The last word. The bar lifts under the pointer and on focus; screen readers read straight through it. */
export function ClosingQuote() {
  return (
    <Section tone="ink">
      <Container>
        <Quote>
          <blockquote>
            <p>
              “If the subject remembers you, you were lucky to have a subject. If{' '}
              <Redaction>nobody</Redaction> remembers you, you were prepared.”
            </p>
          </blockquote>
          <figcaption>
            <Caption as="span" tone="accent">
              The founder, at the end of every course
            </Caption>
          </figcaption>
        </Quote>
      </Container>
    </Section>
  );
}
