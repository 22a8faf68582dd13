import { Bars, Reticle } from '../annotations';
import { Car, Van, Walker } from '../objects';
import { usePalette } from '../palette';
import { Group, onCircle, stroked } from '../primitives';
import { Relief } from '../relief';
import { Marker, Route } from '../route';
import { planStreets, Streets } from '../streets';
import { Text } from '../text';

/* Each motif fills a sheet of 720 by 480. */

/** Surveillance, deepening course: five cars and a van around one subject. */
export function MobileTeamMotif() {
  const plan = planStreets({ seed: 52, width: 900, height: 700, block: 92, street: 30 });
  const { at } = plan;
  const [x, y] = at(5, 3);
  return (
    <Group x={-40} y={-60} rotate={-8}>
      <g transform="translate(-10 70)">
        <Streets plan={plan} />
        <Route
          points={[at(1, 6), at(1, 4), at(3, 4), at(3, 3), at(5, 3)]}
          times={{ 1: '09:12', 2: '09:16' }}
          width={4}
          size={14}
          ends={false}
        />
        <Marker point={at(1, 6)} letter="A" size={17} />
        <Car x={x} y={y} marked scale={1.2} />
        <Reticle x={x} y={y} radius={46} strokeWidth={2} />
        <Car x={at(4, 3)[0] - 6} y={y} scale={1.1} />
        <Car x={at(3, 3)[0]} y={(at(3, 3)[1] + at(3, 4)[1]) / 2} rotate={-90} scale={1.1} />
        <Car x={at(5, 2)[0]} y={at(5, 2)[1]} rotate={90} scale={1.1} />
        <Car x={at(6, 4)[0]} y={at(6, 4)[1]} rotate={180} scale={1.1} />
        <Car x={at(4, 5)[0]} y={at(4, 5)[1]} scale={1.1} />
        <Van x={at(6, 2)[0]} y={at(6, 2)[1]} rotate={90} scale={1.1} />
      </g>
    </Group>
  );
}

/** Surveillance at government level: a redacted file beside a protected convoy. */
export function GovernmentMotif() {
  const { text, accent, ground, line } = usePalette();
  return (
    <>
      <Relief seed={608} scale={330} lines={12} opacity={0.7} />
      <Group x={70} y={62} rotate={-3}>
        <path d="M0 0h300l34 34v366H0z" fill={text} />
        <path d="M300 0v34h34z" fill={ground} opacity="0.3" />
        <path d="M-2 44h-22v74h22z" fill={accent} />
        <Text x={30} y={52} size={13} fill={ground} text="FILE 08" />
        <path d="M30 66h270" {...stroked(ground, 1.4)} />
        <Bars
          x={30}
          y={92}
          width={272}
          rows={[0.6, [0, 0.24, 0.28, 0.96], 0.82, 0, [0, 0.42, 0.46, 0.9], 0.98, 0.3, 0, 0.7, 0.92]}
          height={15}
          leading={27}
          colour={ground}
        />
      </Group>
      <Group x={530} y={242}>
        <circle r="150" {...stroked(line, 1.2, '4 7')} />
        <circle r="108" {...stroked(accent, 2.2)} />
        <circle r="66" {...stroked(line, 1.2)} />
        <Car x={0} y={-58} rotate={-90} scale={1.3} />
        <Car x={0} y={6} rotate={-90} scale={1.45} marked />
        <Car x={0} y={70} rotate={-90} scale={1.3} />
        {[30, 150, 210, 330].map((angle) => {
          const [x, y] = onCircle([0, 0], 108, angle, 10);
          return <Walker key={angle} x={x} y={y} rotate={angle} scale={1.15} />;
        })}
      </Group>
    </>
  );
}
