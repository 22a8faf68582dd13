import { type Department, DEPARTMENTS } from '@isa/api-contract';
import { isRecord } from '@isa/contract';

/** State for a link to the contact page. @param booking also asks for dates and the size of the group */
export function enquiryAbout(about: string, { booking = false } = {}) {
  return { about, booking };
}

/** The beginning of the message for a router state, which may be anything. */
export function openingLine(state: unknown): string {
  if (!isRecord(state) || typeof state.about !== 'string') return '';
  const questions = state.booking === true ? 'Preferred dates: \nNumber of people: \n' : '';
  return `About: ${state.about}\n${questions}\n`;
}

/** The department that a router state, which may be anything, asks for: by default the one that sells. */
export function askedDepartment(state: unknown): Department | undefined {
  if (!isRecord(state)) return undefined;
  const asked = DEPARTMENTS.find((department) => department === state.department);
  return asked ?? (typeof state.about === 'string' ? 'Sales' : undefined);
}

export function formTitle(state: unknown): string {
  if (!isRecord(state) || typeof state.about !== 'string') return 'Send us a message';
  return `${state.booking === true ? 'Applying for' : 'About'}: ${state.about}`;
}

/** A message without the lines of its beginning that say nothing yet. */
export function withoutOpening(message: string): string {
  return message.replace(/^(?:About: .*|Preferred dates:|Number of people:)\s*$/gm, '');
}
