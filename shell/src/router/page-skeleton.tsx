import { Alert, Container, Section, Skeleton, Stack } from '@isa/ui';
import { styled } from 'styled-components';

/** Without scripts nothing will load. */
const Shapes = styled(Stack)`
  @media (scripting: none) {
    display: none;
  }
`;

/** The shape of a page while the first page loads. */
export function PageSkeleton({ tone }: { readonly tone: 'paper' | 'ink' }) {
  return (
    <Section tone={tone} aria-busy="true" aria-label="Loading the page">
      <Container>
        <noscript>
          <Alert tone="info" title="This page needs JavaScript">
            It shows what is yours alone, such as your cart, your account and your lessons. Everything else on
            this site can be read without it.
          </Alert>
        </noscript>
        <Shapes gap={6}>
          <Skeleton height="3rem" width="min(28rem, 80%)" />
          <Skeleton height="1.25rem" width="min(40rem, 100%)" />
          <Skeleton height="20rem" />
        </Shapes>
      </Container>
    </Section>
  );
}
