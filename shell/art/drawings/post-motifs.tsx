import { Bars, Brackets, GridCrosses, Reticle } from './annotations';
import { Document, Figure } from './objects';
import { usePalette } from './palette';
import { Group, onCircle, range, stroked } from './primitives';
import { Text } from './text';

/* Motifs of single posts; each fills a sheet of 640 by 360. */

/** A log sheet on a clipboard: time, place, observation. */
export function LogSheet() {
  const { text, ground, accent } = usePalette();
  const times = ['09:02', '09:17', '09:41', '10:05', '10:36'];
  return (
    <Group x={196} y={26} rotate={-4}>
      <rect x="-14" y="-6" width="276" height="330" rx="10" {...stroked(accent, 3)} />
      <path d="M0 12h248v300H0z" fill={text} />
      <path d="M84-16h80v32H84z" fill={accent} />
      {times.map((time, index) => (
        <g key={time}>
          <Text x={20} y={68 + index * 52} size={17} fill={ground} text={time} />
          <Bars
            x={96}
            y={56 + index * 52}
            width={132}
            rows={[0.95 - index * 0.1, 0.5]}
            height={8}
            leading={17}
            colour={ground}
          />
        </g>
      ))}
      <path d="M12 142h224v44H12z" {...stroked(accent, 3)} />
    </Group>
  );
}

/** A week of routine, with the hour that repeats. */
export function Routine() {
  const { line, accent, text } = usePalette();
  const days = ['MO', 'TU', 'WE', 'TH', 'FR'];
  const starts = [70, 120, 70, 150, 70];
  return (
    <>
      {days.map((day, index) => (
        <g key={day}>
          <Text x={158 + index * 84} y={52} size={14} anchor="middle" text={day} />
          <path d={`M${120 + index * 84} 66v248`} {...stroked(line, 1.2)} />
          <rect
            x={130 + index * 84}
            y={starts[index]}
            width="56"
            height="44"
            fill={starts[index] === 70 ? accent : 'none'}
            {...stroked(starts[index] === 70 ? accent : text, 2)}
          />
          <rect
            x={130 + index * 84}
            y={228 + ((index * 23) % 40)}
            width="56"
            height="30"
            {...stroked(line, 1.8)}
          />
        </g>
      ))}
      <path d="M540 66v248M110 66h440" {...stroked(line, 1.2)} />
      <Text x={96} y={98} size={13} anchor="end" fill={accent} text="08:15" />
      <Brackets x={116} y={58} width={428} height={70} arm={18} strokeWidth={2.4} />
    </>
  );
}

/** A team of ten with four posts to fill. */
export function EmptyPosts() {
  const { accent, text, ground } = usePalette();
  const empty = [2, 4, 7, 9];
  return (
    <>
      <path d="M320 92v44M96 136h448" {...stroked(text, 1.8)} />
      <circle cx="320" cy="66" r="26" fill={ground} {...stroked(text, 2)} />
      {range(10).map((index) => {
        const [x, y] = [116 + (index % 5) * 102, 180 + Math.floor(index / 5) * 96];
        return empty.includes(index) ? (
          <g key={index}>
            <circle cx={x} cy={y} r="27" {...stroked(accent, 2.4, '6 6')} />
            <path d={`M${x - 9} ${y}h18M${x} ${y - 9}v18`} {...stroked(accent, 3)} />
          </g>
        ) : (
          <g key={index}>
            <circle cx={x} cy={y} r="27" fill={ground} {...stroked(text, 2)} />
            <path
              d={`M${x - 14} ${y + 16}c2-12 8-15 14-15s12 3 14 15M${x} ${y - 14}a7 7 0 1 1 0 14a7 7 0 1 1 0-14`}
              {...stroked(text, 1.8)}
            />
          </g>
        );
      })}
      <Text x={320} y={340} size={16} anchor="middle" fill={accent} text="14 DAYS" />
    </>
  );
}

/** A garden wall, a camera on this side of it, and three lines. */
export function ThreeLines() {
  const { accent, text, line, ground } = usePalette();
  return (
    <>
      <path d="M0 300h640" {...stroked(text, 2)} />
      <path
        d="M392 300V150h248v150M392 176h248M392 214h248M392 252h248"
        fill={ground}
        {...stroked(line, 2)}
      />
      {range(6).map((index) => (
        <path key={index} d={`M${422 + index * 40} ${index % 2 ? 176 : 214}v38`} {...stroked(line, 2)} />
      ))}
      <path d="M470 150V92l56-40 56 40v58M506 150v-34h40v34" fill={ground} {...stroked(line, 2)} />
      {range(3).map((index) => (
        <g key={index}>
          <path d={`M${236 + index * 46} 64v236`} {...stroked(accent, 3, '12 8')} />
          <Text
            x={236 + index * 46}
            y={50}
            size={15}
            anchor="middle"
            fill={accent}
            text={String(index + 1)}
          />
        </g>
      ))}
      <Figure x={150} y={300} scale={1.5} />
      <path d="M168 184h34v24h-34zM202 190l14-6v24l-14-6" fill={ground} {...stroked(text, 2)} />
    </>
  );
}

/** A street front with the notes of an observer. */
export function StreetFront() {
  const { accent, text, line, ground, fill } = usePalette();
  return (
    <>
      <path
        d="M40 280V118h120v162M160 280V84h132v196M292 280V136h104v144M396 280V100h150v180"
        fill={fill}
        {...stroked(line, 2)}
      />
      {range(14).map((index) => (
        <path
          key={index}
          d={`M${[60, 112, 182, 226, 312, 350, 420, 470, 506, 60, 112, 182, 226, 470][index]} ${index < 9 ? 150 : 204}h26v32h-26z`}
          fill={ground}
          {...stroked(line, 1.6)}
        />
      ))}
      <path d="M248 280v-62h32v62M414 280v-60h36v60M312 236h60v44h-60z" fill={ground} {...stroked(line, 2)} />
      <path d="M306 236h72l-6-18h-60z" fill={text} />
      <path d="M0 280h640M0 324h640" {...stroked(text, 2)} />
      <path d="M84 262h66v6H84zM92 268v12M142 268v12" {...stroked(accent, 3)} />
      <path d="M560 280v-34h16l8-12h12v12h10v34M566 280v-14M596 280v-14" {...stroked(accent, 3)} />
      <path d="M117 254V60M342 212V56M584 228V88" {...stroked(accent, 1.6, '5 5')} />
      <Text x={117} y={48} size={13} anchor="middle" fill={accent} text="BENCH" />
      <Text x={342} y={44} size={13} anchor="middle" fill={accent} text="SHOP" />
      <Text x={584} y={76} size={13} anchor="middle" fill={accent} text="DOG" />
    </>
  );
}

/** A hand-held radio; most of the channel is silence. */
export function SilentRadio() {
  const { accent, text, line, ground, fill } = usePalette();
  const bars = range(40).map((index) => {
    const height = index > 15 && index < 23 ? 14 + ((index * 37) % 60) : 2;
    return `M${270 + index * 8} ${180 - height}v${height * 2}`;
  });
  return (
    <>
      <path d="M146 96V26" {...stroked(text, 7)} strokeLinecap="round" />
      <rect x="112" y="92" width="104" height="216" rx="14" fill={fill} {...stroked(text, 2.6)} />
      <rect x="130" y="112" width="68" height="42" rx="4" fill={accent} />
      <Text x={164} y={139} size={17} anchor="middle" fill={ground} text="CH 4" />
      {range(4).map((index) => (
        <path key={index} d={`M132 ${182 + index * 14}h64`} {...stroked(line, 3)} />
      ))}
      <circle cx="164" cy="268" r="18" fill={ground} {...stroked(text, 2)} />
      <path d="M270 180h312" {...stroked(line, 1.4)} />
      <path d={bars.join('')} {...stroked(accent, 3.4)} />
      <Brackets x={386} y={84} width={78} height={192} arm={18} strokeWidth={2.4} />
    </>
  );
}

/** Three questions, and the day on which the work stops. */
export function ThreeQuestions() {
  const { accent, text, ground, line } = usePalette();
  return (
    <>
      {range(3).map((index) => (
        <Group key={index} x={60 + index * 124} y={104 - index * 14} rotate={-6 + index * 6}>
          <path d="M0 0h108v150H0z" fill={text} />
          <Text x={54} y={78} size={56} face="serif" anchor="middle" fill={ground} text="?" />
          <Bars x={20} y={104} width={68} rows={[1, 0.6]} height={7} leading={15} colour={ground} />
        </Group>
      ))}
      <Group x={458} y={100}>
        <path d="M0 0h132v150H0z" fill={ground} {...stroked(text, 2.2)} />
        <path d="M0 0h132v34H0z" fill={accent} />
        <path d="M30-12v22M102-12v22" {...stroked(text, 4)} />
        {range(15).map((index) => (
          <circle
            key={index}
            cx={22 + (index % 5) * 22}
            cy={58 + Math.floor(index / 5) * 30}
            r="5"
            fill={line}
          />
        ))}
        <circle cx="88" cy="118" r="17" {...stroked(accent, 3.4)} />
      </Group>
    </>
  );
}

/** Thirty-three lessons, one of them playing. */
export function LessonWall() {
  const { accent, line, ground, fill } = usePalette();
  return range(33).map((index) => {
    const [x, y] = [46 + (index % 11) * 50, 96 + Math.floor(index / 11) * 62];
    const playing = index === 16;
    return (
      <g key={index}>
        <rect
          x={x}
          y={y}
          width="42"
          height="42"
          rx="3"
          fill={playing ? accent : fill}
          {...stroked(playing ? accent : line, 1.6)}
        />
        <path d={`M${x + 16} ${y + 12}v18l14-9z`} fill={playing ? ground : line} />
      </g>
    );
  });
}

/** A plumber's van at the kerb, with the pipe that it never unloads. */
export function ParkedVan() {
  const { accent, text, line, ground, fill } = usePalette();
  return (
    <>
      <path d="M0 290h640M0 334h640" {...stroked(line, 2)} />
      <path
        d="M128 276V128c0-14 8-22 22-22h226c18 0 28 8 38 24l34 58 48 14c14 4 20 12 20 26v48z"
        fill={fill}
        {...stroked(text, 2.8)}
      />
      <path
        d="M366 128h10c10 0 16 4 22 14l26 46h-58zM230 106v170M340 106v170"
        {...stroked(text, 2)}
        fill={ground}
      />
      <path d="M142 96h220" {...stroked(accent, 8)} strokeLinecap="round" />
      <path d="M160 104v-16M340 104v-16" {...stroked(text, 3)} />
      {[206, 446].map((x) => (
        <g key={x}>
          <circle cx={x} cy="280" r="32" fill={ground} {...stroked(text, 2.8)} />
          <circle cx={x} cy="280" r="12" {...stroked(line, 2)} />
        </g>
      ))}
      <circle cx="286" cy="178" r="11" fill={ground} {...stroked(accent, 2.6)} />
      <Text x={286} y={62} size={16} anchor="middle" fill={accent} text="07:30 – 16:00" />
      <Reticle x={286} y={178} radius={34} centre={false} strokeWidth={1.8} />
    </>
  );
}

/** One line of times on the wall, with two gaps in it. */
export function TimeLineWithGaps() {
  const { accent, text, line, ground } = usePalette();
  return (
    <>
      <GridCrosses step={80} />
      <path d="M60 128h150M262 128h116M452 128h128" {...stroked(text, 6)} />
      <path d="M210 128h52M378 128h74" {...stroked(accent, 3, '5 7')} />
      {[60, 210, 262, 378, 452, 580].map((x) => (
        <path key={x} d={`M${x} 114v28`} {...stroked(line, 2.4)} />
      ))}
      <Text x={236} y={100} size={15} anchor="middle" fill={accent} text="4 MIN" />
      <Text x={415} y={100} size={15} anchor="middle" fill={accent} text="9 MIN" />
      {range(5).map((index) => {
        const [x, y] = onCircle([320, 330], [210, 60], 200 + index * 35);
        return (
          <g key={index}>
            <path
              d={`M${x - 28} ${y + 56}c0-30 12-42 28-42s28 12 28 42z`}
              fill={index === 0 ? accent : ground}
              {...stroked(index === 0 ? accent : text, 2.2)}
            />
            <circle
              cx={x}
              cy={y - 4}
              r="16"
              fill={index === 0 ? accent : ground}
              {...stroked(index === 0 ? accent : text, 2.2)}
            />
          </g>
        );
      })}
    </>
  );
}

/** A finished file, for posts after the last motif. */
export function ClosedFile() {
  const { accent, ground } = usePalette();
  return (
    <Group x={232} y={58} rotate={-5}>
      <Document width={184} />
      <Bars
        x={26}
        y={54}
        width={124}
        rows={[0.6, 0, 1, 0.86, 0.94, 0, 0.5]}
        height={10}
        leading={23}
        colour={ground}
      />
      <path d="M100 190l22 22 44-52" {...stroked(accent, 9)} />
    </Group>
  );
}
