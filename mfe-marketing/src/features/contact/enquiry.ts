import { type CallInput, type Department, DEPARTMENTS, isEmail, messages } from '@isa/api-contract';

/** The contact form's fields (specification §3) as they are typed. */
export interface Enquiry {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly department: string;
  readonly message: string;
}

export type EnquiryField = keyof Enquiry;

export const emptyEnquiry: Enquiry = { name: '', surname: '', email: '', department: '', message: '' };

/** In the order of the form, so that the first error is the topmost. */
export const enquiryFields = ['name', 'surname', 'email', 'department', 'message'] as const;

/** Limits of the API, so that nobody types what will be refused. */
export const maxLengths = { name: 120, surname: 120, email: 254, message: 5000 } as const;

const accepts: Readonly<Record<EnquiryField, (value: string) => boolean>> = {
  name: (value) => value.trim() !== '',
  surname: (value) => value.trim() !== '',
  email: (value) => isEmail(value.trim()),
  department: isDepartment,
  message: (value) => value.trim() !== '',
};

const complaints: Readonly<Record<EnquiryField, string>> = {
  name: messages.contact.firstName,
  surname: messages.contact.lastName,
  email: messages.contact.email,
  department: messages.contact.department,
  message: messages.contact.message,
};

function isDepartment(value: string): value is Department {
  return DEPARTMENTS.some((department) => department === value);
}

/** What is wrong with one field (specification §5), or `undefined`. */
export function enquiryError(field: EnquiryField, value: string): string | undefined {
  return accepts[field](value) ? undefined : complaints[field];
}

/** The body of the call, or `undefined` while the enquiry is not complete. */
export function toRequest(enquiry: Enquiry, website: string): CallInput<'contact'>['body'] | undefined {
  const { department, ...texts } = enquiry;
  if (!isDepartment(department)) return undefined;
  return enquiryFields.every((field) => enquiryError(field, enquiry[field]) === undefined)
    ? { ...texts, department, website }
    : undefined;
}

export function isEnquiryField(name: string): name is EnquiryField {
  return enquiryFields.some((field) => field === name);
}
