import { Cluster, Stack, tokens } from '@isa/ui';
import { styled } from 'styled-components';

// These pages can use only the styled components of @isa/ui. Its components with JSX fail at run time, because npm start
// compiles JSX without the pragma above to `React.createElement`, and React is not in scope there.

export const Button = styled.button<{ readonly $secondary?: boolean | undefined }>`
  min-height: 44px;
  padding: ${tokens.space(2)} ${tokens.space(4)};
  border: 1px solid var(${({ $secondary }) => ($secondary ? '--isa-line-strong' : '--isa-button-edge')});
  border-radius: ${tokens.radius};
  background: ${({ $secondary }) => ($secondary ? 'transparent' : 'var(--isa-button)')};
  color: ${({ $secondary }) => ($secondary ? tokens.color.text : tokens.color.ink)};
  font-size: ${tokens.font.size.small};
  font-weight: 600;
  line-height: 1.25;
  &:hover {
    ${({ $secondary }) => ($secondary ? `border-color: ${tokens.color.text}` : 'background: var(--isa-button-hover)')};
  }
`;

export const Field = styled.label`
  display: grid;
  gap: ${tokens.space(1)};
  min-width: 0;
  color: ${tokens.color.text};
  font-size: ${tokens.font.size.small};
  font-weight: 600;
`;

export const Input = styled.input`
  width: 100%;
  min-height: 44px;
  padding: ${tokens.space(2)} ${tokens.space(3)};
  border: 1px solid ${tokens.color.lineStrong};
  border-radius: ${tokens.radius};
  background: ${tokens.color.card};
  font-size: 1rem;
  font-weight: 400;
`;

export const Notice = styled.p<{ readonly $tone: 'error' | 'success' }>`
  --mark: var(--isa-${({ $tone }) => $tone});
  padding: ${tokens.space(3)} ${tokens.space(4)};
  border: 1px solid var(--mark);
  border-left-width: 4px;
  border-radius: ${tokens.radius};
  background: ${tokens.color.raised};
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

export const FormRow = styled(Cluster).attrs({ align: 'end' })`
  > label {
    flex: 1 1 9rem;
  }
`;

export const FormColumn = styled(Stack).attrs({ align: 'start' })`
  max-width: 30rem;
  > label {
    width: 100%;
  }
`;

export const Version = styled.code`
  overflow-wrap: anywhere;
`;

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
