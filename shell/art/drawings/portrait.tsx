import { useId } from 'react';
import { pictureSizes } from '../../ui/src/art/sizes';
import { Brackets, GridEdge } from './annotations';
import { Canvas } from './canvas';
import { darkPalette } from './palette';
import { stroked } from './primitives';
import { Relief } from './relief';
import { Text } from './text';

const size = pictureSizes.portrait;

const head =
  'M240 118c48 0 80 34 82 84 1 14 7 14 6 30-1 14-8 20-12 22-6 42-34 82-76 82s-70-40-76-82c-4-2-11-8-12-22-1-16 5-16 6-30 2-50 34-84 82-84Z';
/** Closed at the neck for the fill; the outline is drawn without the closing line. */
const jacket =
  'M196 318c0 30-6 44-22 52-46 20-104 32-126 68-20 34-28 100-30 162h444c-2-62-10-128-30-162-22-36-80-48-126-68-16-8-22-22-22-52Z';

const hairStyles: readonly string[] = [
  'M156 214c-6-66 26-112 86-112 62 0 90 44 82 112-6-30-16-50-30-60-34 10-82 10-108-4-16 14-26 34-30 64Z',
  'M150 330c-24-80-22-232 92-232s114 152 90 232c-16 12-30 8-34-2 12-60 20-118-6-172-40 20-76 16-106 2-24 48-14 112-4 170-4 10-18 14-32 2Z',
  'M146 196c-2-60 34-104 94-104s98 44 94 104c-28-12-160-14-188 0Zm-14 8c40-18 176-18 220 2-10 8-40 6-110 4-66 0-100 2-110-6Z',
  'M154 226c-20-84 20-132 88-132 66 0 104 46 84 132-2-26-8-44-18-56-20-20-52-22-84-16-30 4-44 6-52 16-10 12-16 30-18 56Z',
  'M150 232c-34-90 16-142 90-142s124 52 90 142c0-34-14-58-24-74-44 14-88 10-132 0-10 16-24 40-24 74Zm30-132c-6-40 26-58 60-58s66 18 60 58Z',
  'M158 206c0-58 30-98 82-98s82 40 82 98c-14-44-40-62-82-62s-68 18-82 62Z',
];

const collarAndTie =
  'M196 366l44 60 44-60M196 366l-40 40 30 28-22 22 60 144M284 366l40 40-30 28 22 22-60 144M240 426l-13 20 8 24-14 130M240 426l13 20-8 24 14 130';

const palette = darkPalette(216, 38);

interface PortraitProps {
  readonly seed: number;
  readonly caption: string;
}

/** A silhouette in contour lines with the eyes redacted. */
export function PortraitDrawing(props: PortraitProps) {
  return (
    <Canvas size={size} palette={palette}>
      <Person {...props} />
    </Canvas>
  );
}

function Person({ seed, caption }: PortraitProps) {
  const { ground, text, accent } = palette;
  const clip = useId();
  const hair = hairStyles[(seed - 1) % hairStyles.length] ?? '';
  const body = head + jacket + hair;
  return (
    <>
      <Relief seed={seed * 31 + 5} scale={300} lines={9} opacity={0.34} />
      <GridEdge step={60} />
      <clipPath id={clip}>
        <path d={body} />
      </clipPath>
      <path d={body} fill={ground} />
      <g clipPath={`url(#${clip})`}>
        <Relief
          seed={seed * 7 + 3}
          scale={170}
          lines={20}
          low={-0.9}
          high={2.1}
          roughness={0.55}
          strokeWidth={1.25}
          colour={accent}
          opacity={0.85}
          hills={[
            { x: 262, y: 214, radius: 105, height: 1.9 },
            { x: 90, y: 520, radius: 120, height: 1.1 },
            { x: 400, y: 520, radius: 120, height: 1.1 },
          ]}
        />
        <path d={hair} fill={ground} opacity="0.86" />
        <path d={collarAndTie} {...stroked(accent, 1.6)} />
      </g>
      <path d={jacket.slice(0, -1)} {...stroked(accent, 1.8)} />
      <path d={head} {...stroked(accent, 1.8)} />
      <path d={hair} {...stroked(accent, 1.4)} />
      <rect x="140" y="196" width="200" height="34" fill={text} />
      <Brackets x={106} y={70} width={268} height={300} arm={30} strokeWidth={2.2} />
      <Text x={28} y={40} size={12} opacity={0.9} text={caption} />
      <Text x={size.width - 28} y={40} size={12} anchor="end" fill={accent} text="85 MM" />
    </>
  );
}

export const founderPortrait = <PortraitDrawing seed={4} caption="FILE 01 / FOUNDER" />;
