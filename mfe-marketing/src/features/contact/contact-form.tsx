import { calls, DEPARTMENTS, messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { formDraft, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Alert,
  Button,
  Heading,
  media,
  SelectField,
  Stack,
  Text,
  TextAreaField,
  TextField,
  TextLink,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { type ChangeEvent, type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { askedSubject } from '../../shared/enquiry-subject';
import {
  type Change,
  changed,
  enquiryError,
  type EnquiryField,
  fieldsOf,
  filledIn,
  isEnquiryField,
  leaveField,
  readForm,
  useEnquiry,
} from './use-enquiry';

const Form = styled.form`
  display: grid;
  gap: ${tokens.space(1)} ${tokens.space(5)};
  > h2 + p {
    margin-block: ${tokens.space(2)} ${tokens.space(4)};
  }
  ${media.up('sm')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    > :not([data-half]) {
      grid-column: 1 / -1;
    }
  }
`;

/** Reserves the message's line: otherwise pressing the button would move it away from the pointer. */
const Field = styled.div`
  &:not(:has(p)) {
    padding-bottom: calc(1.45 * ${tokens.font.size.small} + ${tokens.space(1.5)});
  }
`;

const shortFields = [
  { name: 'name', label: 'First name', autoComplete: 'given-name' },
  { name: 'surname', label: 'Last name', autoComplete: 'family-name' },
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    spellCheck: false,
  },
] as const;

const quoteFields = [
  { name: 'telephone', label: 'Telephone (optional)', type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  { name: 'organisation', label: 'Organisation', autoComplete: 'organization', required: true },
  { name: 'role', label: 'Your role (optional)', autoComplete: 'organization-title' },
  { name: 'people', label: 'Number of people (optional)', autoComplete: 'off' },
  { name: 'place', label: 'Place of the training (optional)', autoComplete: 'off' },
  { name: 'months', label: 'Months that suit you (optional)', autoComplete: 'off' },
  { name: 'purchaseOrder', label: 'Purchase order number (optional)', autoComplete: 'off' },
] as const;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Without scripts a plain form post (specification §5). It begins with the subject of a link that has one. */
export function ContactForm({
  title = 'Send us a message',
  opening = '',
  department,
  course,
}: ReturnType<typeof askedSubject>) {
  // A link with a subject has a draft of its own.
  const [draft] = useState(() => formDraft(`contact:${opening}`));
  const { state, setState, send, reset } = useEnquiry(course !== undefined, draft.clear);
  const form = useRef<HTMLFormElement>(null);
  const done = useRef<HTMLDivElement>(null);
  const { enquiry, touched, attempted, serverErrors, status, failure } = state;

  const customer = useSession(({ name }) => name);

  /** Changes the state, and takes over what programs have filled in without telling the page. */
  const update = useCallback(
    (change: Change) => {
      const { current } = form;
      setState((before) =>
        change(current ? { ...before, enquiry: readForm(current, before.enquiry).enquiry } : before),
      );
    },
    [setState],
  );

  useEffect(() => {
    if (customer && status === 'editing') update(filledIn(customer));
  }, [customer, status, update]);
  useEffect(() => {
    if (status === 'sent') done.current?.focus();
  }, [status]);

  const initialise = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element;
      if (!element) return;
      // The specification's messages replace the browser's validation, which stays when no script runs.
      element.noValidate = true;
      // The visitor may have typed into the prerendered form before this script ran.
      const typed = draft.restored(element);
      if (typed.get('message') === '') typed.set('message', opening);
      if (!typed.get('department')) typed.set('department', department ?? '');
      for (const [name, value] of typed) {
        if (isEnquiryField(name) && typeof value === 'string' && value !== '') {
          setState(changed(name, value));
        }
      }
    },
    [opening, department, draft, setState],
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const shown = readForm(event.currentTarget, enquiry);
    const invalid = fieldsOf(course !== undefined).find((field) => enquiryError(field, shown.enquiry[field]));
    const control = invalid && event.currentTarget.elements.namedItem(invalid);
    if (control instanceof HTMLElement) control.focus();
    void send(shown.enquiry, shown.reference);
  }

  function propsOf(name: EnquiryField) {
    const error = serverErrors[name] ?? enquiryError(name, enquiry[name]);
    const left = touched.has(name);
    const shown = left || attempted || serverErrors[name] !== undefined;
    return {
      name,
      required: true,
      value: enquiry[name],
      error: shown ? error : undefined,
      valid: left && !error ? messages.contact.valid : undefined,
      onChange: (event: ChangeEvent<Control>) => update(changed(name, event.currentTarget.value)),
      onBlur: () => update(leaveField(name)),
    };
  }

  if (status === 'sent') {
    return (
      <Stack ref={done} tabIndex={-1} gap={5} align="start">
        <Alert tone="success" title="Your message has been sent.">
          We will reply within two working days to the address you gave.
        </Alert>
        <Button type="button" variant="secondary" onClick={reset}>
          Write another message
        </Button>
      </Stack>
    );
  }

  return (
    <Form
      ref={initialise}
      action={calls.contact.path}
      method="post"
      onSubmit={submit}
      onInput={(event) => draft.keep(event.currentTarget)}
      aria-labelledby="form-title"
    >
      <Heading level={2} id="form-title">
        {title}
      </Heading>
      <Text muted size="small">
        All fields marked * are required. Please do not name third parties or describe operations in a first
        message.
      </Text>
      {shortFields.map((field) => (
        <Field key={field.name} data-half>
          <TextField {...propsOf(field.name)} {...field} />
        </Field>
      ))}
      {course === undefined ? (
        <Field data-half>
          <SelectField {...propsOf('department')} label="Department" placeholder="Choose a department">
            {DEPARTMENTS.map((department) => (
              <option key={department} value={department}>
                {department}
              </option>
            ))}
          </SelectField>
        </Field>
      ) : (
        <>
          <input type="hidden" name="department" value={department} />
          <input type="hidden" name="course" value={course} />
          {quoteFields.map((field) => (
            <Field key={field.name} data-half>
              <TextField {...propsOf(field.name)} required={false} {...field} />
            </Field>
          ))}
        </>
      )}
      <Field>
        <TextAreaField {...propsOf('message')} label="Message" rows={course === undefined ? 9 : 4} />
      </Field>
      {/* Only bots fill in this field: browsers and password managers pass by what cannot have the focus. */}
      <VisuallyHidden as="div" inert aria-hidden="true">
        <label>
          Leave this empty
          <input name="reference" tabIndex={-1} autoComplete="off" />
        </label>
      </VisuallyHidden>
      {failure !== undefined && <Alert tone="error">{failure}</Alert>}
      <Stack gap={4} align="start">
        <Button type="submit" size="large" busy={status === 'sending'}>
          {status === 'sending' ? 'Sending…' : course === undefined ? 'Send message' : 'Request the quote'}
        </Button>
        {status === 'sending' && <VisuallyHidden role="status">Sending your message…</VisuallyHidden>}
        <Text muted size="small">
          <span>We use your details only to answer you. Our </span>
          <TextLink as={Link} to={`${paths.legal('privacy-policy')}#writing`}>
            privacy policy
          </TextLink>
          <span> says how long we keep them.</span>
        </Text>
      </Stack>
    </Form>
  );
}
