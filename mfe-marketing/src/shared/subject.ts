/** Rides along with a link to the contact page and starts the message there. */
interface EnquirySubject {
  readonly about: string;
}

/** Router state for a link to the contact page: what the enquiry will be about. */
export function enquiryAbout(about: string): EnquirySubject {
  return { about };
}

/** The beginning of a message, when the visitor came by such a link. History may hold anything. */
export function openingLine(state: unknown): string {
  const known = typeof state === 'object' && state !== null && 'about' in state;
  return known && typeof state.about === 'string' ? `About: ${state.about}\n\n` : '';
}
