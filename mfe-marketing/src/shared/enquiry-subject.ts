import { isRecord } from '@isa/contract';

/** Router state for a link to the contact page, whose message then starts with the subject. */
export function enquiryAbout(about: string) {
  return { about };
}

/** The beginning of the message for a router state, which may be anything. */
export function openingLine(state: unknown): string {
  return isRecord(state) && typeof state.about === 'string' ? `About: ${state.about}\n\n` : '';
}
