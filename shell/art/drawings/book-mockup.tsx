import { useId } from 'react';
import { pictureSizes } from '../../ui/src/art/sizes';
import { CoverFace } from './book-cover';
import { Type } from './lettering';
import { ink } from './palette';
import { Sheet } from './sheet';
import { type Volume, volumeOf, volumesOfBook } from './volumes';

const cover = pictureSizes.book;
const { width, height } = pictureSizes.mockup;

// The book stands with its spine's edge towards us, seen from a little above: two sheared planes.
const scale = 0.9;
const front = { x: scale * 0.87, y: -0.12 };
const back = { x: -0.7, y: -0.27 };
const thickness = 62;

/** The book, or the pack's volumes side by side, standing on its shadow. */
export function BookMockupDrawing({ bookId }: { readonly bookId: number }) {
  const books = (volumesOfBook[bookId - 1] ?? [1]).map(volumeOf);
  const depth = books.length * thickness;
  const faceWidth = cover.width * front.x;
  const standHeight = cover.height * scale;
  const totalWidth = faceWidth - depth * back.x;
  const totalHeight = standHeight - cover.width * front.y - depth * back.y;
  const shrink = Math.min(1, (height - 40) / totalHeight, (width - 110) / totalWidth);
  const left = (width - totalWidth * shrink) / 2 - depth * back.x * shrink;
  const top = (height - totalHeight * shrink) / 2 + (totalHeight - standHeight) * shrink;
  const shadow = useId();
  const blur = useId();
  return (
    <Sheet width={width} height={height} palette={ink} transparent>
      <linearGradient id={shadow} x1="0" x2="1">
        <stop stopColor="#0d1420" stopOpacity="0.42" />
        <stop offset="1" stopColor="#0d1420" stopOpacity="0" />
      </linearGradient>
      <filter id={blur} x="-10%" width="120%" y="-40%" height="180%">
        <feGaussianBlur stdDeviation="5" />
      </filter>
      <g
        transform={`translate(${Math.round(left)} ${Math.round(top)})scale(${Math.round(shrink * 1000) / 1000})`}
      >
        <path
          d={path(
            [0, standHeight - 6],
            [faceWidth, standHeight + cover.width * front.y - 6],
            [faceWidth + 96, standHeight + cover.width * front.y + 4],
            [96, standHeight + 16],
          )}
          fill={`url(#${shadow})`}
          filter={`url(#${blur})`}
        />
        {books.toReversed().map((volume, index) => (
          <Standing key={volume.number} volume={volume} place={books.length - 1 - index} />
        ))}
      </g>
    </Sheet>
  );
}

function Standing({ volume, place }: { readonly volume: Volume; readonly place: number }) {
  const { palette, number } = volume;
  const [x, y] = [Math.round(place * thickness * back.x), Math.round(place * thickness * back.y)];
  const [fx, fy] = [cover.width * front.x, cover.width * front.y];
  const [bx, by] = [thickness * back.x, thickness * back.y];
  const isFront = place === 0;
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d={path([0, 0], [fx, fy], [fx + bx, fy + by], [bx, by])} fill="#f1ebdc" />
      <path
        d={[0.2, 0.4, 0.6, 0.8].map((share) => `M${bx * share} ${by * share}l${fx} ${fy}`).join('')}
        stroke="#d8cfba"
        strokeWidth="1.2"
      />
      <path d={`M${fx} ${fy}l${bx} ${by}`} stroke="#c9bfa8" />
      <g transform={`matrix(${-back.x} ${-back.y} 0 ${scale} ${bx} ${by})`}>
        <rect width={thickness} height={cover.height} fill={palette.ground} />
        <rect width={thickness} height={cover.height} fill="#000" opacity="0.14" />
        <path d={`M0 58h${thickness}M0 196h${thickness}M0 474h${thickness}`} stroke={palette.line} />
        <g transform="rotate(90)translate(212 -22)">
          <Type x={0} y={0} size={27} face="serif" fill={palette.text}>
            Covert Surveillance
          </Type>
        </g>
        <Type
          x={thickness / 2}
          y={548}
          size={52}
          face="serif"
          anchor="middle"
          tracking={0}
          fill={palette.text}
        >
          {String(number)}
        </Type>
        <Type x={thickness / 2} y={40} size={13} anchor="middle" fill={palette.text}>
          ISA
        </Type>
      </g>
      {isFront && (
        <g transform={`matrix(${front.x} ${front.y} 0 ${scale} 0 0)`}>
          <CoverFace volume={volume} />
          <path d={`M0 0h14v${cover.height}H0z`} fill="#000" opacity="0.1" />
        </g>
      )}
    </g>
  );
}

function path(...points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}z`;
}
