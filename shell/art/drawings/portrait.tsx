import { type ReactNode, useId } from 'react';
import { pictureSizes } from '../../ui/src/art/sizes';
import { Brackets, GridEdge } from './annotations';
import { Canvas } from './canvas';
import { founder, harbour, lantern, ledger, relay } from './people';
import { darkPalette } from './palette';
import { stroked } from './primitives';
import { Relief } from './relief';
import { Text } from './text';

const size = pictureSizes.portrait;

/** One person: their outline, pose and place. */
export interface Person {
  readonly caption: string;
  readonly lens: string;
  readonly hue: number;
  readonly seed: number;
  /** Closed outlines, from back to front; each hides what is behind it. */
  readonly outlines: readonly string[];
  readonly hair?: string;
  /** Lines on clothes and things. */
  readonly details?: string;
  /** The bar over the eyes; absent for somebody who is seen from behind. */
  readonly eyes?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly rotate?: number;
  };
  readonly brackets: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** The highest ground on the person, around which the contour lines close. */
  readonly centre: { readonly x: number; readonly y: number };
  readonly setting: ReactNode;
  /** In front of the person. */
  readonly foreground?: ReactNode;
}

/** A silhouette in contour lines with the eyes redacted. */
export function PortraitDrawing({ person }: { readonly person: Person }) {
  const { caption, lens, hue, seed, outlines, hair = '', details = '', eyes, brackets, centre } = person;
  const palette = darkPalette(hue, 36);
  const { ground, text, accent } = palette;
  const clip = useId();
  return (
    <Canvas size={size} palette={palette}>
      <Relief seed={seed * 31 + 5} scale={300} lines={8} opacity={0.26} />
      <GridEdge step={60} />
      {person.setting}
      <clipPath id={clip}>
        <path d={outlines.join('') + hair} />
      </clipPath>
      {outlines.map((outline) => (
        <path key={outline} d={outline} fill={ground} />
      ))}
      <path d={hair} fill={ground} />
      <g clipPath={`url(#${clip})`}>
        <Relief
          seed={seed * 7 + 3}
          scale={170}
          lines={18}
          low={-0.9}
          high={2.1}
          roughness={0.55}
          strokeWidth={1.25}
          colour={accent}
          opacity={0.6}
          hills={[
            { ...centre, radius: 105, height: 1.9 },
            { x: 90, y: 540, radius: 120, height: 1.1 },
            { x: 400, y: 540, radius: 120, height: 1.1 },
          ]}
        />
        <path d={hair} fill={ground} opacity="0.9" />
      </g>
      {outlines.map((outline) => (
        <path key={outline} d={outline} {...stroked(accent, 2)} strokeLinejoin="round" />
      ))}
      <path d={hair} {...stroked(accent, 1.6)} strokeLinejoin="round" />
      <path d={details} {...stroked(accent, 1.6)} strokeLinecap="round" strokeLinejoin="round" />
      {eyes && (
        <rect
          x={eyes.x}
          y={eyes.y}
          width={eyes.width}
          height="28"
          fill={text}
          transform={eyes.rotate ? `rotate(${eyes.rotate} ${eyes.x} ${eyes.y})` : undefined}
        />
      )}
      {person.foreground}
      <Brackets {...brackets} arm={28} strokeWidth={2.4} />
      <Text x={28} y={40} size={13} opacity={0.9} text={caption} />
      <Text x={size.width - 28} y={40} size={13} anchor="end" fill={accent} text={lens} />
    </Canvas>
  );
}

export const founderPortrait = <PortraitDrawing person={founder} />;

/** The team's portraits, in the order of their files. */
export const team: readonly Person[] = [relay, harbour, ledger, lantern];
