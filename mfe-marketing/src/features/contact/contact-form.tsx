import { calls, DEPARTMENTS, messages } from '@isa/api-contract';
import {
  Alert,
  Button,
  Heading,
  media,
  SelectField,
  Text,
  TextAreaField,
  TextField,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { type ChangeEvent, type SubmitEvent, useCallback, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { type EnquiryField, enquiryError, enquiryFields, isEnquiryField, maxLengths } from './enquiry';
import { useEnquiry } from './use-enquiry';

const Form = styled.form`
  display: grid;
  gap: ${tokens.space(3.5)} ${tokens.space(5)};
  ${media.up('sm')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    > :not([data-half]) {
      grid-column: 1 / -1;
    }
  }
`;

/**
 * Keeps the line free that a field's verdict will need. Leaving a field by pressing the button below must not
 * push that button away from under the pointer, or the click is lost.
 */
const Slot = styled.div`
  &:not(:has(p)) {
    padding-bottom: calc(1.45 * ${tokens.font.size.small} + ${tokens.space(1.5)});
  }
`;

/** Out of sight and out of the tab order: whatever is typed here was typed by a machine. */
const Trap = styled.div`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
`;

const Sent = styled.div`
  display: grid;
  gap: ${tokens.space(5)};
  justify-items: start;
`;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * The contact form (specification §5). Without scripts it is a plain form post to the same address, with the
 * browser's own checks; with them it says what is wrong in the specification's words.
 * @param opening the beginning of the message, to be completed.
 */
export function ContactForm({ opening = '' }: { readonly opening?: string }) {
  const { state, dispatch, send } = useEnquiry();
  const done = useRef<HTMLDivElement>(null);
  const { enquiry, judged, refused, status, failure } = state;

  useEffect(() => {
    if (status === 'sent') done.current?.focus();
  }, [status]);

  const adopt = useCallback(
    (form: HTMLFormElement | null) => {
      if (!form) return;
      // The browser's own bubbles would speak before the specification's messages. Set here and not in the
      // markup, so that they still guard the form when no script runs.
      form.noValidate = true;
      // What was typed into the prerendered form before this script arrived counts as well.
      const typed = new FormData(form);
      if (typed.get('message') === '') typed.set('message', opening);
      for (const [name, value] of typed) {
        if (isEnquiryField(name) && typeof value === 'string' && value !== '') {
          dispatch({ type: 'typed', field: name, value });
        }
      }
    },
    [opening, dispatch],
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const website = new FormData(event.currentTarget).get('website');
    const wrong = enquiryFields.find((field) => enquiryError(field, enquiry[field]));
    if (wrong) focusOn(event.currentTarget, wrong);
    void send(typeof website === 'string' ? website : '');
  }

  /** What every field has in common. */
  function field(name: EnquiryField) {
    const error = refused[name] ?? enquiryError(name, enquiry[name]);
    const shown = judged.has(name) || refused[name] !== undefined;
    return {
      name,
      required: true,
      value: enquiry[name],
      error: shown ? error : undefined,
      valid: shown && !error ? messages.contact.valid : undefined,
      onChange: (event: ChangeEvent<Control>) =>
        dispatch({ type: 'typed', field: name, value: event.currentTarget.value }),
      onBlur: () => dispatch({ type: 'left', field: name }),
    };
  }

  if (status === 'sent') {
    return (
      <Sent ref={done} tabIndex={-1}>
        <Alert tone="success" title="Your message has been sent.">
          We answer within two working days, to the address that you gave.
        </Alert>
        <Button type="button" variant="secondary" onClick={() => dispatch({ type: 'again' })}>
          Write another message
        </Button>
      </Sent>
    );
  }

  return (
    <Form
      ref={adopt}
      action={calls.contact.path}
      method="post"
      onSubmit={submit}
      aria-labelledby="form-title"
    >
      <Heading level={2} id="form-title">
        Send us a message
      </Heading>
      <Text muted size="small">
        All fields marked * are required. Please do not name third parties or describe operations in a first
        message.
      </Text>
      <Slot data-half>
        <TextField
          {...field('name')}
          label="First name"
          autoComplete="given-name"
          maxLength={maxLengths.name}
        />
      </Slot>
      <Slot data-half>
        <TextField
          {...field('surname')}
          label="Last name"
          autoComplete="family-name"
          maxLength={maxLengths.surname}
        />
      </Slot>
      <Slot data-half>
        <TextField
          {...field('email')}
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          maxLength={maxLengths.email}
        />
      </Slot>
      <Slot data-half>
        <SelectField {...field('department')} label="Department" placeholder="Choose a department">
          {DEPARTMENTS.map((department) => (
            <option key={department} value={department}>
              {department}
            </option>
          ))}
        </SelectField>
      </Slot>
      <Slot>
        <TextAreaField {...field('message')} label="Message" rows={7} maxLength={maxLengths.message} />
      </Slot>
      <Trap aria-hidden="true">
        <label>
          Leave this empty
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </Trap>
      {failure !== undefined && <Alert tone="error">{failure}</Alert>}
      <div>
        <Button type="submit" size="large" busy={status === 'sending'}>
          {status === 'sending' ? 'Sending…' : 'Send message'}
        </Button>
        {status === 'sending' && <VisuallyHidden role="status">Sending your message…</VisuallyHidden>}
      </div>
    </Form>
  );
}

/** Moves the focus to a field, so that its error is read out where it can be mended. */
function focusOn(form: HTMLFormElement, field: EnquiryField) {
  const control = form.elements.namedItem(field);
  if (control instanceof HTMLElement) control.focus();
}
