import { Type } from '../lettering';
import { Bars, Brackets, Reticle } from '../marks';
import { usePalette } from '../palette';
import { Aperture, Car, Figure, Sight, Van } from '../things';

/** Lesson 12: one window of a front looks out. */
export function WindowMotif() {
  const { line, mark, fill, ground } = usePalette();
  const windows = Array.from(
    { length: 15 },
    (_, index) => [262 + (index % 5) * 46, 66 + Math.floor(index / 5) * 66] as const,
  );
  return (
    <>
      <path d="M244 42h240v290H244z" fill={fill} stroke={line} strokeWidth="1.6" />
      <Sight x={414} y={152} turn={28} length={250} angle={26} />
      {windows.map(([x, y], index) => (
        <g key={`${x} ${y}`}>
          <rect
            x={x}
            y={y}
            width="28"
            height="42"
            fill={index === 8 ? mark : ground}
            stroke={index === 8 ? mark : line}
            strokeWidth="1.4"
          />
          <path
            d={`M${x + 14} ${y}v42M${x} ${y + 20}h28`}
            stroke={index === 8 ? ground : line}
            strokeWidth="1"
          />
        </g>
      ))}
      <path d="M342 332v-58h42v58" fill={ground} stroke={line} strokeWidth="1.5" />
      <Figure x={592} y={322} scale={0.62} marked />
      <path d="M230 332h400" stroke={line} strokeWidth="1.6" />
    </>
  );
}

/** Lesson 13: a parked van among parked cars. */
export function VanPostMotif() {
  const { line, faint } = usePalette();
  return (
    <>
      <path d="M230 108h410M230 256h410" stroke={line} strokeWidth="1.6" />
      <path d="M230 182h410" stroke={faint} strokeWidth="2.5" strokeDasharray="22 16" />
      <Sight x={420} y={232} turn={-68} length={220} angle={40} />
      <Car x={282} y={232} scale={1.15} />
      <Car x={350} y={232} scale={1.15} />
      <Van x={424} y={232} scale={1.2} marked />
      <Car x={512} y={232} scale={1.15} />
      <Car x={582} y={232} scale={1.15} />
      <Car x={318} y={132} scale={1.15} turn={180} />
      <Car x={560} y={132} scale={1.15} turn={180} />
      <Reticle x={490} y={66} radius={20} />
    </>
  );
}

/** Lesson 14: the lens. */
export function LensMotif() {
  const { text, line } = usePalette();
  return (
    <>
      <Aperture x={430} y={176} radius={104} opening={0.42} blades={9} />
      <path
        d="M300 318h260M300 318v-8M352 318v-5M404 318v-8M456 318v-5M508 318v-8M560 318v-5"
        stroke={line}
        strokeWidth="1.4"
      />
      <Type x={300} y={338} size={10} fill={text}>
        F2.8
      </Type>
      <Type x={404} y={338} size={10} anchor="middle" fill={text}>
        F5.6
      </Type>
      <Type x={560} y={338} size={10} anchor="end" fill={text}>
        F16
      </Type>
    </>
  );
}

/** Lesson 15: what somebody looks like, in measures. */
export function DescriptionMotif() {
  const { line, mark, text } = usePalette();
  return (
    <>
      <Figure x={404} y={322} scale={2.45} />
      <path
        d="M318 322h200M318 268h40M318 214h40M318 160h40M318 106h40M318 52h200"
        stroke={line}
        strokeWidth="1.3"
        strokeDasharray="4 4"
      />
      <path d="M300 52v270M294 52h12M294 322h12" stroke={mark} strokeWidth="1.8" />
      <Type x={290} y={48} size={11} anchor="end" fill={mark}>
        182
      </Type>
      <path d="M432 74h74M436 160h70M430 268h76" stroke={text} strokeWidth="1.2" />
      <Bars
        x={516}
        y={68}
        width={96}
        rows={[
          [[0, 0.8]],
          [[0, 0.5]],
          [],
          [],
          [],
          [],
          [[0, 0.9]],
          [[0, 0.4]],
          [],
          [],
          [],
          [],
          [],
          [[0, 0.7]],
        ]}
        height={7}
        leading={15}
      />
    </>
  );
}

/** Lesson 16: lines of a log. */
export function LogMotif() {
  const { line, mark, text } = usePalette();
  const rows = ['09:02', '09:17', '09:18', '09:41', '10:05', '10:06'];
  return (
    <>
      <path d="M262 44v282M338 44v282" stroke={line} strokeWidth="1.2" />
      {rows.map((time, index) => {
        const y = 72 + index * 46;
        const active = index === 3;
        return (
          <g key={time}>
            <Type x={272} y={y + 5} size={14} tracking={0.02} fill={active ? mark : text}>
              {time}
            </Type>
            <Bars
              x={352}
              y={y - 6}
              width={250}
              rows={[
                [
                  [0, 0.45 + ((index * 31) % 40) / 100],
                  [0.88, 0.88 + ((index * 17) % 12) / 100],
                ],
                [[0, 0.3 + ((index * 53) % 45) / 100]],
              ]}
              height={7}
              leading={14}
              colour={active ? mark : text}
              opacity={active ? 1 : 0.82}
            />
            <path d={`M252 ${y + 24}h360`} stroke={line} strokeWidth="0.8" />
          </g>
        );
      })}
      <Brackets x={256} y={190} width={352} height={46} arm={12} strokeWidth={2} />
    </>
  );
}
