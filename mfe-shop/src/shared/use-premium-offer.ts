import { calls, isRecorded, watchableToday } from '@isa/api-contract';
import { useHost, useRequest } from '@isa/contract';
import { hasPremium } from './basket-contents';

export type PremiumOffer = ReturnType<typeof usePremiumOffer>;

/** What premium access opens today; requested only for products that contain it. */
export function usePremiumOffer(items: Parameters<typeof hasPremium>[0]) {
  const { api } = useHost();
  const { data, status } = useRequest(hasPremium(items) ? 'lessons' : undefined, (signal) =>
    api(calls.listLessons, {}, { signal }),
  );
  const text = data && watchableToday(data.lessons.filter(isRecorded).length, data.lessons.length);
  return {
    /** The question is asked also without the list: the API ignores a waiver without need. */
    waiver: data ? !data.premium.preOrder : status === 'failed',
    loading: status === 'loading' && !data,
    text: text ?? (status === 'failed' ? 'The list of lessons says which can be watched today.' : undefined),
  };
}
