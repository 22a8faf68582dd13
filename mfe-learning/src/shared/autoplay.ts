import { isRecord } from '@isa/contract';

export const AUTOPLAY = { play: true } as const;

export function isAutoplay(state: unknown): boolean {
  return isRecord(state) && state.play === true;
}
