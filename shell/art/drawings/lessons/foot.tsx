import { Brackets, Reticle } from '../annotations';
import { Walker } from '../objects';
import { usePalette } from '../palette';
import { Group, points, range, stroked } from '../primitives';
import { Marker, rounded } from '../route';
import { planStreets, Streets } from '../streets';
import { Text } from '../text';

/** Lesson 17: one operator follows one subject. */
export function FollowMotif() {
  const { line, accent, text, faint } = usePalette();
  const steps = range(9).map((step) => `M${276 + step * 36} ${step % 2 ? 190 : 168}h13`);
  return (
    <>
      <path d="M230 110h410M230 248h410" {...stroked(line, 1.6)} />
      <path d="M230 86h410M230 272h410" {...stroked(faint, 1)} />
      <path d={steps.join('')} {...stroked(accent, 5)} strokeLinecap="round" />
      <Walker x={262} y={179} scale={1.6} />
      <Walker x={592} y={179} scale={1.6} marked />
      <path d="M262 300h330M262 292v16M592 292v16" {...stroked(text, 1.4)} />
      <Text x={427} y={322} size={12} anchor="middle" text="30 M" />
    </>
  );
}

/** Lesson 18: three positions around one subject. */
export function TriangleMotif() {
  const { accent, line } = usePalette();
  return (
    <>
      <path
        d="M230 132h230M230 232h230M520 132h120M520 232h120M460 132V20M520 132V20M460 232v130M520 232v130"
        {...stroked(line, 1.6)}
      />
      <path
        d="M300 182l190 70M300 182l150-100M450 82l40 170M490 252l50-70M450 82l90 100"
        {...stroked(accent, 1.3, '4 5')}
      />
      <Walker x={540} y={182} scale={1.7} marked />
      <Reticle x={540} y={182} radius={36} />
      <Marker point={[398, 182]} letter="A" size={17} />
      <Marker point={[300, 182]} letter="B" size={17} />
      <Marker point={[450, 82]} letter="C" size={17} />
    </>
  );
}

/** Lesson 19: the subject behind a corner. */
export function CornerMotif() {
  const { line, accent, fill, text } = usePalette();
  return (
    <>
      <path d="M232 206h208v160H232z" fill={fill} {...stroked(line, 1.6)} />
      <path d="M232 20h208v90H232zM536 20h110v340H536z" fill={fill} {...stroked(line, 1.6)} />
      <path d="M246 158h150q92 0 92 92v90" {...stroked(accent, 3, '9 8')} />
      <path d="M392 158q60-14 96-44M392 158q30 26 48 48" {...stroked(text, 1.2, '3 4')} />
      <Walker x={392} y={158} scale={1.5} />
      <Walker x={488} y={312} scale={1.5} rotate={90} marked />
      <Brackets x={462} y={278} width={52} height={68} arm={12} strokeWidth={2} />
    </>
  );
}

/** Lesson 20: lines and stations. */
export function TransitMotif() {
  const { line, accent, text, ground } = usePalette();
  const first = rounded(points('240,96 360,96 470,206 470,290 630,290'), 26);
  const second = rounded(points('330,340 330,250 560,250 560,150 640,150'), 26);
  const followed = rounded(points('236,250 346,250 404,192 404,136 478,62 630,62'), 22);
  const stops = points('262,250 330,250 404,192 404,118 478,62 560,62');
  return (
    <>
      <path d={first} {...stroked(line, 7)} opacity="0.6" />
      <path d={second} {...stroked(line, 7)} opacity="0.35" />
      <path d={followed} {...stroked(accent, 7)} />
      {stops.map(([x, y], index) => {
        const [radius, strokeWidth] = index === 3 ? [13, 4] : [8, 3];
        return (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} fill={ground} {...stroked(text, strokeWidth)} />
        );
      })}
      <Text x={386} y={110} size={12} anchor="end" text="CHANGE" />
    </>
  );
}

/** Lesson 21: a radio message to the team. */
export function VoiceMotif() {
  const { line, accent, text } = usePalette();
  const bars = range(31).map((bar) => {
    const height = Math.round(12 + 78 * Math.abs(Math.sin(bar * 0.9) * Math.cos(bar * 0.37)));
    return `M${262 + bar * 11.5} ${172 - height / 2}v${height}`;
  });
  return (
    <>
      <path d={bars.join('')} {...stroked(accent, 4)} strokeLinecap="round" />
      <path d="M250 268h360" stroke={line} />
      <Walker x={286} y={298} scale={1.1} />
      <Walker x={430} y={298} scale={1.1} />
      <Walker x={574} y={298} scale={1.1} marked />
      {[16, 26].map((r) => {
        const arc = `a${r * 1.4} ${r * 1.4} 0 0 1 0 ${2 * r}`;
        const waves = [286, 430].map((x) => `M${x + r} ${298 - r}${arc}`);
        return <path key={r} d={waves.join('')} {...stroked(text, 1.3)} />;
      })}
      <Text x={262} y={80} size={12} text="STAND BY, STAND BY" />
    </>
  );
}

/** Lesson 22: a search that widens from the last sighting. */
export function SearchMotif() {
  const plan = planStreets({ seed: 14, width: 540, height: 440, block: 74, street: 24 });
  const { accent } = usePalette();
  const [x, y] = plan.at(3, 2);
  return (
    <Group x={222} y={30} rotate={-5}>
      <Streets plan={plan} />
      {[42, 92, 148].map((r, index) => (
        <rect
          key={r}
          x={x - r * 1.25}
          y={y - r}
          width={r * 2.5}
          height={r * 2}
          {...stroked(accent, 2.4 - index * 0.5, index === 0 ? undefined : '8 7')}
        />
      ))}
      <Marker point={[x, y]} letter="?" size={19} filled />
      <Text x={x + 58} y={y - 50} size={11} text="14:22" />
    </Group>
  );
}

/** One motif for each lesson, in the order of the lessons. */
export const footMotifs = [FollowMotif, TriangleMotif, CornerMotif, TransitMotif, VoiceMotif, SearchMotif];
