import { Bars, Brackets, GridCrosses, Reticle } from '../annotations';
import { usePalette } from '../palette';
import { Group, onCircle, points, range, stroked } from '../primitives';
import { Relief } from '../relief';
import { Text } from '../text';

/* Each motif fills a sheet of 720 by 480. */

/** Investigations, management: a wall of people and their links. */
export function LinksMotif() {
  const { accent, text, line, ground, fill } = usePalette();
  const nodes = points('124,120 330,86 560,130 196,290 420,250 600,330 330,390');
  const ties = points('0,1 1,4 0,3 3,4 4,2 4,5 3,6 6,4');
  return (
    <>
      <GridCrosses step={60} />
      {ties.map(([from, to]) => (
        <path
          key={`${from}-${to}`}
          d={`M${nodes[from]?.join(' ')}L${nodes[to]?.join(' ')}`}
          {...(from === 4 || to === 4 ? stroked(accent, 2.4) : stroked(line, 1.3, '5 5'))}
        />
      ))}
      {nodes.map(([x, y], index) => {
        const { card, person, bar } =
          index === 4
            ? {
                card: { fill: text, ...stroked(accent, 3) },
                person: { fill: ground, ...stroked(ground, 1.6) },
                bar: ground,
              }
            : {
                card: { fill, ...stroked(line, 1.4) },
                person: { fill: 'none', ...stroked(text, 1.6) },
                bar: line,
              };
        const barWidth = 0.55 + ((index * 29) % 45) / 100;
        return (
          <g key={x + y} transform={`translate(${x} ${y})`}>
            <rect x="-42" y="-50" width="84" height="104" {...card} />
            <path
              d="M0-34a15 15 0 1 1 0 30a15 15 0 1 1 0-30M-30 26c3-20 14-26 30-26s27 6 30 26z"
              {...person}
            />
            <Bars x={-30} y={36} width={60} rows={[barWidth]} height={7} colour={bar} />
            <circle cy="-50" r="5" fill={accent} />
          </g>
        );
      })}
      <Brackets x={360} y={184} width={120} height={136} arm={20} strokeWidth={2.4} />
    </>
  );
}

/** Investigations, Level 4: evidence under a magnifier, and a certificate. */
export function CertificateMotif() {
  const { accent, text, line, ground } = usePalette();
  const spoke = (radius: number, index: number) => onCircle([0, 0], radius, index * 15).join(' ');
  const spokes = range(24).map((index) => `M${spoke(42, index)}L${spoke(56, index)}`);
  return (
    <>
      <Relief seed={404} scale={360} lines={11} opacity={0.55} />
      <Group x={176} y={70} rotate={-4}>
        <path d="M0 0h400v300H0z" fill={text} />
        <path d="M16 16h368v268H16z" {...stroked(ground, 1.4)} />
        <path d="M22 22h356v256H22z" {...stroked(accent, 1)} />
        <Text
          x={200}
          y={92}
          size={60}
          face="serif"
          anchor="middle"
          tracking={-0.02}
          fill={ground}
          text="Level 4"
        />
        <Text x={200} y={124} size={13} anchor="middle" fill={ground} text="INVESTIGATIONS" />
        <Bars
          x={90}
          y={156}
          width={220}
          rows={[
            [0.1, 0.9],
            [0, 0.62, 0.66, 1],
            [0.2, 0.8],
          ]}
          height={9}
          leading={22}
          colour={ground}
        />
        <path d="M60 252h110" {...stroked(ground, 1.3)} />
        <path d="M70 246c14-26 22-24 20-6s12 4 20-6 10 2 26-4" {...stroked(ground, 2)} />
      </Group>
      <Group x={532} y={322} rotate={-4}>
        <path d="M-26 30l-16 84 42-22 42 22-16-84z" fill={accent} />
        <circle r="58" fill={ground} {...stroked(accent, 3)} />
        <path d={spokes.join('')} {...stroked(accent, 2)} />
        <circle r="36" {...stroked(accent, 1.6)} />
        <path d="M-15 1l11 11 20-24" {...stroked(accent, 4.5)} />
      </Group>
      <Group x={136} y={330}>
        <circle r="74" fill={ground} fillOpacity="0.35" {...stroked(accent, 4)} />
        <path d="M-54 54l-62 64" {...stroked(accent, 12)} strokeLinecap="round" />
        <Reticle x={0} y={0} radius={34} colour={text} />
        <path d="M-60-20a62 62 0 0 1 40-38" {...stroked(line, 2)} />
      </Group>
    </>
  );
}
