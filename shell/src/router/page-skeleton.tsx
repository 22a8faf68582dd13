import { Band, NeedsScripts, Skeleton, Stack } from '@isa/ui';

export function PageSkeleton({ tone }: { readonly tone: 'paper' | 'ink' }) {
  return (
    <Band tone={tone} aria-busy="true" aria-label="Loading the page">
      <Stack gap={6}>
        <NeedsScripts />
        <Skeleton height="3rem" width="min(28rem, 80%)" />
        <Skeleton height="1.25rem" width="min(40rem, 100%)" />
        <Skeleton height="20rem" />
      </Stack>
    </Band>
  );
}
