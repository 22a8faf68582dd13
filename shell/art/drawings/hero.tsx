import { useId } from 'react';
import type { Point } from '../kit/path';
import { pictureSizes } from '../../ui/src/art/sizes';
import { Type } from './lettering';
import { Brackets, GridCrosses, GridEdge, Placed, Reticle } from './marks';
import { ink, usePalette } from './palette';
import { Relief } from './relief';
import { Route } from './route';
import { Sheet } from './sheet';
import { crossing, planStreets, Streets } from './streets';
import { Car, Sight, Van, Walker } from './things';

const { width, height } = pictureSizes.hero;

/** Where the town's own grid lies on the sheet. */
const town = { x: 876, y: 372, turn: -11 };

function onSheet([x, y]: Point): Point {
  const angle = (town.turn * Math.PI) / 180;
  return [
    Math.round(town.x + x * Math.cos(angle) - y * Math.sin(angle)),
    Math.round(town.y + x * Math.sin(angle) + y * Math.cos(angle)),
  ];
}

/** A survey sheet at night: hills, a town, and a route that somebody walked. The left stays quiet for words. */
export function HeroDrawing() {
  return (
    <Sheet width={width} height={height} palette={ink}>
      <style>{`@media (prefers-reduced-motion:no-preference){.trace{stroke-dasharray:1;animation:trace 2.6s .4s cubic-bezier(.3,.1,.2,1) backwards}@keyframes trace{from{stroke-dashoffset:1}to{stroke-dashoffset:0}}}`}</style>
      <Ground />
    </Sheet>
  );
}

function Ground() {
  const { line, text, mark, ground } = usePalette();
  const fade = useId();
  const glow = useId();
  const edge = useId();
  const plan = planStreets({ seed: 23, width: 860, height: 620, block: 80, street: 20 });
  const at = (column: number, row: number) => crossing(plan, column, row);
  const walk = [at(0, 5), at(1, 5), at(1, 3), at(3, 3), at(3, 2), at(4, 2), at(4, 0), at(5, 0)];
  const target = onSheet(at(5, 0));
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
        width={width}
        height={height}
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
        <Placed {...town}>
          <Streets plan={plan} />
        </Placed>
      </g>
      <rect width={width} height={height} fill={`url(#${fade})`} />
      <GridCrosses width={width} height={height} step={160} arm={5} />
      <Placed {...town}>
        <Sight x={at(6, 1)[0]} y={at(6, 1)[1]} turn={-150} length={180} angle={34} />
        <Route
          points={walk}
          times={[
            [1, '07:31'],
            [2, '07:42'],
            [3, '07:49'],
            [5, '07:58'],
            [6, '08:03'],
          ]}
          width={4}
          size={14}
          className="trace"
        />
        <Walker x={(at(1, 3)[0] + at(3, 3)[0]) / 2} y={at(1, 3)[1]} scale={0.9} />
        <Walker x={at(3, 1)[0]} y={at(3, 1)[1]} turn={90} scale={0.9} />
        <Car x={at(2, 2)[0]} y={(at(2, 1)[1] + at(2, 2)[1]) / 2} turn={90} scale={0.85} />
        <Car x={(at(4, 4)[0] + at(5, 4)[0]) / 2} y={at(5, 4)[1]} scale={0.85} />
        <Car x={at(5, 2)[0]} y={at(5, 2)[1]} turn={90} scale={0.85} />
        <Van x={at(6, 1)[0]} y={at(6, 1)[1]} turn={90} scale={0.85} />
        <Reticle x={at(5, 0)[0]} y={at(5, 0)[1]} centre={false} radius={54} rings={2} strokeWidth={1.6} />
      </Placed>
      <Brackets x={target[0] - 130} y={target[1] - 112} width={260} height={216} arm={30} strokeWidth={2} />
      <Type x={target[0] - 130} y={target[1] - 128} size={13} fill={mark}>
        SHEET 06 / SECTOR B
      </Type>
      <Type x={target[0] + 130} y={target[1] + 136} size={12} anchor="end" fill={text} opacity={0.8}>
        F 400 MM · 1/250
      </Type>
      <GridEdge width={width} height={height} step={100} length={9} />
      <Type x={1560} y={866} size={12} anchor="end" fill={line}>
        51°30′N 0°05′W · GRID TQ 32 80
      </Type>
    </>
  );
}

/** The town alone, for where there is no room for the quiet side. */
export const heroDetail = { width: 780, height: 624 } as const;

export function HeroDetailDrawing() {
  return (
    <svg {...heroDetail} viewBox={`810 110 ${heroDetail.width} ${heroDetail.height}`}>
      <HeroDrawing />
    </svg>
  );
}
