import { Type } from '../lettering';
import { Bars, Brackets, Placed, Reticle } from '../marks';
import { usePalette } from '../palette';
import { Car, Document, Figure } from '../things';

/** Lesson 29: frames of a film. */
export function FramesMotif() {
  const { line, mark, fill, text } = usePalette();
  const holes = Array.from(
    { length: 16 },
    (_, index) => `M${240 + index * 27} 92h12v9h-12zM${240 + index * 27} 259h12v9h-12z`,
  ).join('');
  return (
    <Placed x={20} y={16} turn={-4}>
      <path d="M226 82h430v196H226z" fill={fill} stroke={line} strokeWidth="1.4" />
      <path d={holes} fill={line} />
      {[0, 1, 2].map((index) => (
        <g key={index}>
          <rect
            x={238 + index * 138}
            y="112"
            width="126"
            height="136"
            stroke={index === 1 ? mark : line}
            strokeWidth={index === 1 ? 2.6 : 1.2}
          />
          {index === 2 ? (
            <Car x={304 + index * 138} y={196} scale={1.5} />
          ) : (
            <Figure x={282 + index * 150} y={240} scale={1.05} marked={index === 1} />
          )}
        </g>
      ))}
      <Brackets x={386} y={122} width={106} height={116} arm={14} strokeWidth={2} />
      <Type x={238} y={296} size={10} fill={text}>
        24A
      </Type>
      <Type x={376} y={296} size={10} fill={mark}>
        25
      </Type>
    </Placed>
  );
}

/** Lesson 30: a report with nothing in it but what was seen. */
export function ReportMotif() {
  const { ground, mark } = usePalette();
  const rows = [
    [[0, 0.5]],
    [],
    [[0, 0.95]],
    [
      [0, 0.3],
      [0.34, 0.82],
    ],
    [[0, 0.88]],
    [],
    [
      [0, 0.62],
      [0.66, 0.95],
    ],
    [[0, 0.4]],
    [[0, 0.9]],
  ] as const;
  return (
    <>
      <Placed x={330} y={46} turn={-7}>
        <Document x={0} y={0} width={190} dark />
      </Placed>
      <Placed x={356} y={34} turn={3}>
        <Document x={0} y={0} width={200} />
        <Bars x={24} y={34} width={150} rows={rows} height={8} leading={19} colour={ground} />
        <path d="M24 216h150M24 236h96" stroke={mark} strokeWidth="2" />
      </Placed>
    </>
  );
}

/** Lesson 31: an exhibit, its tag and its end. */
export function ExhibitMotif() {
  const { line, mark, fill, text } = usePalette();
  return (
    <>
      <path d="M300 84h190v226H300z" fill={fill} stroke={text} strokeWidth="2" />
      <path d="M300 116h190" stroke={mark} strokeWidth="9" />
      <path d="M330 156h130v96H330z" stroke={line} strokeWidth="1.5" />
      <path d="M372 176v56l44-28z" stroke={line} strokeWidth="1.8" />
      <Bars x={318} y={270} width={150} rows={[[[0, 0.6]], [[0, 0.85]]]} height={6} leading={14} />
      <path d="M490 150c40-10 46-30 60-52" stroke={text} strokeWidth="1.5" />
      <Placed x={528} y={62} turn={16}>
        <path d="M0 20L16 0h86v64H16L0 44z" fill={mark} />
        <circle cx="16" cy="32" r="5" fill={fill} />
        <Type x={34} y={38} size={17} tracking={0.02} fill={fill}>
          JP/7
        </Type>
      </Placed>
    </>
  );
}

/** Lesson 32: chairs in a circle. */
export function DebriefMotif() {
  const { line, mark, ground, text } = usePalette();
  const chairs = Array.from({ length: 8 }, (_, index) => (index / 8) * 2 * Math.PI);
  return (
    <>
      <circle cx="436" cy="180" r="120" stroke={line} strokeWidth="1.2" strokeDasharray="4 6" />
      <circle cx="436" cy="180" r="52" stroke={line} strokeWidth="1.4" />
      {chairs.map((angle, index) => {
        const [x, y] = [Math.round(436 + Math.cos(angle) * 120), Math.round(180 + Math.sin(angle) * 120)];
        return (
          <g key={angle}>
            <path
              d={`M${x} ${y}L436 180`}
              stroke={index === 5 ? mark : line}
              strokeWidth={index === 5 ? 2.4 : 0.8}
              opacity={index === 5 ? 1 : 0.7}
            />
            <circle
              cx={x}
              cy={y}
              r="19"
              fill={index === 5 ? mark : ground}
              stroke={index === 5 ? mark : text}
              strokeWidth="1.8"
            />
          </g>
        );
      })}
      <circle cx="436" cy="180" r="30" fill={ground} stroke={mark} strokeWidth="2" />
      <path
        d="M426 174c0-12 20-12 20-1 0 8-10 8-10 17M436 196v1"
        stroke={mark}
        strokeWidth="3"
        strokeLinecap="round"
      />
    </>
  );
}

/** Lesson 33: a day from instruction to report. */
export function FullDayMotif() {
  const { line, mark, text, ground } = usePalette();
  const hours = ['05', '08', '11', '14', '17', '20'];
  return (
    <>
      <path d="M256 236A184 184 0 0 1 616 236" stroke={mark} strokeWidth="2.6" />
      <path d="M232 236h408" stroke={line} strokeWidth="1.6" />
      {hours.map((hour, index) => {
        const angle = Math.PI - 0.21 - (index / 5) * (Math.PI - 0.42);
        const [x, y] = [Math.round(436 + Math.cos(angle) * 184), Math.round(274 - Math.sin(angle) * 184)];
        return (
          <g key={hour}>
            <circle
              cx={x}
              cy={y}
              r={index === 2 ? 15 : 8}
              fill={index === 2 ? mark : ground}
              stroke={mark}
              strokeWidth="2.2"
            />
            <Type x={x} y={262} size={12} anchor="middle" fill={text}>
              {hour}
            </Type>
            <path
              d={`M${x} ${Math.min(y + 18, 236)}V236`}
              stroke={line}
              strokeWidth="1"
              strokeDasharray="2 5"
            />
          </g>
        );
      })}
      <Reticle x={436} y={190} radius={24} />
      <Bars
        x={256}
        y={290}
        width={360}
        rows={[
          [
            [0, 0.12],
            [0.16, 0.42],
            [0.46, 0.6],
            [0.66, 0.94],
          ],
        ]}
        height={10}
      />
    </>
  );
}
