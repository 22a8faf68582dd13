import { londonDay } from '@isa/api-contract';

/** Whether visitors see a published post: from its day in London on. */
export function hasAppeared(publishedAt: string, now: Date): boolean {
  return londonDay(new Date(publishedAt)) <= londonDay(now);
}
