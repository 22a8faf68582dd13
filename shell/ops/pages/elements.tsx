/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { Cluster, Stack, tokens } from '@isa/ui';
import { styled } from 'styled-components';

export const Notice = styled.p<{ readonly $tone: 'error' | 'success' }>`
  --mark: var(--isa-${({ $tone }) => $tone});
  padding: ${tokens.space(3)} ${tokens.space(4)};
  border: 1px solid var(--mark);
  border-left-width: 4px;
  border-radius: ${tokens.radius};
  background: ${tokens.color.raised};
`;

/** Fields and their button in one row where they fit. */
export const Row = styled(Cluster).attrs({ align: 'end' })`
  > div {
    flex: 1 1 9rem;
  }
`;

export const Column = styled(Stack).attrs({ align: 'start' })`
  max-width: 30rem;
  > div {
    width: 100%;
  }
`;

export const Version = styled.code`
  overflow-wrap: anywhere;
`;

/** The error of a rejected request. */
export function ErrorNotice({ message }: { readonly message: string }) {
  return (
    <Notice $tone="error" role="alert">
      {message}
    </Notice>
  );
}

export function HiddenFields({ fields }: { readonly fields: Readonly<Record<string, string>> }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
