import { styled } from 'styled-components';

/** An email address as text: it stays in one line where it fits into one. */
export const EmailAddress = styled.span`
  display: inline-block;
  max-width: 100%;
  overflow-wrap: anywhere;
  /* A link does not underline an inline block. */
  text-decoration: inherit;
`;
