import { Button, Text, tokens } from '@isa/ui';
import { useId } from 'react';
import { useNavigation } from 'react-router-dom';
import { styled } from 'styled-components';

const Wrap = styled.div`
  display: grid;
  gap: ${tokens.space(2)};
  /* A disabled button swallows the press that should tell what is missing. */
  button:disabled {
    pointer-events: none;
  }
`;

const PressArea = styled.div<{ readonly $closed: boolean }>`
  cursor: ${({ $closed }) => ($closed ? 'not-allowed' : 'auto')};
`;

/** Breaks between labels and never inside one. */
const Label = styled.span`
  display: inline-block;
  white-space: pre;
`;

interface SubmitButtonProps {
  readonly form: {
    readonly busy: boolean;
    readonly complete: boolean;
    readonly missing: readonly string[];
    checkAll(): void;
  };
  readonly children: string;
}

/**
 * Disabled until every field is filled in and fine (specification §4), and then it says what is missing. A
 * press on it shows the errors of all fields (specification §5).
 */
export function SubmitButton({ form, children }: SubmitButtonProps) {
  const reason = useId();
  // What was sent often leads to another page: until it is there, the form is still at work.
  const leaving = useNavigation().state !== 'idle';
  return (
    <Wrap>
      <PressArea $closed={!form.complete} onClick={form.complete ? undefined : form.checkAll}>
        <Button
          type="submit"
          size="large"
          wide
          busy={form.busy || leaving}
          disabled={!form.complete}
          aria-describedby={form.complete ? undefined : reason}
        >
          {children}
        </Button>
      </PressArea>
      {!form.complete && (
        <Text id={reason} size="small" muted>
          Still needed:{' '}
          {form.missing.map((label, index) => (
            <Label key={label}>{label + (index < form.missing.length - 1 ? ', ' : '.')}</Label>
          ))}
        </Text>
      )}
    </Wrap>
  );
}
