import { academy } from '@isa/api-contract';
import type { ReactNode } from 'react';
import { pictureSizes } from '../../ui/src/art/sizes';
import { Lines, Type } from './lettering';
import { Mark } from './mark';
import { Brackets, GridEdge } from './marks';
import { ink, usePalette } from './palette';
import { Relief } from './relief';
import { Sheet } from './sheet';

const { width, height } = pictureSizes.og;

export interface SocialCard {
  readonly caption: string;
  /** Up to three lines. */
  readonly title: readonly string[];
  readonly picture: ReactNode;
  /** The picture's own size. */
  readonly size: { readonly width: number; readonly height: number };
}

/** The picture that other sites show beside a link to a page: 1200 by 630. */
export function SocialCardDrawing({ card }: { readonly card: SocialCard }) {
  return (
    <Sheet width={width} height={height} palette={ink}>
      <Relief seed={1200} width={width} height={height} scale={420} lines={11} opacity={0.55} />
      <Words card={card} />
    </Sheet>
  );
}

function Words({ card: { caption, title, picture, size } }: { readonly card: SocialCard }) {
  const { text, mark, line, ground } = usePalette();
  const scale = Math.min(560 / size.width, 470 / size.height);
  const [w, h] = [size.width * scale, size.height * scale];
  const [x, y] = [1130 - w, (height - h) / 2];
  return (
    <>
      <GridEdge width={width} height={height} step={70} length={10} />
      <g transform={`translate(${x} ${y})scale(${scale})`}>{picture}</g>
      <Brackets x={x - 18} y={y - 18} width={w + 36} height={h + 36} arm={34} strokeWidth={3} />
      <g transform="translate(70 70)scale(1.6)">
        <Mark line={text} strong={mark} ground={ground} />
      </g>
      <Type x={148} y={94} size={30} face="serif" tracking={0.05} fill={text}>
        ISA
      </Type>
      <Type x={148} y={122} size={14} fill={line}>
        {academy.name.toUpperCase()}
      </Type>
      <Lines
        lines={title}
        x={68}
        y={330 - (title.length - 1) * 30}
        leading={64}
        size={58}
        face="serif"
        fill={text}
      />
      <Type x={70} y={548} size={20} fill={mark}>
        {caption}
      </Type>
    </>
  );
}
