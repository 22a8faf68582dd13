import { Bars, Brackets, Reticle } from '../annotations';
import { Document, FieldOfView, Figure, Walker } from '../objects';
import { usePalette } from '../palette';
import { Group, onCircle, points, range, stroked } from '../primitives';
import { Text } from '../text';

/** Lesson 1: the line between observation and intrusion. */
export function BoundaryMotif() {
  const { accent, line } = usePalette();
  return (
    <>
      <path d="M428 34v292" {...stroked(accent, 2, '10 7')} />
      <FieldOfView x={300} y={262} rotate={-24} length={210} angle={30} />
      <Figure x={300} y={318} scale={0.8} />
      <path d="M490 210v-62l52-40 52 40v62zM528 210v-34h28v34" {...stroked(line, 2)} />
      <path d="M462 232h150" {...stroked(line, 2)} />
      <Text x={416} y={58} size={11} anchor="end" text="OBSERVE" />
      <Text x={440} y={58} size={11} fill={accent} text="INTRUDE" />
    </>
  );
}

/** Lesson 2: three signatures before an operation begins. */
export function AuthorityMotif() {
  const { accent, ground, text, line } = usePalette();
  return (
    <>
      {range(3).map((index) => (
        <Group key={index} x={262 + index * 118} y={74 + index * 26}>
          <Document width={104} dark={index < 2} />
          <Bars
            x={14}
            y={26}
            width={70}
            rows={[0.9, 0.6, 0.75]}
            height={6}
            leading={14}
            colour={index < 2 ? line : ground}
          />
          <path d="M18 112c8-16 14-16 12-4s8 4 14-4 8 0 16-2" {...stroked(index < 2 ? text : ground, 1.8)} />
        </Group>
      ))}
      <path d="M370 104h8M488 130h8" {...stroked(accent, 2.5)} />
      <Group x={562} y={206} rotate={-14}>
        <circle r="34" {...stroked(accent, 2.5)} />
        <circle r="27" {...stroked(accent, 1, '3 3')} />
        <path d="M-13 1l9 9 17-20" {...stroked(accent, 4)} />
      </Group>
    </>
  );
}

/** Lesson 3: necessity weighed against intrusion. */
export function ScalesMotif() {
  const { accent, text, line, fill } = usePalette();
  return (
    <>
      <path d="M430 70v204M378 274h104" {...stroked(text, 2.5)} />
      <path d="M292 118l276-32" {...stroked(accent, 3)} />
      <circle cx="430" cy="102" r="9" fill={accent} />
      <path d="M300 118l-46 92h92zM560 88l-46 92h92z" {...stroked(line, 1.5)} />
      <path
        d="M250 210h100c-6 26-24 38-50 38s-44-12-50-38zM510 180h100c-6 26-24 38-50 38s-44-12-50-38z"
        fill={fill}
        {...stroked(text, 2)}
      />
      <Reticle x={300} y={184} radius={15} />
      <Figure x={560} y={178} scale={0.5} />
    </>
  );
}

/** Lesson 4: one subject among bystanders with a bar over their eyes. */
export function BystandersMotif() {
  const { text } = usePalette();
  const crowd = points('276,150 334,214 372,116 486,226 520,128 584,186');
  return (
    <>
      {crowd.map(([x, y]) => (
        <g key={x}>
          <Figure x={x} y={y + 88} scale={0.8} />
          <rect x={x - 13} y={y + 6.5} width="26" height="7" fill={text} />
        </g>
      ))}
      <Figure x={430} y={262} marked scale={1.05} />
      <Brackets x={392} y={132} width={76} height={146} arm={16} strokeWidth={2.4} />
    </>
  );
}

/** Lesson 5: the operator is watched too. */
export function ConductMotif() {
  const { line, accent } = usePalette();
  return (
    <>
      <circle cx="432" cy="184" r="40" {...stroked(line, 1.3)} />
      <circle cx="432" cy="184" r="78" {...stroked(accent, 2)} />
      <circle cx="432" cy="184" r="116" {...stroked(line, 1.3, '4 6')} />
      <Figure x={432} y={232} scale={0.95} />
      {[45, 135, 225, 315].map((angle) => {
        const [x, y] = onCircle([432, 184], [150, 118], angle);
        return <Walker key={angle} x={x} y={y} rotate={angle + 180} />;
      })}
      <Text x={432} y={330} size={11} anchor="middle" text="NO FALSE COLOURS" />
    </>
  );
}

/** One motif for each lesson, in the order of the lessons. */
export const lawMotifs = [BoundaryMotif, AuthorityMotif, ScalesMotif, BystandersMotif, ConductMotif];
