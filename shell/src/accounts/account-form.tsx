import { asElement, Alert, Button, Cluster, Stack, Text, tokens } from '@isa/ui';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useNavigation } from 'react-router-dom';
import { styled } from 'styled-components';
import type { AccountFormState } from './use-account-form';

const Submit = styled.div`
  display: grid;
  gap: ${tokens.space(2)};
  /* A press on the disabled button reaches the element around it. */
  button:disabled {
    pointer-events: none;
  }
`;

const PressArea = styled.div<{ readonly $disabled: boolean; readonly $wide: boolean }>`
  ${({ $wide }) => $wide && 'flex: 1; max-width: var(--isa-submit-width);'}
  cursor: ${({ $disabled }) => ($disabled ? 'not-allowed' : 'auto')};
`;

/** A notice that stays clear of the fixed header. */
const Notice = styled.div`
  scroll-margin-block: calc(var(--isa-header-height) + ${tokens.space(4)}) ${tokens.space(4)};
`;

const Label = styled.span`
  display: inline-block;
  white-space: pre;
`;

interface AccountFormProps<Name extends string> {
  readonly form: AccountFormState<Name>;
  readonly label: string;
  readonly action: string;
  /** Closes the form by a second button; with it both buttons are small. */
  readonly onCancel?: () => void;
  readonly cancelLabel?: string;
  /** Whether what it does cannot be taken back. */
  readonly dangerous?: boolean;
  readonly children: ReactNode;
}

/**
 * A form whose button is disabled until all fields are valid (specification §4), and then describes what is
 * missing. A press on it shows the errors of all fields (specification §5).
 */
export function AccountForm<Name extends string>({
  form,
  label,
  action,
  onCancel,
  cancelLabel = 'Cancel',
  dangerous = false,
  children,
}: AccountFormProps<Name>) {
  const { complete, missing, hasMarked } = form;
  const reason = useId();
  // A successful form often navigates; it stays busy until the next page is shown.
  const navigating = useNavigation().state !== 'idle';
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (form.failure) notice.current?.scrollIntoView?.({ block: 'nearest' });
  }, [form.failure]);
  return (
    <form {...form.formProps} noValidate aria-label={label}>
      <Stack gap={5}>
        {form.failure && (
          <Notice ref={notice}>
            <Alert tone="error">{form.failure}</Alert>
          </Notice>
        )}
        {form.restored && (
          <Alert>You were logged out before this was saved. We have restored what you typed.</Alert>
        )}
        {asElement(children)}
        <Submit>
          <Cluster gap={2}>
            <PressArea $disabled={!complete} $wide={!onCancel} onClick={complete ? undefined : form.press}>
              <Button
                type="submit"
                variant={dangerous ? 'danger' : 'primary'}
                size={onCancel ? 'medium' : 'large'}
                wide={!onCancel}
                busy={form.busy || navigating}
                disabled={!complete}
                aria-describedby={complete ? undefined : reason}
              >
                {action}
              </Button>
            </PressArea>
            {onCancel && (
              <Button type="button" variant="quiet" onClick={onCancel}>
                {cancelLabel}
              </Button>
            )}
          </Cluster>
          {!complete && (
            <Text id={reason} size="small" muted>
              <span>{hasMarked ? 'Please correct the marked fields.' : ''}</span>
              <span>{missing.length === 0 ? '' : hasMarked ? ' Also needed: ' : 'Still needed: '}</span>
              {missing.map((name, index) => (
                <Label key={name}>{name + (index < missing.length - 1 ? ', ' : '.')}</Label>
              ))}
            </Text>
          )}
        </Submit>
      </Stack>
    </form>
  );
}
