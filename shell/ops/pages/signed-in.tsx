/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { tokens } from '@isa/ui';
import { styled } from 'styled-components';
import type { OperatorSession } from './operator-session';

const Form = styled.form`
  display: flex;
  align-items: baseline;
  gap: ${tokens.space(3)};
  min-width: 0;
  font-size: ${tokens.font.size.small};
  span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  button {
    flex: none;
    min-height: 44px;
    padding: 0 ${tokens.space(2)};
    border: 0;
    background: none;
    color: ${tokens.color.accent};
    text-decoration: underline;
  }
`;

/** Who is logged in, and the way out. */
export function SignedIn({ session }: { readonly session: OperatorSession }) {
  return (
    <Form method="post" action="/ops/logout">
      <span>{session.who}</span>
      <input type="hidden" name="proof" value={session.proof} />
      <button>Log out</button>
    </Form>
  );
}
