import { Type } from '../lettering';
import { Bars, Brackets, GridCrosses, Placed, Reticle } from '../marks';
import { usePalette } from '../palette';
import { Relief } from '../relief';

/* Each motif fills a sheet of 720 by 480. */

/** Investigations, management: who knows whom, on one wall. */
export function LinksMotif() {
  const { mark, text, line, ground, fill } = usePalette();
  const nodes = [
    [124, 120],
    [330, 86],
    [560, 130],
    [196, 290],
    [420, 250],
    [600, 330],
    [330, 390],
  ] as const;
  const ties = [
    [0, 1],
    [1, 4],
    [0, 3],
    [3, 4],
    [4, 2],
    [4, 5],
    [3, 6],
    [6, 4],
  ] as const;
  const point = (index: number) => nodes[index] ?? [0, 0];
  const strong = (from: number, to: number) => from === 4 || to === 4;
  return (
    <>
      <GridCrosses width={720} height={480} step={60} />
      {ties.map(([from, to]) => (
        <path
          key={`${from}-${to}`}
          d={`M${point(from).join(' ')}L${point(to).join(' ')}`}
          stroke={strong(from, to) ? mark : line}
          strokeWidth={strong(from, to) ? 2.4 : 1.3}
          strokeDasharray={strong(from, to) ? undefined : '5 5'}
        />
      ))}
      {nodes.map(([x, y], index) => (
        <g key={x + y} transform={`translate(${x} ${y})`}>
          <rect
            x="-42"
            y="-50"
            width="84"
            height="104"
            fill={index === 4 ? text : fill}
            stroke={index === 4 ? mark : line}
            strokeWidth={index === 4 ? 3 : 1.4}
          />
          <path
            d="M0-34a15 15 0 1 1 0 30a15 15 0 1 1 0-30M-30 26c3-20 14-26 30-26s27 6 30 26z"
            fill={index === 4 ? ground : 'none'}
            stroke={index === 4 ? ground : text}
            strokeWidth="1.6"
          />
          <Bars
            x={-30}
            y={36}
            width={60}
            rows={[[[0, 0.55 + ((index * 29) % 45) / 100]]]}
            height={7}
            colour={index === 4 ? ground : line}
          />
          <circle cy="-50" r="5" fill={mark} />
        </g>
      ))}
      <Brackets x={360} y={184} width={120} height={136} arm={20} strokeWidth={2.4} />
    </>
  );
}

/** Investigations, Level 4: evidence under the glass, and a certificate. */
export function CertificateMotif() {
  const { mark, text, line, ground } = usePalette();
  const spokes = Array.from({ length: 24 }, (_, index) => {
    const angle = (index / 24) * 2 * Math.PI;
    return `M${Math.round(Math.cos(angle) * 42)} ${Math.round(Math.sin(angle) * 42)}L${Math.round(Math.cos(angle) * 56)} ${Math.round(Math.sin(angle) * 56)}`;
  }).join('');
  return (
    <>
      <Relief seed={404} width={720} height={480} scale={360} lines={11} opacity={0.55} />
      <Placed x={176} y={70} turn={-4}>
        <path d="M0 0h400v300H0z" fill={text} />
        <path d="M16 16h368v268H16z" stroke={ground} strokeWidth="1.4" />
        <path d="M22 22h356v256H22z" stroke={mark} strokeWidth="1" />
        <Type x={200} y={92} size={60} face="serif" anchor="middle" tracking={-0.02} fill={ground}>
          Level 4
        </Type>
        <Type x={200} y={124} size={13} anchor="middle" fill={ground}>
          INVESTIGATIONS
        </Type>
        <Bars
          x={90}
          y={156}
          width={220}
          rows={[
            [[0.1, 0.9]],
            [
              [0, 0.62],
              [0.66, 1],
            ],
            [[0.2, 0.8]],
          ]}
          height={9}
          leading={22}
          colour={ground}
        />
        <path d="M60 252h110" stroke={ground} strokeWidth="1.3" />
        <path d="M70 246c14-26 22-24 20-6s12 4 20-6 10 2 26-4" stroke={ground} strokeWidth="2" />
      </Placed>
      <Placed x={532} y={322} turn={-4}>
        <path d="M-26 30l-16 84 42-22 42 22-16-84z" fill={mark} />
        <circle r="58" fill={ground} stroke={mark} strokeWidth="3" />
        <path d={spokes} stroke={mark} strokeWidth="2" />
        <circle r="36" stroke={mark} strokeWidth="1.6" />
        <path d="M-15 1l11 11 20-24" stroke={mark} strokeWidth="4.5" />
      </Placed>
      <Placed x={136} y={330}>
        <circle r="74" fill={ground} fillOpacity="0.35" stroke={mark} strokeWidth="4" />
        <path d="M-54 54l-62 64" stroke={mark} strokeWidth="12" strokeLinecap="round" />
        <Reticle x={0} y={0} radius={34} colour={text} />
        <path d="M-60-20a62 62 0 0 1 40-38" stroke={line} strokeWidth="2" />
      </Placed>
    </>
  );
}
