import { Bars, Brackets, GridCrosses, Reticle } from './annotations';
import { Aperture, Car, FieldOfView, Van, Walker } from './objects';
import { usePalette } from './palette';
import { Group, points, range, stroked } from './primitives';
import { Relief } from './relief';
import { Route } from './route';
import { planStreets, Streets } from './streets';
import { Text } from './text';

/* Each motif fills a band of 418 by 278. */

/** Volume 1: a survey of the ground. */
export function SurveyMotif() {
  const { fill, text } = usePalette();
  return (
    <>
      <rect width="418" height="278" fill={fill} opacity="0.5" />
      <Relief
        seed={41}
        scale={150}
        lines={13}
        low={-0.9}
        high={1.7}
        hills={[{ x: 255, y: 120, radius: 95, height: 1.35 }]}
      />
      <GridCrosses step={70} />
      <Route
        points={points('40,232 92,198 128,212 176,166 206,172 255,118')}
        times={{ 2: '07:42' }}
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
  const { at } = plan;
  const corners = [at(1, 5), at(1, 3), at(3, 3), at(3, 2), at(5, 2)];
  return (
    <Group x={-60} y={-30} rotate={-9}>
      <g transform="translate(0 20)">
        <Streets plan={plan} />
        <Route points={corners} times={{ 1: '09:15', 3: '09:21' }} width={3.6} size={12} />
        <Walker x={at(2, 3)[0]} y={at(2, 3)[1] - 2} scale={0.7} marked />
        <Car x={at(2, 4)[0]} y={at(2, 4)[1]} scale={0.7} />
        <Car x={at(4, 3)[0]} y={at(4, 3)[1]} rotate={90} scale={0.7} />
        <Van x={at(4, 4)[0]} y={at(4, 4)[1]} scale={0.7} />
      </g>
    </Group>
  );
}

/** Volume 3: a fixed post and its lens. */
export function FixedEyeMotif() {
  const { line, text } = usePalette();
  return (
    <>
      <Relief seed={77} scale={220} lines={8} opacity={0.35} />
      <FieldOfView x={132} y={140} length={330} angle={44} />
      <Aperture x={132} y={140} radius={80} opening={0.46} blades={8} />
      <Brackets x={286} y={92} width={84} height={84} arm={14} strokeWidth={2} />
      <path
        d="M328 170c-15 0-26-8-26-30 0-2 10-6 16-8-4-3-6-8-6-13 0-9 7-16 16-16s16 7 16 16c0 5-2 10-6 13 6 2 16 6 16 8 0 22-11 30-26 30Z"
        fill={text}
      />
      <Text x={286} y={198} size={10} text="400 MM" />
      <path d="M20 262h378M20 262v-6M114 262v-6M209 262v-6M303 262v-6M398 262v-6" stroke={line} />
    </>
  );
}

/** Volume 4: an eye that looks back. */
export function EyeMotif() {
  const { line, accent, ground } = usePalette();
  const lids = range(9).map((index) => {
    const bulge = (26 + index * 27) * 1.35;
    const [left, right] = [81 - index * 24, 337 + index * 24];
    return `M${left} 139Q209 ${139 - bulge} ${right} 139Q209 ${139 + bulge} ${left} 139Z`;
  });
  return (
    <>
      <path d={lids.filter((_, index) => index !== 3).join('')} {...stroked(line, 1.1)} />
      <path d={lids[3]} {...stroked(accent, 2.2)} />
      <circle cx="209" cy="139" r="50" fill={ground} {...stroked(accent, 2)} />
      <circle cx="209" cy="139" r="38" {...stroked(line, 13, '1.5 4.2')} />
      <circle cx="209" cy="139" r="19" fill={accent} />
      <Reticle x={209} y={139} radius={66} strokeWidth={1.3} />
      <Brackets x={110} y={60} width={198} height={158} arm={20} strokeWidth={2} />
    </>
  );
}

/** Volume 5: a unit as a plan, with one vacant post. */
export function DepartmentMotif() {
  const { line, accent, text, fill, faint } = usePalette();
  return (
    <>
      <GridCrosses step={42} arm={3} />
      <path
        d="M209 68v22M82 90h252M82 90v24M166 90v24M250 90v24M334 90v24M82 162v26M166 162v26M250 162v26M334 162v26"
        {...stroked(line, 1.5)}
      />
      <rect x="157" y="24" width="104" height="44" fill={text} />
      <Bars x={171} y={37} width={76} rows={[0.7, 0.45]} height={5} leading={12} colour={fill} />
      {[44, 128, 212, 296].map((x) => {
        const vacant = x === 212;
        const box = vacant
          ? { fill: 'none', ...stroked(accent, 2.2, '5 4') }
          : { fill, ...stroked(line, 1.3) };
        const members = range(3).map((row) => `M${x} ${188 + row * 28}h76v18h-76z`);
        return (
          <g key={x}>
            <rect x={x} y="114" width="76" height="48" {...box} />
            {!vacant && <Bars x={x + 10} y={128} width={56} rows={[0.9, 0.55]} height={5} leading={12} />}
            <path d={members.join('')} fill={faint} opacity={vacant ? 0.4 : 0.9} />
          </g>
        );
      })}
      <Reticle x={250} y={138} radius={17} />
    </>
  );
}
