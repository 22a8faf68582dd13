import { markShape } from '../../ui/src/art/mark';
import type { Palette } from './palette';

/** The academy's logo mark, 36 by 36. The page's `Logo` has the same shape. */
export function LogoMark({ palette: { text, accent, ground } }: { readonly palette: Palette }) {
  return (
    <g strokeWidth="2.4">
      <path d={markShape.brackets} stroke={text} />
      <path d={markShape.route} stroke={accent} strokeLinecap="round" />
      <circle {...markShape.start} fill={accent} />
      <circle {...markShape.end} stroke={accent} fill={ground} strokeWidth="2.2" />
    </g>
  );
}
