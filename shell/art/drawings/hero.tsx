import { useId } from 'react';
import { pictureSizes } from '../../ui/src/art/sizes';
import type { Point } from '../geometry/path';
import { Brackets, GridCrosses, GridEdge, Reticle } from './annotations';
import { Canvas } from './canvas';
import { Car, FieldOfView, Van, Walker } from './objects';
import { ink } from './palette';
import { Group } from './primitives';
import { Relief } from './relief';
import { Route } from './route';
import { planStreets, Streets } from './streets';
import { Text } from './text';

const { width, height } = pictureSizes.hero;

/** Position and rotation of the town on the sheet. */
const town = { x: 876, y: 372, rotate: -11 };

function onSheet([x, y]: Point): Point {
  const angle = (town.rotate * Math.PI) / 180;
  return [
    Math.round(town.x + x * Math.cos(angle) - y * Math.sin(angle)),
    Math.round(town.y + x * Math.sin(angle) + y * Math.cos(angle)),
  ];
}

const animation =
  '@media (prefers-reduced-motion:no-preference){.trace{stroke-dasharray:1;animation:trace 2.6s .4s cubic-bezier(.3,.1,.2,1) backwards}@keyframes trace{from{stroke-dashoffset:1}to{stroke-dashoffset:0}}}';

/** A survey sheet at night: hills, a town and a walked route. The left side stays empty for the page's text. */
export function HeroDrawing() {
  return (
    <Canvas size={pictureSizes.hero} palette={ink}>
      <style>{animation}</style>
      <Survey />
    </Canvas>
  );
}

function Survey() {
  const { line, accent, ground } = ink;
  const fade = useId();
  const glow = useId();
  const edge = useId();
  const plan = planStreets({ seed: 23, width: 860, height: 620, block: 80, street: 20 });
  const { at } = plan;
  const walk = [at(0, 5), at(1, 5), at(1, 3), at(3, 3), at(3, 2), at(4, 2), at(4, 0), at(5, 0)];
  const [targetX, targetY] = onSheet(at(5, 0));
  return (
    <>
      <radialGradient id={glow} cx="0.5" cy="0.5" r="0.5">
        <stop offset="0.55" stopColor="#fff" />
        <stop offset="1" stopColor="#fff" stopOpacity="0" />
      </radialGradient>
      <mask id={edge}>
        <ellipse cx="1230" cy="500" rx="470" ry="390" fill={`url(#${glow})`} />
      </mask>
      <linearGradient id={fade} x1="0" x2="1">
        <stop offset="0.12" stopColor={ground} stopOpacity="0.88" />
        <stop offset="0.55" stopColor={ground} stopOpacity="0" />
      </linearGradient>
      <Relief
        seed={1907}
        scale={430}
        lines={15}
        low={-0.95}
        high={1.25}
        hills={[
          { x: 1250, y: 480, radius: 300, height: -0.5 },
          { x: 420, y: 200, radius: 190, height: 0.7 },
        ]}
      />
      <g mask={`url(#${edge})`}>
        <Group {...town}>
          <Streets plan={plan} />
        </Group>
      </g>
      <rect width={width} height={height} fill={`url(#${fade})`} />
      <GridCrosses step={160} arm={5} />
      <Group {...town}>
        <FieldOfView x={at(6, 1)[0]} y={at(6, 1)[1]} rotate={-150} length={180} angle={34} />
        <Route
          points={walk}
          times={{ 1: '07:31', 2: '07:42', 3: '07:49', 5: '07:58', 6: '08:03' }}
          width={4}
          size={14}
          className="trace"
        />
        <Walker x={(at(1, 3)[0] + at(3, 3)[0]) / 2} y={at(1, 3)[1]} scale={0.9} />
        <Walker x={at(3, 1)[0]} y={at(3, 1)[1]} rotate={90} scale={0.9} />
        <Car x={at(2, 2)[0]} y={(at(2, 1)[1] + at(2, 2)[1]) / 2} rotate={90} scale={0.85} />
        <Car x={(at(4, 4)[0] + at(5, 4)[0]) / 2} y={at(5, 4)[1]} scale={0.85} />
        <Car x={at(5, 2)[0]} y={at(5, 2)[1]} rotate={90} scale={0.85} />
        <Van x={at(6, 1)[0]} y={at(6, 1)[1]} rotate={90} scale={0.85} />
        <Reticle x={at(5, 0)[0]} y={at(5, 0)[1]} centre={false} radius={54} rings={2} strokeWidth={1.6} />
      </Group>
      <Brackets x={targetX - 130} y={targetY - 112} width={260} height={216} arm={30} strokeWidth={2} />
      <Text x={targetX - 130} y={targetY - 128} size={13} fill={accent} text="SHEET 06 / SECTOR B" />
      <Text
        x={targetX + 130}
        y={targetY + 136}
        size={12}
        anchor="end"
        opacity={0.8}
        text="F 400 MM · 1/250"
      />
      <GridEdge step={100} length={9} />
      <Text x={1560} y={866} size={12} anchor="end" fill={line} text="51°30′N 0°05′W · GRID TQ 32 80" />
    </>
  );
}

/** The town alone, for cards that have no room for the empty side. */
export const heroDetail = { width: 780, height: 624 } as const;

export function HeroDetailDrawing() {
  return (
    <svg {...heroDetail} viewBox={`810 110 ${heroDetail.width} ${heroDetail.height}`}>
      <HeroDrawing />
    </svg>
  );
}
