import type { Department } from '@isa/api-contract';

/** What the contact form starts with: its page reads this state. */
export function enquiryAbout(number: string, subject = 'Order') {
  return { about: `${subject} ${number}`, department: 'Customer Support' satisfies Department };
}
