import { nextPath } from '@isa/api-contract';
import { paths, useHydrated } from '@isa/contract';
import { useSearchParams } from 'react-router-dom';

/** The path after a log-in. The prerendered page, which is the same file for every query, has the default. */
export function useNextPath(): string {
  const [search] = useSearchParams();
  return useHydrated() ? nextPath(search) : paths.home;
}
