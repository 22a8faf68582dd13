import { type CallInput, type Department, DEPARTMENTS, isEmail, messages } from '@isa/api-contract';

/** The contact form's fields (specification §3), in the order of the form, so that the first error is the topmost. */
export const enquiryFields = ['name', 'surname', 'email', 'department', 'message'] as const;

export type EnquiryField = (typeof enquiryFields)[number];

/** The fields' values as typed. */
export type Enquiry = Readonly<Record<EnquiryField, string>>;

export const emptyEnquiry: Enquiry = { name: '', surname: '', email: '', department: '', message: '' };

/** The API's limits. */
export const maxLengths = { name: 120, surname: 120, email: 254, message: 5000 } as const;

const isFilled = (value: string) => value.trim() !== '';

const isDepartment = (value: string): value is Department =>
  DEPARTMENTS.some((department) => department === value);

const rules: Readonly<Record<EnquiryField, readonly [isValid: (value: string) => boolean, error: string]>> = {
  name: [isFilled, messages.contact.firstName],
  surname: [isFilled, messages.contact.lastName],
  email: [(value) => isEmail(value.trim()), messages.contact.email],
  department: [isDepartment, messages.contact.department],
  message: [isFilled, messages.contact.message],
};

/** The error message of a value (specification §5), or `undefined`. */
export function enquiryError(field: EnquiryField, value: string): string | undefined {
  const [isValid, error] = rules[field];
  return isValid(value) ? undefined : error;
}

/** The request body, or `undefined` while a field is invalid. */
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
