import { Type } from '../lettering';
import { Placed, Reticle } from '../marks';
import { usePalette } from '../palette';
import { Route, rounded } from '../route';
import { crossing, planStreets, Streets } from '../streets';
import { Car, Van, Walker } from '../things';

/** Lesson 23: five cars and a van. */
export function FleetMotif() {
  const { line, text } = usePalette();
  return (
    <>
      {[0, 1, 2, 3, 4, 5].map((index) => {
        const [x, y] = [322 + (index % 3) * 116, 128 + Math.floor(index / 3) * 108];
        return (
          <g key={index}>
            <path d={`M${x - 52} ${y - 42}v84M${x + 52} ${y - 42}v84`} stroke={line} strokeWidth="1.4" />
            {index === 5 ? (
              <Van x={x} y={y} turn={-90} scale={1.15} marked />
            ) : (
              <Car x={x} y={y} turn={-90} scale={1.35} />
            )}
            <Type x={x - 44} y={y - 32} size={10} fill={text}>
              {String(index + 1)}
            </Type>
          </g>
        );
      })}
    </>
  );
}

/** Lesson 24: places in the convoy. */
export function ConvoyMotif() {
  const { line, mark, faint } = usePalette();
  return (
    <>
      <path d="M226 330C330 320 330 120 450 96S600 60 650 24" stroke={faint} strokeWidth="64" />
      <path
        d="M226 330C330 320 330 120 450 96S600 60 650 24"
        stroke={line}
        strokeWidth="1.6"
        strokeDasharray="14 12"
      />
      <Car x={596} y={60} turn={-24} scale={1.1} marked />
      <Car x={508} y={84} turn={-12} scale={1.1} />
      <Car x={414} y={112} turn={-36} scale={1.1} />
      <Car x={354} y={186} turn={-62} scale={1.1} />
      <Van x={312} y={278} turn={-58} />
      <path d="M560 220c-60-10-110 10-150 60" stroke={mark} strokeWidth="1.6" strokeDasharray="4 5" />
      <Car x={572} y={226} turn={14} scale={1.1} />
    </>
  );
}

/** Lesson 25: words that the last car can use. */
export function CommentaryMotif() {
  const { mark, text, line } = usePalette();
  return (
    <>
      <path d="M230 262h410M230 322h410" stroke={line} strokeWidth="1.5" />
      <Car x={300} y={292} scale={1.35} />
      <Car x={560} y={292} scale={1.35} marked />
      <path
        d="M328 230h236a14 14 0 0 0 14-14v-122a14 14 0 0 0-14-14h-268a14 14 0 0 0-14 14v122a14 14 0 0 0 14 14h4v26z"
        stroke={mark}
        strokeWidth="2"
      />
      <Type x={304} y={118} size={15} tracking={0.02} fill={text}>
        LEFT, LEFT, LEFT
      </Type>
      <Type x={304} y={150} size={15} tracking={0.02} fill={text}>
        INTO MILL LANE
      </Type>
      <Type x={304} y={182} size={15} tracking={0.02} fill={mark}>
        THREE-ZERO
      </Type>
      <path d="M304 204h60" stroke={line} strokeWidth="7" />
    </>
  );
}

/** Lesson 26: a roundabout with four ways out. */
export function RoundaboutMotif() {
  const { line, mark, fill, faint } = usePalette();
  return (
    <>
      <path d="M436 0v360M226 182h420" stroke={faint} strokeWidth="56" />
      <circle cx="436" cy="182" r="92" fill={faint} />
      <circle cx="436" cy="182" r="92" stroke={line} strokeWidth="1.4" />
      <circle cx="436" cy="182" r="40" fill={fill} stroke={line} strokeWidth="1.6" />
      <path d="M230 196h110a68 68 0 1 0 82-80V0" stroke={mark} strokeWidth="3.2" strokeDasharray="10 8" />
      <Car x={270} y={196} scale={1.1} />
      <Car x={502} y={216} turn={-70} scale={1.1} />
      <Car x={422} y={48} turn={-90} scale={1.1} marked />
      <Car x={452} y={318} turn={-90} scale={1.1} />
      <Car x={590} y={168} turn={180} scale={1.1} />
    </>
  );
}

/** Lesson 27: from wheels to feet. */
export function DismountMotif() {
  const { line, mark, fill } = usePalette();
  const steps = Array.from(
    { length: 7 },
    (_, index) => `M${400 + index * 27} ${192 - index * 12 + (index % 2 ? 9 : -9)}l11-5`,
  ).join('');
  return (
    <>
      <path d="M226 232h414v110H226z" fill={fill} opacity="0.6" />
      <path d="M226 232h414" stroke={line} strokeWidth="1.6" />
      <path d="M226 288h130" stroke={mark} strokeWidth="3" strokeDasharray="10 8" />
      <Car x={390} y={268} scale={1.6} />
      <path d={steps} stroke={mark} strokeWidth="5.5" strokeLinecap="round" />
      <Walker x={396} y={214} scale={1.3} turn={-30} />
      <Walker x={594} y={108} scale={1.5} turn={-30} marked />
      <Reticle x={594} y={108} radius={34} />
    </>
  );
}

/** Lesson 28: somebody drives around the block to see who follows. */
export function LoopMotif() {
  const plan = planStreets({ seed: 33, width: 560, height: 460, block: 88, street: 28 });
  const at = (column: number, row: number) => crossing(plan, column, row);
  const { text } = usePalette();
  return (
    <Placed x={222} y={-40} turn={-4}>
      <Streets plan={plan} />
      <Route
        points={[at(0, 4), at(3, 4), at(3, 2), at(1, 2), at(1, 4), at(1, 5)]}
        width={3.6}
        size={13}
        ends={false}
      />
      <path
        d={rounded(
          [
            [at(2, 2)[0] + 10, at(2, 2)[1] - 26],
            [at(2, 2)[0] - 22, at(2, 2)[1] - 26],
          ],
          4,
        )}
        stroke={text}
        strokeWidth="2"
      />
      <Car x={at(2, 2)[0]} y={at(2, 2)[1]} turn={180} marked />
      <Car x={at(3, 3)[0]} y={at(3, 3)[1]} turn={-90} />
      <Car x={at(4, 4)[0]} y={at(4, 4)[1]} turn={180} />
      <Reticle x={at(1, 4)[0]} y={at(1, 4)[1]} radius={26} />
    </Placed>
  );
}
