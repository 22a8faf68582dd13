import { Type } from './lettering';
import { Bars, Brackets, GridCrosses, Marker, Placed, Reticle, Route, rounded } from './marks';
import { usePalette } from './palette';
import { Relief } from './relief';
import { crossing, planStreets, Streets } from './streets';
import { Car, Figure, Sight, Van, Walker } from './things';

/** Each motif fills a sheet of 720 by 480. */

/** Surveillance, deepening course: five cars and a van around one subject. */
export function MobileTeamMotif() {
  const plan = planStreets({ seed: 52, width: 900, height: 700, block: 92, street: 30 });
  const at = (column: number, row: number) => crossing(plan, column, row);
  const [x, y] = at(5, 3);
  return (
    <Placed x={-40} y={-60} turn={-8}>
      <g transform="translate(-10 70)">
        <Streets plan={plan} />
        <Route
          points={[at(1, 6), at(1, 4), at(3, 4), at(3, 3), at(5, 3)]}
          times={[
            [1, '09:12'],
            [2, '09:16'],
          ]}
          width={4}
          size={14}
          ends={false}
        />
        <Marker point={at(1, 6)} letter="A" size={17} />
        <Car x={x} y={y} marked scale={1.2} />
        <Reticle x={x} y={y} radius={46} strokeWidth={2} />
        <Car x={at(4, 3)[0] - 6} y={y} scale={1.1} />
        <Car x={at(3, 3)[0]} y={(at(3, 3)[1] + at(3, 4)[1]) / 2} turn={-90} scale={1.1} />
        <Car x={at(5, 2)[0]} y={at(5, 2)[1]} turn={90} scale={1.1} />
        <Car x={at(6, 4)[0]} y={at(6, 4)[1]} turn={180} scale={1.1} />
        <Car x={at(4, 5)[0]} y={at(4, 5)[1]} scale={1.1} />
        <Van x={at(6, 2)[0]} y={at(6, 2)[1]} turn={90} scale={1.1} />
      </g>
    </Placed>
  );
}

/** Surveillance at government level: what may be said about it. */
export function GovernmentMotif() {
  const { text, mark, ground, line } = usePalette();
  return (
    <>
      <Relief seed={608} width={720} height={480} scale={330} lines={12} opacity={0.7} tolerance={1.6} />
      <Placed x={70} y={62} turn={-3}>
        <path d="M0 0h300l34 34v366H0z" fill={text} />
        <path d="M300 0v34h34z" fill={ground} opacity="0.3" />
        <path d="M-2 44h-22v74h22z" fill={mark} />
        <Type x={30} y={52} size={13} fill={ground}>
          FILE 08
        </Type>
        <path d="M30 66h270" stroke={ground} strokeWidth="1.4" />
        <Bars
          x={30}
          y={92}
          width={272}
          rows={[
            [[0, 0.6]],
            [
              [0, 0.24],
              [0.28, 0.96],
            ],
            [[0, 0.82]],
            [],
            [
              [0, 0.42],
              [0.46, 0.9],
            ],
            [[0, 0.98]],
            [[0, 0.3]],
            [],
            [[0, 0.7]],
            [[0, 0.92]],
          ]}
          height={15}
          leading={27}
          colour={ground}
        />
      </Placed>
      <Placed x={530} y={242}>
        {[150, 108, 66].map((radius, index) => (
          <circle
            key={radius}
            r={radius}
            stroke={index === 1 ? mark : line}
            strokeWidth={index === 1 ? 2.2 : 1.2}
            strokeDasharray={index === 0 ? '4 7' : undefined}
          />
        ))}
        <Car x={0} y={-58} turn={-90} scale={1.3} />
        <Car x={0} y={6} turn={-90} scale={1.45} marked />
        <Car x={0} y={70} turn={-90} scale={1.3} />
        {[30, 150, 210, 330].map((angle) => {
          const turn = (angle * Math.PI) / 180;
          return (
            <Walker key={angle} x={Math.cos(turn) * 108} y={Math.sin(turn) * 108} turn={angle} scale={1.15} />
          );
        })}
      </Placed>
    </>
  );
}

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
      <Relief seed={404} width={720} height={480} scale={360} lines={11} opacity={0.55} tolerance={1.8} />
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

/** Intelligence, departments: the cycle from question to answer. */
export function CycleMotif() {
  const { mark, text, line, ground, fill } = usePalette();
  const steps = ['DIRECT', 'COLLECT', 'PROCESS', 'ANALYSE', 'SHARE'];
  return (
    <>
      <Relief
        seed={71}
        width={720}
        height={480}
        scale={360}
        lines={10}
        opacity={0.5}
        tolerance={1.8}
        hills={[{ x: 360, y: 240, radius: 190, height: 1 }]}
      />
      <circle
        cx="360"
        cy="240"
        r="156"
        stroke={mark}
        strokeWidth="2.4"
        strokeDasharray="176 20"
        strokeDashoffset="-10"
        transform="rotate(-72 360 240)"
      />
      <circle cx="360" cy="240" r="196" stroke={line} strokeWidth="1" strokeDasharray="2 8" />
      <circle cx="360" cy="240" r="64" fill={ground} stroke={text} strokeWidth="1.8" />
      <Reticle x={360} y={240} radius={34} rings={2} />
      {steps.map((step, index) => {
        const angle = ((index * 72 - 90) * Math.PI) / 180;
        const [x, y] = [Math.round(360 + Math.cos(angle) * 156), Math.round(240 + Math.sin(angle) * 156)];
        return (
          <g key={step}>
            <circle cx={x} cy={y} r="47" fill={index === 0 ? mark : fill} stroke={mark} strokeWidth="2" />
            <Type
              x={x}
              y={y + 4}
              size={12}
              anchor="middle"
              tracking={0.05}
              fill={index === 0 ? ground : text}
            >
              {step}
            </Type>
          </g>
        );
      })}
    </>
  );
}

/** Intelligence, personal protection: a house, its rings and its sightlines. */
export function ResidenceMotif() {
  const { mark, line, text, fill, ground } = usePalette();
  return (
    <>
      <Relief
        seed={512}
        width={720}
        height={480}
        scale={320}
        lines={13}
        opacity={0.65}
        tolerance={1.6}
        hills={[{ x: 380, y: 240, radius: 260, height: -0.9 }]}
      />
      <path d="M96 66l520-24 50 330-470 74z" stroke={line} strokeWidth="1.6" strokeDasharray="12 6" />
      <circle cx="372" cy="236" r="176" stroke={mark} strokeWidth="1.5" strokeDasharray="3 7" />
      <Sight x={262} y={158} turn={-140} length={200} angle={38} />
      <Sight x={488} y={318} turn={32} length={210} angle={38} />
      <path d="M262 152h226v172H262z" fill={fill} stroke={text} strokeWidth="2.6" />
      <path
        d="M342 152v86h-80M342 238v40M342 306v18M420 152v62M420 240v84M420 214h68M488 262h-40"
        stroke={text}
        strokeWidth="2.2"
      />
      <path d="M360 324h42" stroke={ground} strokeWidth="5" />
      <path d="M360 324a42 42 0 0 0 42 42" stroke={mark} strokeWidth="1.8" />
      <path
        d={rounded(
          [
            [381, 340],
            [381, 400],
            [236, 430],
            [40, 456],
          ],
          20,
        )}
        stroke={mark}
        strokeWidth="3"
        strokeDasharray="10 8"
      />
      <Walker x={381} y={196} marked scale={1.4} />
      <Walker x={300} y={280} scale={1.2} turn={-60} />
      <Walker x={456} y={188} scale={1.2} turn={60} />
      <Car x={196} y={438} turn={170} scale={1.4} />
      <Figure x={84} y={248} scale={0.7} />
      <Brackets x={344} y={160} width={74} height={72} arm={14} strokeWidth={2.2} />
    </>
  );
}
