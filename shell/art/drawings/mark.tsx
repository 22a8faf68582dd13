import { markShape } from '../../ui/src/art/mark';

/** The academy's sign for a dark ground, 36 by 36. The page's `Logo` draws the same shape. */
export function Mark({
  line,
  strong,
  ground,
}: {
  readonly line: string;
  readonly strong: string;
  readonly ground: string;
}) {
  return (
    <g strokeWidth="2.4">
      <path d={markShape.brackets} stroke={line} />
      <path d={markShape.route} stroke={strong} strokeLinecap="round" />
      <circle {...markShape.start} fill={strong} />
      <circle {...markShape.end} stroke={strong} fill={ground} strokeWidth="2.2" />
    </g>
  );
}
