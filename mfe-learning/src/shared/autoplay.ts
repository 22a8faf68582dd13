import { isRecord } from '@isa/contract';

/** History state of a link to a lesson that starts to play automatically. */
export const AUTOPLAY = { play: true } as const;

export function isAutoplay(state: unknown): boolean {
  return isRecord(state) && state.play === true;
}
