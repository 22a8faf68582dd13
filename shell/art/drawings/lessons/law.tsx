import { Type } from '../lettering';
import { Bars, Brackets, Placed, Reticle } from '../marks';
import { usePalette } from '../palette';
import { Document, Figure, Sight, Walker } from '../things';

/** Lesson 1: a line divides what may be watched from what may not. */
export function BoundaryMotif() {
  const { mark, text, line } = usePalette();
  return (
    <>
      <path d="M428 34v292" stroke={mark} strokeWidth="2" strokeDasharray="10 7" />
      <Sight x={300} y={262} turn={-24} length={210} angle={30} />
      <Figure x={300} y={318} scale={0.8} />
      <path d="M490 210v-62l52-40 52 40v62zM528 210v-34h28v34" stroke={line} strokeWidth="2" />
      <path d="M462 232h150" stroke={line} strokeWidth="2" />
      <Type x={416} y={58} size={11} anchor="end" fill={text}>
        OBSERVE
      </Type>
      <Type x={440} y={58} size={11} fill={mark}>
        INTRUDE
      </Type>
    </>
  );
}

/** Lesson 2: three signatures before anybody leaves the office. */
export function AuthorityMotif() {
  const { mark, ground, text, line } = usePalette();
  return (
    <>
      {[0, 1, 2].map((index) => (
        <Placed key={index} x={262 + index * 118} y={74 + index * 26}>
          <Document x={0} y={0} width={104} dark={index < 2} />
          <Bars
            x={14}
            y={26}
            width={70}
            rows={[[[0, 0.9]], [[0, 0.6]], [[0, 0.75]]]}
            height={6}
            leading={14}
            colour={index < 2 ? line : ground}
          />
          <path
            d="M18 112c8-16 14-16 12-4s8 4 14-4 8 0 16-2"
            stroke={index < 2 ? text : ground}
            strokeWidth="1.8"
          />
        </Placed>
      ))}
      <path d="M370 104h8M488 130h8" stroke={mark} strokeWidth="2.5" />
      <Placed x={562} y={206} turn={-14}>
        <circle r="34" stroke={mark} strokeWidth="2.5" />
        <circle r="27" stroke={mark} strokeWidth="1" strokeDasharray="3 3" />
        <path d="M-13 1l9 9 17-20" stroke={mark} strokeWidth="4" />
      </Placed>
    </>
  );
}

/** Lesson 3: what is gained is weighed against what is taken. */
export function ScalesMotif() {
  const { mark, text, line, fill } = usePalette();
  return (
    <>
      <path d="M430 70v204M378 274h104" stroke={text} strokeWidth="2.5" />
      <path d="M292 118l276-32" stroke={mark} strokeWidth="3" />
      <circle cx="430" cy="102" r="9" fill={mark} />
      <path d="M300 118l-46 92h92zM560 88l-46 92h92z" stroke={line} strokeWidth="1.5" />
      <path
        d="M250 210h100c-6 26-24 38-50 38s-44-12-50-38zM510 180h100c-6 26-24 38-50 38s-44-12-50-38z"
        fill={fill}
        stroke={text}
        strokeWidth="2"
      />
      <Reticle x={300} y={184} radius={15} />
      <Figure x={560} y={178} scale={0.5} />
    </>
  );
}

/** Lesson 4: one is the subject, all others are nobody's business. */
export function BystandersMotif() {
  const { text } = usePalette();
  const crowd = [
    [276, 150],
    [334, 214],
    [372, 116],
    [486, 226],
    [520, 128],
    [584, 186],
  ] as const;
  return (
    <>
      {crowd.map(([x, y]) => (
        <g key={x}>
          <Figure x={x} y={y + 88} scale={0.8} />
          <rect x={x - 24} y={y - 4} width="48" height="18" fill={text} />
        </g>
      ))}
      <Figure x={430} y={262} marked scale={1.05} />
      <Brackets x={392} y={132} width={76} height={146} arm={16} strokeWidth={2.4} />
    </>
  );
}

/** Lesson 5: the operator is seen as well. */
export function ConductMotif() {
  const { line, mark, text } = usePalette();
  return (
    <>
      {[40, 78, 116].map((radius, index) => (
        <circle
          key={radius}
          cx="432"
          cy="184"
          r={radius}
          stroke={index === 1 ? mark : line}
          strokeWidth={index === 1 ? 2 : 1.3}
          strokeDasharray={index === 2 ? '4 6' : undefined}
        />
      ))}
      <Figure x={432} y={232} scale={0.95} />
      {[0, 1, 2, 3].map((step) => {
        const angle = ((step * 90 + 45) * Math.PI) / 180;
        const [x, y] = [Math.round(432 + Math.cos(angle) * 150), Math.round(184 + Math.sin(angle) * 118)];
        return <Walker key={step} x={x} y={y} turn={step * 90 + 225} />;
      })}
      <Type x={432} y={330} size={11} anchor="middle" fill={text}>
        NO FALSE COLOURS
      </Type>
    </>
  );
}
