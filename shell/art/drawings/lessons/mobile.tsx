import { Reticle } from '../annotations';
import { Car, Van, Walker } from '../objects';
import { usePalette } from '../palette';
import { Group, range, stroked } from '../primitives';
import { Route } from '../route';
import { planStreets, Streets } from '../streets';
import { Text } from '../text';

/** Lesson 23: five cars and a van. */
export function FleetMotif() {
  const { line } = usePalette();
  return (
    <>
      {range(6).map((index) => {
        const [x, y] = [322 + (index % 3) * 116, 128 + Math.floor(index / 3) * 108];
        return (
          <g key={index}>
            <path d={`M${x - 52} ${y - 42}v84M${x + 52} ${y - 42}v84`} {...stroked(line, 1.4)} />
            {index === 5 ? (
              <Van x={x} y={y} rotate={-90} scale={1.15} marked />
            ) : (
              <Car x={x} y={y} rotate={-90} scale={1.35} />
            )}
            <Text x={x - 44} y={y - 32} size={10} text={String(index + 1)} />
          </g>
        );
      })}
    </>
  );
}

/** Lesson 24: positions in the convoy. */
export function ConvoyMotif() {
  const { line, accent, faint } = usePalette();
  return (
    <>
      <path d="M226 330C330 320 330 120 450 96S600 60 650 24" {...stroked(faint, 64)} />
      <path d="M226 330C330 320 330 120 450 96S600 60 650 24" {...stroked(line, 1.6, '14 12')} />
      <Car x={596} y={60} rotate={-24} scale={1.1} marked />
      <Car x={508} y={84} rotate={-12} scale={1.1} />
      <Car x={414} y={112} rotate={-36} scale={1.1} />
      <Car x={354} y={186} rotate={-62} scale={1.1} />
      <Van x={312} y={278} rotate={-58} />
      <path d="M560 220c-60-10-110 10-150 60" {...stroked(accent, 1.6, '4 5')} />
      <Car x={572} y={226} rotate={14} scale={1.1} />
    </>
  );
}

/** Lesson 25: a radio commentary for the last car. */
export function CommentaryMotif() {
  const { accent, line } = usePalette();
  return (
    <>
      <path d="M230 262h410M230 322h410" {...stroked(line, 1.5)} />
      <Car x={300} y={292} scale={1.35} />
      <Car x={560} y={292} scale={1.35} marked />
      <path
        d="M328 230h236a14 14 0 0 0 14-14v-122a14 14 0 0 0-14-14h-268a14 14 0 0 0-14 14v122a14 14 0 0 0 14 14h4v26z"
        {...stroked(accent, 2)}
      />
      <Text x={304} y={118} size={15} tracking={0.02} text="LEFT, LEFT, LEFT" />
      <Text x={304} y={150} size={15} tracking={0.02} text="INTO MILL LANE" />
      <Text x={304} y={182} size={15} tracking={0.02} fill={accent} text="THREE-ZERO" />
      <path d="M304 204h60" {...stroked(line, 7)} />
    </>
  );
}

/** Lesson 26: a roundabout with four ways out. */
export function RoundaboutMotif() {
  const { line, accent, fill, faint } = usePalette();
  return (
    <>
      <path d="M436 0v360M226 182h420" {...stroked(faint, 56)} />
      <circle cx="436" cy="182" r="92" fill={faint} />
      <circle cx="436" cy="182" r="92" {...stroked(line, 1.4)} />
      <circle cx="436" cy="182" r="40" fill={fill} {...stroked(line, 1.6)} />
      <path d="M230 196h110a68 68 0 1 0 82-80V0" {...stroked(accent, 3.2, '10 8')} />
      <Car x={270} y={196} scale={1.1} />
      <Car x={502} y={216} rotate={-70} scale={1.1} />
      <Car x={422} y={48} rotate={-90} scale={1.1} marked />
      <Car x={452} y={318} rotate={-90} scale={1.1} />
      <Car x={590} y={168} rotate={180} scale={1.1} />
    </>
  );
}

/** Lesson 27: from wheels to feet. */
export function DismountMotif() {
  const { line, accent, fill } = usePalette();
  const steps = range(7).map((step) => `M${400 + step * 27} ${192 - step * 12 + (step % 2 ? 9 : -9)}l11-5`);
  return (
    <>
      <path d="M226 232h414v110H226z" fill={fill} opacity="0.6" />
      <path d="M226 232h414" {...stroked(line, 1.6)} />
      <path d="M226 288h130" {...stroked(accent, 3, '10 8')} />
      <Car x={390} y={268} scale={1.6} />
      <path d={steps.join('')} {...stroked(accent, 5.5)} strokeLinecap="round" />
      <Walker x={396} y={214} scale={1.3} rotate={-30} />
      <Walker x={594} y={108} scale={1.5} rotate={-30} marked />
      <Reticle x={594} y={108} radius={34} />
    </>
  );
}

/** Lesson 28: the subject circles a block to detect followers. */
export function LoopMotif() {
  const plan = planStreets({ seed: 33, width: 560, height: 460, block: 88, street: 28 });
  const { at } = plan;
  const { text } = usePalette();
  const [subjectX, subjectY] = at(2, 2);
  return (
    <Group x={222} y={-40} rotate={-4}>
      <Streets plan={plan} />
      <Route
        points={[at(0, 4), at(3, 4), at(3, 2), at(1, 2), at(1, 4), at(1, 5)]}
        width={3.6}
        size={13}
        ends={false}
      />
      <path
        d={`M${subjectX + 10} ${subjectY - 26}L${subjectX - 22} ${subjectY - 26}`}
        {...stroked(text, 2)}
      />
      <Car x={subjectX} y={subjectY} rotate={180} marked />
      <Car x={at(3, 3)[0]} y={at(3, 3)[1]} rotate={-90} />
      <Car x={at(4, 4)[0]} y={at(4, 4)[1]} rotate={180} />
      <Reticle x={at(1, 4)[0]} y={at(1, 4)[1]} radius={26} />
    </Group>
  );
}

/** One motif for each lesson, in the order of the lessons. */
export const mobileMotifs = [
  FleetMotif,
  ConvoyMotif,
  CommentaryMotif,
  RoundaboutMotif,
  DismountMotif,
  LoopMotif,
];
