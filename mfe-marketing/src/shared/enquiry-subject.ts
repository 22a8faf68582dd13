import { DEPARTMENTS } from '@isa/api-contract';
import { isRecord } from '@isa/contract';

/** State for a link to the contact page. @param booking also asks for dates and the size of the group */
export function enquiryAbout(about: string, { booking = false } = {}) {
  return { about, booking };
}

/** State for a link to the contact page that asks for a quote for a course. */
export function quoteFor(course: string) {
  return { about: course, quote: true };
}

/** What the contact form starts with; the department is Sales by default. @param state of the router, not trusted. */
export function askedSubject(state: unknown) {
  if (!isRecord(state) || typeof state.about !== 'string') return {};
  if (state.quote === true) {
    return {
      title: `Request a quote: ${state.about}`,
      opening: `Please send us a quote for: ${state.about}\n`,
      department: 'Sales' as const,
      course: state.about,
    };
  }
  const booking = state.booking === true;
  return {
    title: `${booking ? 'Applying for' : 'About'}: ${state.about}`,
    opening: `About: ${state.about}\n${booking ? 'Preferred dates: \nNumber of people: \n' : ''}\n`,
    department: DEPARTMENTS.find((department) => department === state.department) ?? 'Sales',
    course: undefined,
  };
}

/** A message without the lines of its beginning that say nothing yet. */
export function withoutOpening(message: string): string {
  return message.replace(/^(?:About: .*|Preferred dates:|Number of people:)\s*$/gm, '');
}
