import { Bars, Brackets, Reticle } from '../annotations';
import { Aperture, Car, FieldOfView, Figure, Van } from '../objects';
import { usePalette } from '../palette';
import { range, stroked } from '../primitives';
import { Text } from '../text';

/** Lesson 12: an observation post behind one window of a house front. */
export function WindowMotif() {
  const { line, accent, fill, ground } = usePalette();
  return (
    <>
      <path d="M244 42h240v290H244z" fill={fill} {...stroked(line, 1.6)} />
      <FieldOfView x={414} y={152} rotate={28} length={250} angle={26} />
      {range(15).map((index) => {
        const [x, y] = [262 + (index % 5) * 46, 66 + Math.floor(index / 5) * 66];
        const [fill, edge, bars] = index === 8 ? [accent, accent, ground] : [ground, line, line];
        return (
          <g key={index}>
            <rect x={x} y={y} width="28" height="42" fill={fill} {...stroked(edge, 1.4)} />
            <path d={`M${x + 14} ${y}v42M${x} ${y + 20}h28`} {...stroked(bars, 1)} />
          </g>
        );
      })}
      <path d="M342 332v-58h42v58" fill={ground} {...stroked(line, 1.5)} />
      <Figure x={592} y={322} scale={0.62} marked />
      <path d="M230 332h400" {...stroked(line, 1.6)} />
    </>
  );
}

/** Lesson 13: a parked van among parked cars. */
export function VanPostMotif() {
  const { line, faint } = usePalette();
  return (
    <>
      <path d="M230 108h410M230 256h410" {...stroked(line, 1.6)} />
      <path d="M230 182h410" {...stroked(faint, 2.5, '22 16')} />
      <FieldOfView x={420} y={232} rotate={-68} length={220} angle={40} />
      <Car x={282} y={232} scale={1.15} />
      <Car x={350} y={232} scale={1.15} />
      <Van x={424} y={232} scale={1.2} marked />
      <Car x={512} y={232} scale={1.15} />
      <Car x={582} y={232} scale={1.15} />
      <Car x={318} y={132} scale={1.15} rotate={180} />
      <Car x={560} y={132} scale={1.15} rotate={180} />
      <Reticle x={490} y={66} radius={20} />
    </>
  );
}

/** Lesson 14: the lens. */
export function LensMotif() {
  const { line } = usePalette();
  return (
    <>
      <Aperture x={430} y={176} radius={104} opening={0.42} blades={9} />
      <path
        d="M300 318h260M300 318v-8M352 318v-5M404 318v-8M456 318v-5M508 318v-8M560 318v-5"
        {...stroked(line, 1.4)}
      />
      <Text x={300} y={338} size={10} text="F2.8" />
      <Text x={404} y={338} size={10} anchor="middle" text="F5.6" />
      <Text x={560} y={338} size={10} anchor="end" text="F16" />
    </>
  );
}

/** Lesson 15: a person described by measures. */
export function DescriptionMotif() {
  const { line, accent, text } = usePalette();
  return (
    <>
      <Figure x={404} y={322} scale={2.45} />
      <path
        d="M318 322h200M318 268h40M318 214h40M318 160h40M318 106h40M318 52h200"
        {...stroked(line, 1.3, '4 4')}
      />
      <path d="M300 52v270M294 52h12M294 322h12" {...stroked(accent, 1.8)} />
      <Text x={290} y={48} size={11} anchor="end" fill={accent} text="182" />
      <path d="M432 74h74M436 160h70M430 268h76" {...stroked(text, 1.2)} />
      <Bars
        x={516}
        y={68}
        width={96}
        rows={[0.8, 0.5, 0, 0, 0, 0, 0.9, 0.4, 0, 0, 0, 0, 0, 0.7]}
        height={7}
        leading={15}
      />
    </>
  );
}

/** Lesson 16: lines of a log. */
export function LogMotif() {
  const { line, accent, text } = usePalette();
  const rows = ['09:02', '09:17', '09:18', '09:41', '10:05', '10:06'];
  return (
    <>
      <path d="M262 44v282M338 44v282" {...stroked(line, 1.2)} />
      {rows.map((time, index) => {
        const y = 72 + index * 46;
        const active = index === 3;
        const colour = active ? accent : text;
        return (
          <g key={time}>
            <Text x={272} y={y + 5} size={14} tracking={0.02} fill={colour} text={time} />
            <Bars
              x={352}
              y={y - 6}
              width={250}
              rows={[
                [0, 0.45 + ((index * 31) % 40) / 100, 0.88, 0.88 + ((index * 17) % 12) / 100],
                0.3 + ((index * 53) % 45) / 100,
              ]}
              height={7}
              leading={14}
              colour={colour}
              opacity={active ? 1 : 0.82}
            />
            <path d={`M252 ${y + 24}h360`} {...stroked(line, 0.8)} />
          </g>
        );
      })}
      <Brackets x={256} y={190} width={352} height={46} arm={12} strokeWidth={2} />
    </>
  );
}

/** One motif for each lesson, in the order of the lessons. */
export const observationMotifs = [WindowMotif, VanPostMotif, LensMotif, DescriptionMotif, LogMotif];
