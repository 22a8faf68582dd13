import { Brackets, GridEdge, Reticle } from '../annotations';
import { Car, Document, FieldOfView, Figure, Walker } from '../objects';
import { usePalette } from '../palette';
import { Group, onCircle, type Placement, range, stroked } from '../primitives';
import { Relief } from '../relief';
import { Route } from '../route';
import { planStreets, Streets } from '../streets';
import { Text } from '../text';

/* Each motif fills a sheet of 960 by 600. */

const lit = { storey: 1, column: 3 };

/** Investigations: a house at night, one lit window, and a car across the street. */
export function HouseAtNightMotif() {
  const { accent, text, line, ground, fill, faint } = usePalette();
  const [left, top, step, storeyHeight] = [330, 76, 88, 104];
  const windows = range(4).flatMap((storey) =>
    range(6).map((column) => ({
      storey,
      column,
      x: left + 26 + column * step,
      y: top + 34 + storey * storeyHeight,
    })),
  );
  const window = windows.find(({ storey, column }) => storey === lit.storey && column === lit.column);
  const [x, y] = [window?.x ?? 0, window?.y ?? 0];
  return (
    <>
      <Relief seed={640} scale={420} lines={9} opacity={0.35} />
      <circle cx="148" cy="120" r="44" fill={fill} {...stroked(line, 1.4)} />
      <path d="M0 492V236h120v-60h96v92h84v224M880 492V196h110" {...stroked(faint, 2)} fill={ground} />
      <path d={`M${left - 14} 492V${top}h564v416z`} fill={fill} {...stroked(line, 2)} />
      <path d={`M${left - 26} ${top}h588M${left - 26} ${top + 12}h588`} {...stroked(line, 2)} />
      {windows.map(({ storey, column, x: windowX, y: windowY }) => {
        const bright = storey === lit.storey && column === lit.column;
        const door = storey === 3 && column === 2;
        if (door)
          return <path key="door" d={`M${windowX - 4} 492v-84h64v84`} fill={ground} {...stroked(line, 2)} />;
        return (
          <g key={`${storey}-${column}`}>
            <path
              d={`M${windowX} ${windowY}h52v62h-52z`}
              fill={bright ? accent : ground}
              {...stroked(bright ? accent : line, 1.6)}
            />
            <path
              d={`M${windowX + 26} ${windowY}v62M${windowX} ${windowY + 24}h52`}
              {...stroked(bright ? ground : faint, 1.4)}
            />
          </g>
        );
      })}
      {/* The person in the window. */}
      <path
        d={`M${x + 10} ${y + 62}c0-20 8-26 16-26s16 6 16 26zM${x + 26} ${y + 12}a10 10 0 1 1 0 20a10 10 0 1 1 0-20`}
        fill={ground}
      />
      <path d={`M204 508L${x - 4} ${y + 8}M204 508L${x - 4} ${y + 58}`} {...stroked(accent, 1.8, '8 7')} />
      <Brackets x={x - 24} y={y - 26} width={100} height={112} arm={22} strokeWidth={2.8} />
      <Text x={x + 84} y={y - 12} size={15} fill={accent} text="22:14" />
      <path d="M0 492h960M0 556h960" {...stroked(line, 2)} />
      <path d="M0 492h960v108H0z" fill={ground} />
      <path
        d="M20 562h80M170 562h80M320 562h80M470 562h80M620 562h80M770 562h80M920 562h80"
        {...stroked(faint, 4)}
      />
      <path d="M0 492h960" {...stroked(text, 2)} />
      {/* A parked car from the side. */}
      <Group x={120} y={458}>
        <path
          d="M0 62c0-16 8-22 30-25l22-22c6-6 12-8 22-8h48c10 0 16 3 22 10l18 22c22 2 34 8 34 24v12H0z"
          fill={ground}
          {...stroked(text, 2.6)}
        />
        <path d="M60 36 76 18h20v18zM106 18h18c5 0 9 2 12 6l10 12h-40z" fill={fill} {...stroked(text, 1.8)} />
        {[42, 152].map((wheel) => (
          <circle key={wheel} cx={wheel} cy="74" r="17" fill={fill} {...stroked(text, 2.6)} />
        ))}
        <circle cx="84" cy="29" r="6" fill={accent} />
      </Group>
      <Figure x={668} y={528} scale={0.72} />
      <GridEdge step={80} length={10} />
    </>
  );
}

/** Somebody at the table from above, the face to the right. */
function Seated({ marked = false, ...placement }: Placement & { readonly marked?: boolean }) {
  const { accent, text, ground, fill } = usePalette();
  const colour = marked ? accent : text;
  return (
    <Group {...placement}>
      <rect
        x="-44"
        y="-34"
        width="52"
        height="68"
        rx="14"
        fill={ground}
        {...stroked(colour, 1.4)}
        opacity="0.7"
      />
      <path
        d="M-16-46C10-46 34-44 52-30c6 5 2 14-6 12L22-24V24L46 18c8-2 12 7 6 12C34 44 10 46-16 46c-14 0-18-18-18-46s4-46 18-46Z"
        fill={fill}
        {...stroked(colour, 2.2)}
      />
      <circle r="19" fill={marked ? accent : ground} {...stroked(colour, 2.2)} />
      <path d="M8-17a19 19 0 0 1 0 34c-16-6-16-28 0-34Z" fill={colour} opacity={marked ? 0 : 0.16} />
    </Group>
  );
}

const chairs = [
  { x: 312, y: 92, rotate: 90 },
  { x: 480, y: 84, rotate: 90 },
  { x: 648, y: 92, rotate: 90 },
  { x: 360, y: 508, rotate: -90 },
  { x: 600, y: 508, rotate: -90 },
];

/** Consultancy: a team around a table with the map of its own town. */
export function BriefingMotif() {
  const { accent, text, line, ground, fill, faint } = usePalette();
  const plan = planStreets({ seed: 31, width: 420, height: 260, block: 56, street: 18 });
  const { at } = plan;
  return (
    <>
      {range(13).map((index) => (
        <path key={index} d={`M0 ${index * 48 + 12}h960`} {...stroked(faint, 1)} />
      ))}
      {range(9).map((index) => (
        <path
          key={index}
          d={`M${index * 116 + (index % 2) * 40} ${(index * 96) % 560}v48`}
          {...stroked(faint, 1)}
        />
      ))}
      <rect x="176" y="150" width="608" height="300" rx="26" fill={fill} {...stroked(text, 2.4)} />
      <rect x="190" y="164" width="580" height="272" rx="16" {...stroked(line, 1.2)} />
      <Group x={276} y={196} rotate={-3}>
        <svg width="420" height="216" viewBox="0 0 420 216" fill="none">
          <path d="M0 0h420v216H0z" fill={ground} />
          <Streets plan={plan} />
          <FieldOfView x={at(5, 3)[0]} y={at(5, 3)[1]} rotate={-150} length={120} angle={34} />
          <Route points={[at(1, 4), at(2, 4), at(2, 2), at(4, 2), at(4, 1)]} width={3.4} size={12} />
        </svg>
        <path d="M0 0h420v216H0zM140 0v216M280 0v216" {...stroked(line, 1.4)} />
      </Group>
      {chairs.map((chair) => (
        <Seated key={`${chair.x}-${chair.y}`} {...chair} />
      ))}
      {/* The consultant at the head of the table. */}
      <Seated x={868} y={300} rotate={180} marked />
      <path d="M812 300H706" {...stroked(accent, 2.2, '8 7')} />
      <Group x={206} y={206} rotate={8}>
        <Document width={50} />
        <path d="M10 22h24M10 34h30M10 46h22" {...stroked(ground, 4)} />
      </Group>
      <Group x={716} y={366}>
        <circle r="20" fill={ground} {...stroked(text, 2)} />
        <circle r="13" fill={faint} />
        <path d="M19-6c16-4 16 16 0 12" {...stroked(text, 2)} />
      </Group>
      <Group x={214} y={352} rotate={-12}>
        <Document width={50} dark />
        <path d="M10 22h24M10 34h30M10 46h22" {...stroked(line, 4)} />
      </Group>
      <Brackets x={262} y={176} width={452} height={252} arm={32} strokeWidth={2.6} />
      <GridEdge step={80} length={10} />
    </>
  );
}

/** Both services: a sealed report on the map of the inquiry. */
export function ReportOnMapMotif() {
  const { accent, text, ground } = usePalette();
  const plan = planStreets({ seed: 12, width: 1200, height: 860, block: 112, street: 34 });
  const { at } = plan;
  return (
    <>
      <Group x={-70} y={-60} rotate={-9}>
        <g transform="translate(-40 90)">
          <Streets plan={plan} />
          <Route
            points={[at(0, 5), at(2, 5), at(2, 3), at(4, 3)]}
            times={{ 1: '11:02', 2: '11:20' }}
            width={5}
            size={16}
            ends={false}
          />
        </g>
      </Group>
      <Group x={470} y={92} rotate={6}>
        <path d="M10 14h330v452H10z" fill={ground} opacity="0.55" />
        <path d="M0 0h288l42 42v410H0z" fill={text} />
        <path d="M288 0v42h42z" fill={ground} opacity="0.35" />
        <Text x={36} y={60} size={16} fill={ground} text="REPORT" />
        <path d="M36 76h258" {...stroked(ground, 1.6)} />
        <path
          d="M36 112h190M36 140h52M100 140h180M36 168h236M36 196h120M36 244h90M140 244h140M36 272h244M36 300h176"
          {...stroked(ground, 13)}
        />
        <Group x={250} y={382}>
          {range(20).map((index) => {
            const [x1, y1] = onCircle([0, 0], 42, index * 18);
            const [x2, y2] = onCircle([0, 0], 54, index * 18);
            return <path key={index} d={`M${x1} ${y1}L${x2} ${y2}`} {...stroked(accent, 4)} />;
          })}
          <circle r="42" fill={accent} />
          <path d="M-17 1l12 12 23-27" {...stroked(ground, 5)} />
        </Group>
      </Group>
      <Car x={196} y={470} rotate={-9} scale={1.7} />
      <Walker x={120} y={250} rotate={-20} scale={1.8} />
      <Reticle x={392} y={276} radius={58} rings={2} strokeWidth={2.4} />
      <GridEdge step={80} length={10} />
    </>
  );
}
