import { Type } from '../lettering';
import { Brackets, Placed, Reticle } from '../marks';
import { usePalette } from '../palette';
import { Marker, rounded } from '../route';
import { crossing, planStreets, Streets } from '../streets';
import { Walker } from '../things';

/** Lesson 17: one behind one. */
export function FollowMotif() {
  const { line, mark, text, faint } = usePalette();
  const steps = Array.from(
    { length: 9 },
    (_, index) => `M${276 + index * 36} ${index % 2 ? 190 : 168}h13`,
  ).join('');
  return (
    <>
      <path d="M230 110h410M230 248h410" stroke={line} strokeWidth="1.6" />
      <path d="M230 86h410M230 272h410" stroke={faint} strokeWidth="1" />
      <path d={steps} stroke={mark} strokeWidth="5" strokeLinecap="round" />
      <Walker x={262} y={179} scale={1.6} />
      <Walker x={592} y={179} scale={1.6} marked />
      <path d="M262 300h330M262 292v16M592 292v16" stroke={text} strokeWidth="1.4" />
      <Type x={427} y={322} size={12} anchor="middle" fill={text}>
        30 M
      </Type>
    </>
  );
}

/** Lesson 18: three positions around one subject. */
export function TriangleMotif() {
  const { mark, line } = usePalette();
  return (
    <>
      <path
        d="M230 132h230M230 232h230M520 132h120M520 232h120M460 132V20M520 132V20M460 232v130M520 232v130"
        stroke={line}
        strokeWidth="1.6"
      />
      <path
        d="M300 182l190 70M300 182l150-100M450 82l40 170M490 252l50-70M450 82l90 100"
        stroke={mark}
        strokeWidth="1.3"
        strokeDasharray="4 5"
      />
      <Walker x={540} y={182} scale={1.7} marked />
      <Reticle x={540} y={182} radius={36} />
      <Marker point={[398, 182]} letter="A" size={17} />
      <Marker point={[300, 182]} letter="B" size={17} />
      <Marker point={[450, 82]} letter="C" size={17} />
    </>
  );
}

/** Lesson 19: what waits behind the corner. */
export function CornerMotif() {
  const { line, mark, fill, text } = usePalette();
  return (
    <>
      <path d="M232 206h208v160H232z" fill={fill} stroke={line} strokeWidth="1.6" />
      <path d="M232 20h208v90H232zM536 20h110v340H536z" fill={fill} stroke={line} strokeWidth="1.6" />
      <path d="M246 158h150q92 0 92 92v90" stroke={mark} strokeWidth="3" strokeDasharray="9 8" />
      <path
        d="M392 158q60-14 96-44M392 158q30 26 48 48"
        stroke={text}
        strokeWidth="1.2"
        strokeDasharray="3 4"
      />
      <Walker x={392} y={158} scale={1.5} />
      <Walker x={488} y={312} scale={1.5} turn={90} marked />
      <Brackets x={462} y={278} width={52} height={68} arm={12} strokeWidth={2} />
    </>
  );
}

/** Lesson 20: lines and stations. */
export function TransitMotif() {
  const { line, mark, text, ground } = usePalette();
  const stops = [
    [262, 250],
    [330, 250],
    [404, 192],
    [404, 118],
    [478, 62],
    [560, 62],
  ] as const;
  return (
    <>
      <path
        d={rounded(
          [
            [240, 96],
            [360, 96],
            [470, 206],
            [470, 290],
            [630, 290],
          ],
          26,
        )}
        stroke={line}
        strokeWidth="7"
        opacity="0.6"
      />
      <path
        d={rounded(
          [
            [330, 340],
            [330, 250],
            [560, 250],
            [560, 150],
            [640, 150],
          ],
          26,
        )}
        stroke={line}
        strokeWidth="7"
        opacity="0.35"
      />
      <path
        d={rounded(
          [
            [236, 250],
            [346, 250],
            [404, 192],
            [404, 136],
            [478, 62],
            [630, 62],
          ],
          22,
        )}
        stroke={mark}
        strokeWidth="7"
      />
      {stops.map(([x, y], index) => (
        <circle
          key={`${x} ${y}`}
          cx={x}
          cy={y}
          r={index === 3 ? 13 : 8}
          fill={ground}
          stroke={text}
          strokeWidth={index === 3 ? 4 : 3}
        />
      ))}
      <Type x={386} y={110} size={12} anchor="end" fill={text}>
        CHANGE
      </Type>
    </>
  );
}

/** Lesson 21: a voice that only the team hears. */
export function VoiceMotif() {
  const { line, mark, text } = usePalette();
  const bars = Array.from({ length: 31 }, (_, index) => {
    const height = Math.round(12 + 78 * Math.abs(Math.sin(index * 0.9) * Math.cos(index * 0.37)));
    return `M${262 + index * 11.5} ${172 - height / 2}v${height}`;
  }).join('');
  return (
    <>
      <path d={bars} stroke={mark} strokeWidth="4" strokeLinecap="round" />
      <path d="M250 268h360" stroke={line} />
      <Walker x={286} y={298} scale={1.1} />
      <Walker x={430} y={298} scale={1.1} />
      <Walker x={574} y={298} scale={1.1} marked />
      {[16, 26].map((r) => (
        <path
          key={r}
          d={`M${286 + r} ${298 - r}a${r * 1.4} ${r * 1.4} 0 0 1 0 ${2 * r}M${430 + r} ${298 - r}a${r * 1.4} ${r * 1.4} 0 0 1 0 ${2 * r}`}
          stroke={text}
          strokeWidth="1.3"
        />
      ))}
      <Type x={262} y={80} size={12} fill={text}>
        STAND BY, STAND BY
      </Type>
    </>
  );
}

/** Lesson 22: the search that grows from where somebody was last seen. */
export function SearchMotif() {
  const plan = planStreets({ seed: 14, width: 540, height: 440, block: 74, street: 24 });
  const { mark, text } = usePalette();
  const [x, y] = crossing(plan, 3, 2);
  return (
    <Placed x={222} y={30} turn={-5}>
      <Streets plan={plan} />
      {[42, 92, 148].map((r, index) => (
        <rect
          key={r}
          x={x - r * 1.25}
          y={y - r}
          width={r * 2.5}
          height={r * 2}
          stroke={mark}
          strokeWidth={2.4 - index * 0.5}
          strokeDasharray={index === 0 ? undefined : '8 7'}
        />
      ))}
      <Marker point={[x, y]} letter="?" size={19} filled />
      <Type x={x + 58} y={y - 50} size={11} fill={text}>
        14:22
      </Type>
    </Placed>
  );
}
