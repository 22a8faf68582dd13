import { academy } from '@isa/api-contract';
import type { ReactNode } from 'react';
import { pictureSizes } from '../../ui/src/art/sizes';
import { Brackets, GridEdge } from './annotations';
import { Canvas } from './canvas';
import { LogoMark } from './logo-mark';
import { ink } from './palette';
import type { Size } from './primitives';
import { Relief } from './relief';
import { Text, TextLines } from './text';

const { height } = pictureSizes.og;

export interface SocialCard {
  readonly caption: string;
  /** Up to three lines. */
  readonly title: readonly string[];
  readonly picture: ReactNode;
  readonly size: Size;
}

/** The picture that other sites show beside a link to a page: 1200 by 630. */
export function SocialCardDrawing({
  card: { caption, title, picture, size },
}: {
  readonly card: SocialCard;
}) {
  const scale = Math.min(560 / size.width, 470 / size.height);
  const [w, h] = [size.width * scale, size.height * scale];
  const [x, y] = [1130 - w, (height - h) / 2];
  return (
    <Canvas size={pictureSizes.og} palette={ink}>
      <Relief seed={1200} scale={420} lines={11} opacity={0.55} />
      <>
        <GridEdge step={70} length={10} />
        <g transform={`translate(${x} ${y})scale(${scale})`}>{picture}</g>
        <Brackets x={x - 18} y={y - 18} width={w + 36} height={h + 36} arm={34} strokeWidth={3} />
        <g transform="translate(70 70)scale(1.6)">
          <LogoMark palette={ink} />
        </g>
        <Text x={148} y={94} size={30} face="serif" tracking={0.05} text="ISA" />
        <Text x={148} y={122} size={14} fill={ink.line} text={academy.name.toUpperCase()} />
        <TextLines
          lines={title}
          x={68}
          y={330 - (title.length - 1) * 30}
          leading={64}
          size={58}
          face="serif"
        />
        <Text x={70} y={548} size={20} fill={ink.accent} text={caption} />
      </>
    </Canvas>
  );
}
