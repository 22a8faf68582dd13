import { useId } from 'react';
import { Brackets, GridCrosses, GridEdge, Reticle } from '../annotations';
import { Car, Document, FieldOfView, Figure, Van, Walker } from '../objects';
import { usePalette } from '../palette';
import { Group, onCircle, points, range, stroked } from '../primitives';
import { Relief } from '../relief';
import { Route } from '../route';
import { planStreets, Streets } from '../streets';
import { Text } from '../text';

/* Each motif fills a sheet of 960 by 600. */

/** All training courses: an exercise in a town, with two teams. */
export function TrainingMotif() {
  const plan = planStreets({ seed: 77, width: 1300, height: 900, block: 118, street: 38 });
  const { at } = plan;
  const { line } = usePalette();
  return (
    <>
      <Group x={-90} y={-60} rotate={-11}>
        <g transform="translate(-60 110)">
          <Streets plan={plan} />
          <Route
            points={[at(1, 6), at(3, 6), at(3, 4), at(5, 4), at(5, 2), at(8, 2)]}
            times={{ 1: '08:10', 3: '08:24', 4: '08:31' }}
            width={5}
            size={16}
          />
          <path
            d={`M${at(2, 2).join(' ')}L${at(5, 2).join(' ')}M${at(6, 5).join(' ')}L${at(6, 2).join(' ')}`}
            {...stroked(line, 3, '12 9')}
          />
          <FieldOfView x={at(4, 5)[0]} y={at(4, 5)[1]} rotate={-78} length={190} angle={38} />
          <Walker x={at(4, 5)[0]} y={at(4, 5)[1]} rotate={-78} scale={1.5} />
          <Walker x={at(3, 5)[0]} y={at(3, 5)[1] + 20} rotate={90} scale={1.5} />
          <Car x={at(5, 3)[0]} y={at(5, 3)[1]} rotate={-90} scale={1.5} marked />
          <Car x={at(4, 4)[0]} y={at(4, 4)[1]} scale={1.4} />
          <Car x={at(6, 4)[0]} y={at(6, 4)[1]} rotate={-90} scale={1.4} />
          <Car x={at(3, 2)[0]} y={at(3, 2)[1]} scale={1.4} />
          <Van x={at(6, 3)[0]} y={at(6, 3)[1]} rotate={-90} scale={1.3} />
          <Reticle x={at(5, 3)[0]} y={at(5, 3)[1]} radius={62} strokeWidth={2.2} />
        </g>
      </Group>
      <GridEdge step={80} length={10} />
    </>
  );
}

/** Surveillance: a café across the street, seen through a long lens. */
export function LongLensMotif() {
  const { accent, text, line, ground, fill, faint } = usePalette();
  const lens = useId();
  const awning = range(9).map((index) => `M${262 + index * 34} 236l-14 52h34l10-52z`);
  return (
    <>
      <Relief seed={318} scale={420} lines={10} opacity={0.45} />
      <clipPath id={lens}>
        <circle cx="480" cy="300" r="268" />
      </clipPath>
      <circle cx="480" cy="300" r="268" fill={ground} />
      <g clipPath={`url(#${lens})`}>
        <path d="M150 0h660v470H150z" fill={fill} />
        <path d="M150 96h660M150 112h660M576 96v374M640 96v374" {...stroked(line, 1.8)} />
        {[214, 312, 410, 508].map((x) => (
          <path key={x} d={`M${x - 24} 0h52v72h-52zM${x + 2} 0v72`} fill={ground} {...stroked(line, 1.6)} />
        ))}
        {[664, 744].map((x) => (
          <path
            key={x}
            d={`M${x} 150h52v96h-52zM${x} 290h52v96h-52zM${x + 26} 150v96M${x + 26} 290v96`}
            fill={ground}
            {...stroked(faint, 1.6)}
          />
        ))}
        <path d="M248 288h310v182H248z" fill={ground} {...stroked(line, 1.8)} />
        <path d="M470 288v182M262 302h194v120H262z" {...stroked(line, 1.6)} />
        <path d="M262 236h298v52H248z" fill={text} />
        <path d={awning.filter((_, index) => index % 2 === 0).join('')} fill={ground} />
        <path d="M248 288h310" {...stroked(text, 2.4)} />
        <path d="M0 470h960v130H0z" fill={ground} />
        <path d="M0 470h960M0 520h960" {...stroked(line, 2)} />
        {/* A table in front of the café. */}
        <path d="M322 420h70M357 420v66M336 486h42" {...stroked(text, 2.6)} />
        <path d="M346 410h16v10h-16z" fill={accent} />
        <Figure x={300} y={492} scale={1.3} />
        <Figure x={430} y={496} scale={1.42} marked />
        <Figure x={612} y={520} scale={1.5} />
        <Figure x={702} y={500} scale={1.2} />
        <path d="M0 556h960" {...stroked(faint, 3, '60 30')} />
      </g>
      <circle cx="480" cy="300" r="268" {...stroked(text, 2.6)} />
      <circle cx="480" cy="300" r="286" {...stroked(line, 1.4, '2 9')} />
      <Brackets x={372} y={320} width={116} height={190} arm={24} strokeWidth={2.8} />
      <Reticle x={430} y={356} radius={26} strokeWidth={1.8} />
      <path d="M212 300h-60M748 300h60M480 32v-24M480 568v24" {...stroked(accent, 2.2)} />
      <Text x={800} y={540} size={16} fill={accent} text="400 MM" />
      <Text x={800} y={566} size={14} opacity={0.8} text="09:47:12" />
      <GridEdge step={80} length={10} />
    </>
  );
}

/** Investigations: a wall of exhibits joined by a thread. */
export function ExhibitWallMotif() {
  const { accent, text, ground, line, fill } = usePalette();
  const pins = points('176,120 470,96 776,150 300,392 612,366 838,420');
  return (
    <>
      <GridCrosses step={60} />
      <Group x={96} y={120} rotate={-5}>
        <Document width={170} />
        <path d="M24 44h90M24 70h120M24 92h104M24 114h118M24 152h60" {...stroked(ground, 7)} />
      </Group>
      <Group x={384} y={96} rotate={3}>
        <path d="M0 0h176v206H0z" fill={text} />
        <path d="M12 12h152v138H12z" fill={fill} />
        <Figure x={88} y={150} scale={1.15} />
        <path d="M24 178h92" {...stroked(ground, 7)} />
      </Group>
      <Group x={690} y={150} rotate={-2}>
        <path d="M0 0h176v132H0z" fill={fill} {...stroked(line, 1.6)} />
        <path d="M20 112c20-60 44 4 66-52s46 10 72-36" {...stroked(accent, 3)} />
        <path d="M20 20v92h140" {...stroked(line, 1.6)} />
      </Group>
      <Group x={206} y={392} rotate={4}>
        <path d="M0 0h190v128H0z" fill={fill} {...stroked(line, 1.6)} />
        <Car x={94} y={66} scale={2.6} />
      </Group>
      <Group x={530} y={366} rotate={-4}>
        <Document width={164} dark />
        <path d="M22 44h84M22 70h110M22 92h92M22 114h116" {...stroked(line, 6)} />
      </Group>
      <Group x={752} y={420} rotate={5}>
        <path d="M0 0h172v126H0z" fill={text} />
        <path d="M16 26h96M16 52h132M16 74h112M16 96h70" {...stroked(ground, 7)} />
      </Group>
      <path
        d={`M${pins.map((pin) => pin.join(' ')).join('L')}M470 96L612 366M300 392L470 96`}
        {...stroked(accent, 2.2)}
      />
      {pins.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="8" fill={accent} {...stroked(ground, 2)} />
      ))}
      <Reticle x={472} y={190} radius={62} rings={2} strokeWidth={2.2} />
      <GridEdge step={80} length={10} />
    </>
  );
}

/** Intelligence: reports that arrive at one desk. */
export function DeskMotif() {
  const { accent, text, line, ground, fill } = usePalette();
  const sources = range(11).map((index) =>
    onCircle([500, 306], index % 2 ? [392, 232] : [286, 168], index * 32.7 - 80),
  );
  return (
    <>
      <Relief
        seed={91}
        scale={440}
        lines={11}
        opacity={0.45}
        hills={[{ x: 500, y: 306, radius: 240, height: 1 }]}
      />
      {[[392, 232] as const, [286, 168] as const].map(([rx, ry]) => (
        <ellipse key={rx} cx="500" cy="306" rx={rx} ry={ry} {...stroked(line, 1.2, '3 8')} />
      ))}
      {sources.map(([x, y], index) => (
        <g key={x}>
          <path d={`M${x} ${y}L500 306`} {...stroked(index % 3 ? line : accent, index % 3 ? 1.2 : 2.4)} />
          <circle
            cx={x}
            cy={y}
            r={index % 3 ? 14 : 20}
            fill={fill}
            {...stroked(index % 3 ? text : accent, 2)}
          />
          {index % 3 === 0 && <path d={`M${x - 8} ${y}h16M${x} ${y - 8}v16`} {...stroked(accent, 2)} />}
        </g>
      ))}
      <circle cx="500" cy="306" r="96" fill={ground} {...stroked(accent, 2.6)} />
      <Group x={452} y={246}>
        <Document width={96} />
        <path d="M16 34h46M16 54h64M16 72h50M16 90h64" {...stroked(ground, 5)} />
      </Group>
      <Brackets x={386} y={192} width={228} height={228} arm={30} strokeWidth={2.6} />
      <GridEdge step={80} length={10} />
    </>
  );
}
