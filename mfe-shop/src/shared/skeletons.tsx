import { Skeleton, Stack, VisuallyHidden } from '@isa/ui';

interface SkeletonsProps {
  readonly heights: readonly (number | string)[];
  readonly gap?: number;
  readonly label?: string;
}

export function Skeletons({ heights, gap = 3, label }: SkeletonsProps) {
  return (
    <Stack gap={gap} aria-busy="true">
      {label && <VisuallyHidden role="status">{label}</VisuallyHidden>}
      {heights.map((height, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  );
}
