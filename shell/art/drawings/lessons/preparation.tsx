import { Bars, Brackets, GridCrosses, Reticle } from '../annotations';
import { Document, FieldOfView } from '../objects';
import { usePalette } from '../palette';
import { Group, points, range, stroked } from '../primitives';
import { planStreets, Streets } from '../streets';
import { Text } from '../text';

/** Lesson 6: ninety percent. */
export function NinetyMotif() {
  const { accent, line } = usePalette();
  const ring = 2 * Math.PI * 104;
  const ninety = `${Math.round(ring * 0.9)} ${Math.round(ring)}`;
  return (
    <>
      <circle cx="436" cy="182" r="104" {...stroked(line, 26)} opacity="0.4" />
      <circle cx="436" cy="182" r="104" {...stroked(accent, 26, ninety)} transform="rotate(-90 436 182)" />
      <circle cx="436" cy="182" r="130" {...stroked(line, 8, '1.5 11.110')} />
      <Text x={436} y={206} size={68} face="serif" anchor="middle" tracking={-0.02} text="90" />
    </>
  );
}

/** Lesson 7: pairs whose strengths complement each other. */
export function PairsMotif() {
  const { accent, line, ground, text } = usePalette();
  const people = points('292,92 404,76 540,104 318,218 446,196 572,246');
  return (
    <>
      <path
        d="M292 92L446 196M404 76L540 104M318 218L572 246M292 92L318 218M404 76L318 218M540 104L572 246"
        {...stroked(line, 1, '3 5')}
      />
      <path d="M292 92L446 196M404 76L540 104M318 218L572 246" {...stroked(accent, 2.4)} />
      {people.map(([x, y], index) => (
        <g key={x}>
          <circle cx={x} cy={y} r="28" fill={ground} {...stroked(text, 1.8)} />
          <path
            d={`M${x} ${y - 15}a8 8 0 1 1 0 16a8 8 0 1 1 0-16M${x - 17} ${y + 18}c2-11 8-14 17-14s15 3 17 14`}
            {...stroked(index % 2 ? accent : text, 2)}
          />
        </g>
      ))}
    </>
  );
}

/** Lesson 8: one street, studied in advance. */
export function GroundMotif() {
  const plan = planStreets({ seed: 61, width: 560, height: 460, block: 84, street: 26 });
  const [x, y] = plan.at(3, 2);
  return (
    <>
      <Group x={232} y={-30} rotate={7}>
        <Streets plan={plan} />
        <FieldOfView x={plan.at(1, 3)[0]} y={plan.at(1, 3)[1]} rotate={-20} length={190} angle={22} />
        <FieldOfView x={plan.at(4, 4)[0]} y={plan.at(4, 4)[1]} rotate={-128} length={150} angle={24} />
        <Reticle x={x} y={y} radius={28} strokeWidth={1.8} />
      </Group>
      <GridCrosses step={80} />
    </>
  );
}

/** Lesson 9: a person, drawn from known facts. */
export function ProfileMotif() {
  const { accent, text } = usePalette();
  return (
    <>
      <path
        d="M404 296c4-30-2-40-22-42-26-2-30-10-26-34-12-2-14-6-8-14-2-6-6-8-12-10 10-18 12-28 12-44 4-54 44-86 92-82 52 4 84 44 80 94-2 36-22 58-22 92 0 16 4 28 8 40"
        {...stroked(accent, 2.6)}
      />
      {[20, 38, 56, 74].map((r) => (
        <circle
          key={r}
          cx="444"
          cy="152"
          r={r}
          stroke={text}
          strokeOpacity={0.9 - r / 100}
          strokeWidth="1.2"
          strokeDasharray={r === 56 ? '3 4' : undefined}
        />
      ))}
      <Reticle x={444} y={152} radius={12} />
      <path d="M524 112h60M520 156h76M512 200h48" {...stroked(text, 1.3)} />
      <Bars x={560} y={98} width={56} rows={[1, 0, 0, [0.2, 1]]} height={7} leading={29} />
    </>
  );
}

/** Lesson 10: five headings on one page. */
export function BriefingMotif() {
  const { ground, accent, line } = usePalette();
  return (
    <Group x={338} y={28} rotate={4}>
      <Document x={18} y={12} width={206} dark />
      <Document width={206} />
      {range(5).map((row) => (
        <g key={row}>
          <Text
            x={24}
            y={56 + row * 44}
            size={20}
            face="serif"
            tracking={0}
            fill={ground}
            text={String(row + 1)}
          />
          <Bars
            x={52}
            y={42 + row * 44}
            width={122}
            rows={[0.55 + ((row * 37) % 40) / 100, 0.9 - ((row * 23) % 50) / 100]}
            height={6}
            leading={13}
            colour={row === 2 ? accent : ground}
          />
        </g>
      ))}
      <path d="M24 68h158M24 112h158M24 156h158M24 200h158" {...stroked(line, 1)} opacity="0.7" />
    </Group>
  );
}

/** Lesson 11: attention over eleven hours. */
export function AttentionMotif() {
  const { accent, line, text } = usePalette();
  const curve = 'M250 90c40-14 70 6 104 14s38-26 70-6 40 66 80 84 60 60 106 78';
  return (
    <>
      <path
        d="M250 290h360M250 290v-6M322 290v-6M394 290v-6M466 290v-6M538 290v-6M610 290v-6"
        {...stroked(line, 1.5)}
      />
      <path d={curve} {...stroked(accent, 3)} />
      <path d={`${curve}v30H250z`} fill={accent} opacity="0.1" />
      <path d="M466 60v230" {...stroked(text, 1.4, '5 5')} />
      <Brackets x={442} y={114} width={48} height={48} arm={10} strokeWidth={2} />
      <Text x={250} y={314} size={11} text="06:00" />
      <Text x={466} y={314} size={11} anchor="middle" fill={accent} text="RELIEF" />
      <Text x={610} y={314} size={11} anchor="end" text="17:00" />
    </>
  );
}

/** One motif for each lesson, in the order of the lessons. */
export const preparationMotifs = [
  NinetyMotif,
  PairsMotif,
  GroundMotif,
  ProfileMotif,
  BriefingMotif,
  AttentionMotif,
];
