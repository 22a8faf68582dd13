import { Bars, Brackets, Reticle } from '../annotations';
import { Car, Document, Figure } from '../objects';
import { usePalette } from '../palette';
import { Group, onCircle, range, stroked } from '../primitives';
import { Text } from '../text';

/** Lesson 29: frames of a film. */
export function FramesMotif() {
  const { line, accent, fill } = usePalette();
  const holes = range(16).map((hole) => `M${240 + hole * 27} 92h12v9h-12zM${240 + hole * 27} 259h12v9h-12z`);
  return (
    <Group x={20} y={16} rotate={-4}>
      <path d="M226 82h430v196H226z" fill={fill} {...stroked(line, 1.4)} />
      <path d={holes.join('')} fill={line} />
      {range(3).map((index) => (
        <g key={index}>
          <rect
            x={238 + index * 138}
            y="112"
            width="126"
            height="136"
            {...stroked(index === 1 ? accent : line, index === 1 ? 2.6 : 1.2)}
          />
          {index === 2 ? (
            <Car x={304 + index * 138} y={196} scale={1.5} />
          ) : (
            <Figure x={282 + index * 150} y={240} scale={1.05} marked={index === 1} />
          )}
        </g>
      ))}
      <Brackets x={386} y={122} width={106} height={116} arm={14} strokeWidth={2} />
      <Text x={238} y={296} size={10} text="24A" />
      <Text x={376} y={296} size={10} fill={accent} text="25" />
    </Group>
  );
}

/** Lesson 30: a report with observed facts only. */
export function ReportMotif() {
  const { ground, accent } = usePalette();
  const rows = [0.5, 0, 0.95, [0, 0.3, 0.34, 0.82], 0.88, 0, [0, 0.62, 0.66, 0.95], 0.4, 0.9];
  return (
    <>
      <Group x={330} y={46} rotate={-7}>
        <Document width={190} dark />
      </Group>
      <Group x={356} y={34} rotate={3}>
        <Document width={200} />
        <Bars x={24} y={34} width={150} rows={rows} height={8} leading={19} colour={ground} />
        <path d="M24 216h150M24 236h96" {...stroked(accent, 2)} />
      </Group>
    </>
  );
}

/** Lesson 31: an exhibit with its tag. */
export function ExhibitMotif() {
  const { line, accent, fill, text } = usePalette();
  return (
    <>
      <path d="M300 84h190v226H300z" fill={fill} {...stroked(text, 2)} />
      <path d="M300 116h190" {...stroked(accent, 9)} />
      <path d="M330 156h130v96H330z" {...stroked(line, 1.5)} />
      <path d="M372 176v56l44-28z" {...stroked(line, 1.8)} />
      <Bars x={318} y={270} width={150} rows={[0.6, 0.85]} height={6} leading={14} />
      <path d="M490 150c40-10 46-30 60-52" {...stroked(text, 1.5)} />
      <Group x={528} y={62} rotate={16}>
        <path d="M0 20L16 0h86v64H16L0 44z" fill={accent} />
        <circle cx="16" cy="32" r="5" fill={fill} />
        <Text x={34} y={38} size={17} tracking={0.02} fill={fill} text="JP/7" />
      </Group>
    </>
  );
}

/** Lesson 32: chairs in a circle. */
export function DebriefMotif() {
  const { line, accent, ground, text } = usePalette();
  return (
    <>
      <circle cx="436" cy="180" r="120" {...stroked(line, 1.2, '4 6')} />
      <circle cx="436" cy="180" r="52" {...stroked(line, 1.4)} />
      {range(8).map((chair) => {
        const [x, y] = onCircle([436, 180], 120, chair * 45);
        const speaker = chair === 5;
        const tie = speaker
          ? { ...stroked(accent, 2.4), opacity: 1 }
          : { ...stroked(line, 0.8), opacity: 0.7 };
        const seat = speaker
          ? { fill: accent, ...stroked(accent, 1.8) }
          : { fill: ground, ...stroked(text, 1.8) };
        return (
          <g key={chair}>
            <path d={`M${x} ${y}L436 180`} {...tie} />
            <circle cx={x} cy={y} r="19" {...seat} />
          </g>
        );
      })}
      <circle cx="436" cy="180" r="30" fill={ground} {...stroked(accent, 2)} />
      <path
        d="M426 174c0-12 20-12 20-1 0 8-10 8-10 17M436 196v1"
        {...stroked(accent, 3)}
        strokeLinecap="round"
      />
    </>
  );
}

/** Lesson 33: a day from instruction to report. */
export function FullDayMotif() {
  const { line, accent, ground } = usePalette();
  const peak = { r: 15, fill: accent };
  const hourMark = { r: 8, fill: ground };
  const hours = ['05', '08', '11', '14', '17', '20'];
  return (
    <>
      <path d="M256 236A184 184 0 0 1 616 236" {...stroked(accent, 2.6)} />
      <path d="M232 236h408" {...stroked(line, 1.6)} />
      {hours.map((hour, index) => {
        const [x, y] = onCircle([436, 274], 184, 192 + (index / 5) * 156);
        return (
          <g key={hour}>
            <circle cx={x} cy={y} {...(index === 2 ? peak : hourMark)} {...stroked(accent, 2.2)} />
            <Text x={x} y={262} size={12} anchor="middle" text={hour} />
            <path d={`M${x} ${Math.min(y + 18, 236)}V236`} {...stroked(line, 1, '2 5')} />
          </g>
        );
      })}
      <Reticle x={436} y={190} radius={24} />
      <Bars x={256} y={290} width={360} rows={[[0, 0.12, 0.16, 0.42, 0.46, 0.6, 0.66, 0.94]]} height={10} />
    </>
  );
}

/** One motif for each lesson, in the order of the lessons. */
export const evidenceMotifs = [FramesMotif, ReportMotif, ExhibitMotif, DebriefMotif, FullDayMotif];
