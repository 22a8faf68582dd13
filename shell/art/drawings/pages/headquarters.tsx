import { academy } from '@isa/api-contract';
import { Brackets, GridEdge, Reticle } from '../annotations';
import { usePalette } from '../palette';
import { Group, stroked } from '../primitives';
import { Route } from '../route';
import { planStreets, Streets } from '../streets';
import { Text } from '../text';

const { street, postcode } = academy.address;

/** Contact: the way from the station to the yard, on a sheet of 960 by 600. */
export function HeadquartersMotif() {
  const plan = planStreets({ seed: 1207, width: 1240, height: 900, block: 104, street: 34 });
  const { at } = plan;
  const { accent, text, ground, line } = usePalette();
  const [x, y] = at(6, 4);
  return (
    <>
      <Group x={-70} y={-120} rotate={-8}>
        <g transform="translate(-40 90)">
          <Streets plan={plan} />
          {/* The railway with its station. */}
          <path d={`M-20 ${at(0, 7)[1]}H1260`} {...stroked(line, 9)} />
          <path d={`M-20 ${at(0, 7)[1]}H1260`} {...stroked(ground, 5, '14 14')} />
          <Route
            points={[at(2, 7), at(2, 5), at(4, 5), at(4, 4), at(6, 4)]}
            times={{ 1: '08:40', 3: '08:47' }}
            width={6}
            size={18}
          />
          <path d={`M${x - 38} ${y - 78}h76v52h-76z`} fill={accent} />
          <path d={`M${x - 20} ${y - 64}h14v14h-14zM${x + 6} ${y - 64}h14v14h-14z`} fill={ground} />
          <Reticle x={x} y={y - 22} radius={96} rings={2} strokeWidth={2.2} />
          <Brackets x={x - 124} y={y - 146} width={248} height={248} arm={36} strokeWidth={3} />
          <Text x={x - 124} y={y + 144} size={22} fill={text} text={street.toUpperCase()} />
          <Text x={x - 124} y={y + 172} size={18} fill={accent} text={postcode} />
        </g>
      </Group>
      <GridEdge step={80} length={10} />
    </>
  );
}
