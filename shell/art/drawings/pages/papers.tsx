import { Bars, Brackets, GridCrosses, GridEdge } from '../annotations';
import { usePalette } from '../palette';
import { Group, range, stroked } from '../primitives';
import { Relief } from '../relief';
import { Text } from '../text';

/* Each motif fills a sheet of 960 by 600. */

/** Blog: an open notebook with a sketch, and a pen. */
export function NotebookMotif() {
  const { accent, text, ground, line } = usePalette();
  return (
    <>
      <Relief seed={2024} scale={420} lines={10} opacity={0.5} />
      <Group x={180} y={96} rotate={-7}>
        <path
          d="M0 16C120-8 230-6 300 20C370-6 480-8 600 16V406C480 382 370 384 300 410C230 384 120 382 0 406Z"
          fill={text}
        />
        <path d="M300 20V410" {...stroked(ground, 2.4)} />
        <path d="M300 20c-12 8-16 18-18 34M300 20c12 8 16 18 18 34" {...stroked(ground, 1.4)} />
        <Bars
          x={42}
          y={62}
          width={210}
          rows={[0.5, 0, [0, 0.3, 0.36, 0.96], 0.86, 0.98, [0, 0.52, 0.58, 0.9], 0.72, 0, 0.94, 0.66]}
          height={9}
          leading={29}
          colour={ground}
        />
        {/* A sketch of a street with a waiting place. */}
        <path
          d="M346 96h206M346 144h206M420 144v150M470 144v150M346 294h74M470 294h82"
          {...stroked(ground, 2.4)}
        />
        <path d="M360 120h120c18 0 26 8 26 26v30" {...stroked(accent, 5)} strokeLinecap="round" />
        <circle cx="360" cy="120" r="9" fill={accent} />
        <path d="M494 196l24 24M518 196l-24 24" {...stroked(accent, 5)} />
        <Bars x={346} y={326} width={200} rows={[0.9, 0.56]} height={8} leading={22} colour={ground} />
      </Group>
      <Group x={736} y={392} rotate={-38}>
        <path d="M0 0h168c10 0 16 6 16 13s-6 13-16 13H0z" fill={ground} {...stroked(text, 2.2)} />
        <path d="M0 0-36 13 0 26z" fill={accent} {...stroked(accent, 2)} />
        <path d="M132 0v26" {...stroked(text, 2.2)} />
      </Group>
      <Brackets x={540} y={150} width={196} height={190} arm={26} strokeWidth={2.6} />
      <path d="M60 520h150" {...stroked(line, 1.4)} />
      <GridEdge step={80} length={10} />
    </>
  );
}

/** Legal pages: numbered clauses on overlapping sheets. */
export function ClausesMotif() {
  const { accent, text, ground, fill, line } = usePalette();
  return (
    <>
      <GridCrosses step={80} />
      <Group x={236} y={120} rotate={-8}>
        <path d="M0 0h330v440H0z" fill={fill} {...stroked(line, 1.4)} />
      </Group>
      <Group x={350} y={70} rotate={3}>
        <path d="M0 0h330l44 44v480H0z" fill={text} />
        <path d="M330 0v44h44z" fill={ground} opacity="0.35" />
        {range(4).map((index) => (
          <g key={index}>
            <Text x={34} y={92 + index * 112} size={30} face="serif" fill={ground} text={`${index + 1}.`} />
            <Bars
              x={86}
              y={72 + index * 112}
              width={244}
              rows={[[0, 0.4 + index * 0.1], 0.96, 0.9 - index * 0.12]}
              height={9}
              leading={25}
              colour={ground}
            />
          </g>
        ))}
        <path d="M18 164h336v96H18z" {...stroked(accent, 3)} />
      </Group>
      <GridEdge step={80} length={10} />
    </>
  );
}
