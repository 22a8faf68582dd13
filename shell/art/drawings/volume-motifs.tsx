import { Bars, Brackets, GridCrosses, Placed, Reticle } from './marks';
import { Type } from './lettering';
import { usePalette } from './palette';
import { Relief } from './relief';
import { Route } from './route';
import { crossing, planStreets, Streets } from './streets';
import { Aperture, Car, Sight, Van, Walker } from './things';

/** Each motif fills a band of 418 by 278. */
const width = 418;
const height = 278;

/** Volume 1: the ground is surveyed before anybody moves. */
export function SurveyMotif() {
  const { fill, text } = usePalette();
  return (
    <>
      <rect width={width} height={height} fill={fill} opacity="0.5" />
      <Relief
        seed={41}
        width={width}
        height={height}
        scale={150}
        lines={13}
        low={-0.9}
        high={1.7}
        hills={[{ x: 255, y: 120, radius: 95, height: 1.35 }]}
      />
      <GridCrosses width={width} height={height} step={70} />
      <Route
        points={[
          [40, 232],
          [92, 198],
          [128, 212],
          [176, 166],
          [206, 172],
          [255, 118],
        ]}
        times={[[2, '07:42']]}
        width={3.2}
        size={11}
      />
      <Reticle x={255} y={118} centre={false} radius={30} colour={text} strokeWidth={1.5} />
    </>
  );
}

/** Volume 2: a team moves through a town. */
export function MovementMotif() {
  const plan = planStreets({ seed: 9, width: 560, height: 420, block: 66, street: 19 });
  const corners = [
    crossing(plan, 1, 5),
    crossing(plan, 1, 3),
    crossing(plan, 3, 3),
    crossing(plan, 3, 2),
    crossing(plan, 5, 2),
  ];
  return (
    <Placed x={-60} y={-30} turn={-9}>
      <g transform="translate(0 20)">
        <Streets plan={plan} />
        <Route
          points={corners}
          times={[
            [1, '09:15'],
            [3, '09:21'],
          ]}
          width={3.6}
          size={12}
        />
        <Walker x={crossing(plan, 2, 3)[0]} y={crossing(plan, 2, 3)[1] - 2} scale={0.7} marked />
        <Car x={crossing(plan, 2, 4)[0]} y={crossing(plan, 2, 4)[1]} scale={0.7} />
        <Car x={crossing(plan, 4, 3)[0]} y={crossing(plan, 4, 3)[1]} turn={90} scale={0.7} />
        <Van x={crossing(plan, 4, 4)[0]} y={crossing(plan, 4, 4)[1]} scale={0.7} />
      </g>
    </Placed>
  );
}

/** Volume 3: a fixed post and its lens. */
export function FixedEyeMotif() {
  const { line, text } = usePalette();
  return (
    <>
      <Relief seed={77} width={width} height={height} scale={220} lines={8} opacity={0.35} />
      <Sight x={132} y={140} length={330} angle={44} />
      <Aperture x={132} y={140} radius={80} opening={0.46} blades={8} />
      <Brackets x={286} y={92} width={84} height={84} arm={14} strokeWidth={2} />
      <path
        d="M328 170c-15 0-26-8-26-30 0-2 10-6 16-8-4-3-6-8-6-13 0-9 7-16 16-16s16 7 16 16c0 5-2 10-6 13 6 2 16 6 16 8 0 22-11 30-26 30Z"
        fill={text}
      />
      <Type x={286} y={198} size={10} fill={text}>
        400 MM
      </Type>
      <path d="M20 262h378M20 262v-6M114 262v-6M209 262v-6M303 262v-6M398 262v-6" stroke={line} />
    </>
  );
}

/** Volume 4: to notice that somebody looks back. */
export function EyeMotif() {
  const { line, mark, ground } = usePalette();
  const lids = Array.from({ length: 9 }, (_, index) => {
    const bulge = 26 + index * 27;
    const reach = 128 + index * 24;
    return `M${209 - reach} 139Q209 ${139 - bulge * 1.35} ${209 + reach} 139Q209 ${139 + bulge * 1.35} ${209 - reach} 139Z`;
  });
  return (
    <>
      <path d={lids.filter((_, index) => index !== 3).join('')} stroke={line} strokeWidth="1.1" />
      <path d={lids[3]} stroke={mark} strokeWidth="2.2" />
      <circle cx="209" cy="139" r="50" fill={ground} stroke={mark} strokeWidth="2" />
      <circle cx="209" cy="139" r="38" stroke={line} strokeWidth="13" strokeDasharray="1.5 4.2" />
      <circle cx="209" cy="139" r="19" fill={mark} />
      <Reticle x={209} y={139} radius={66} strokeWidth={1.3} />
      <Brackets x={110} y={60} width={198} height={158} arm={20} strokeWidth={2} />
    </>
  );
}

/** Volume 5: a unit as a plan, with a post to be filled again. */
export function DepartmentMotif() {
  const { line, mark, text, fill, faint } = usePalette();
  const columns = [44, 128, 212, 296];
  return (
    <>
      <GridCrosses width={width} height={height} step={42} arm={3} />
      <path
        d="M209 68v22M82 90h252M82 90v24M166 90v24M250 90v24M334 90v24M82 162v26M166 162v26M250 162v26M334 162v26"
        stroke={line}
        strokeWidth="1.5"
      />
      <rect x="157" y="24" width="104" height="44" fill={text} />
      <Bars
        x={171}
        y={37}
        width={76}
        rows={[[[0, 0.7]], [[0, 0.45]]]}
        height={5}
        leading={12}
        colour={fill}
      />
      {columns.map((x, index) => (
        <g key={x}>
          <rect
            x={x}
            y="114"
            width="76"
            height="48"
            fill={index === 2 ? 'none' : fill}
            stroke={index === 2 ? mark : line}
            strokeWidth={index === 2 ? 2.2 : 1.3}
            strokeDasharray={index === 2 ? '5 4' : undefined}
          />
          {index !== 2 && (
            <Bars x={x + 10} y={128} width={56} rows={[[[0, 0.9]], [[0, 0.55]]]} height={5} leading={12} />
          )}
          <path
            d={[0, 1, 2].map((row) => `M${x} ${188 + row * 28}h76v18h-76z`).join('')}
            fill={faint}
            opacity={index === 2 ? 0.4 : 0.9}
          />
        </g>
      ))}
      <Reticle x={250} y={138} radius={17} />
    </>
  );
}
