import { useId } from 'react';
import { pictureSizes } from '../../ui/src/art/sizes';
import { CoverFace } from './book-cover';
import { Canvas } from './canvas';
import { ink } from './palette';
import { round, stroked } from './primitives';
import { Text } from './text';
import { type Volume, volumesOfBook } from './volumes';

const cover = pictureSizes.book;
const { width, height } = pictureSizes.mockup;

// The book stands with the edge of its spine towards the viewer, seen from slightly above: two sheared planes.
const scale = 0.9;
const front = { x: scale * 0.87, y: -0.12 };
const back = { x: -0.7, y: -0.27 };
const thickness = 62;

const [frontX, frontY] = [cover.width * front.x, cover.width * front.y];
const [backX, backY] = [thickness * back.x, thickness * back.y];

/** The book, or the pack's volumes side by side, standing on its shadow. */
export function BookMockupDrawing({ bookId }: { readonly bookId: number }) {
  const volumes = volumesOfBook(bookId);
  const depth = volumes.length * thickness;
  const standHeight = cover.height * scale;
  const totalWidth = frontX - depth * back.x;
  const totalHeight = standHeight - frontY - depth * back.y;
  const shrink = Math.min(1, (height - 40) / totalHeight, (width - 110) / totalWidth);
  const left = Math.round((width - totalWidth * shrink) / 2 - depth * back.x * shrink);
  const top = Math.round((height - totalHeight * shrink) / 2 + (totalHeight - standHeight) * shrink);
  const shadow = useId();
  const blur = useId();
  return (
    <Canvas size={pictureSizes.mockup} palette={ink} transparent>
      <linearGradient id={shadow} x1="0" x2="1">
        <stop stopColor="#0d1420" stopOpacity="0.42" />
        <stop offset="1" stopColor="#0d1420" stopOpacity="0" />
      </linearGradient>
      <filter id={blur} x="-10%" width="120%" y="-40%" height="180%">
        <feGaussianBlur stdDeviation="5" />
      </filter>
      <g transform={`translate(${left} ${top})scale(${round(shrink, 1000)})`}>
        <path
          d={polygon(
            [0, standHeight - 6],
            [frontX, standHeight + frontY - 6],
            [frontX + 96, standHeight + frontY + 4],
            [96, standHeight + 16],
          )}
          fill={`url(#${shadow})`}
          filter={`url(#${blur})`}
        />
        {volumes.toReversed().map((volume, index) => (
          <Standing key={volume.number} volume={volume} place={volumes.length - 1 - index} />
        ))}
      </g>
    </Canvas>
  );
}

/** One standing volume; `place` counts from the front. */
function Standing({ volume, place }: { readonly volume: Volume; readonly place: number }) {
  const { ground, line, text } = volume.palette;
  const pages = [0.2, 0.4, 0.6, 0.8].map((share) => `M${backX * share} ${backY * share}l${frontX} ${frontY}`);
  return (
    <g transform={`translate(${Math.round(place * backX)} ${Math.round(place * backY)})`}>
      <path
        d={polygon([0, 0], [frontX, frontY], [frontX + backX, frontY + backY], [backX, backY])}
        fill="#f1ebdc"
      />
      <path d={pages.join('')} {...stroked('#d8cfba', 1.2)} />
      <path d={`M${frontX} ${frontY}l${backX} ${backY}`} stroke="#c9bfa8" />
      <g transform={`matrix(${-back.x} ${-back.y} 0 ${scale} ${backX} ${backY})`}>
        <rect width={thickness} height={cover.height} fill={ground} />
        <rect width={thickness} height={cover.height} fill="#000" opacity="0.14" />
        <path d={`M0 58h${thickness}M0 196h${thickness}M0 474h${thickness}`} stroke={line} />
        <g transform="rotate(90)translate(212 -22)">
          <Text x={0} y={0} size={27} face="serif" fill={text} text="Covert Surveillance" />
        </g>
        <Text
          x={thickness / 2}
          y={548}
          size={52}
          face="serif"
          anchor="middle"
          tracking={0}
          fill={text}
          text={String(volume.number)}
        />
        <Text x={thickness / 2} y={40} size={13} anchor="middle" fill={text} text="ISA" />
      </g>
      {place === 0 && (
        <g transform={`matrix(${front.x} ${front.y} 0 ${scale} 0 0)`}>
          <CoverFace volume={volume} />
          <path d={`M0 0h14v${cover.height}H0z`} fill="#000" opacity="0.1" />
        </g>
      )}
    </g>
  );
}

function polygon(...corners: readonly (readonly [number, number])[]): string {
  return `M${corners.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}z`;
}
