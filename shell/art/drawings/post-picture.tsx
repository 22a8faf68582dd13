import type { ReactNode } from 'react';
import { between, randomFrom } from '../kit/random';
import { pictureSizes } from '../../ui/src/art/sizes';
import { DebriefMotif, FramesMotif, FullDayMotif } from './lessons/evidence';
import { TransitMotif, VoiceMotif } from './lessons/foot';
import { ScalesMotif } from './lessons/law';
import { RoundaboutMotif } from './lessons/mobile';
import { LogMotif, VanPostMotif, WindowMotif } from './lessons/observation';
import { AttentionMotif, GroundMotif, PairsMotif } from './lessons/preparation';
import { Bars, Brackets, GridCrosses, Placed, Reticle } from './marks';
import { type Palette, night, paper, usePalette } from './palette';
import { Relief } from './relief';
import { Route } from './route';
import { Sheet } from './sheet';
import { crossing, planStreets, Streets } from './streets';
import { Aperture, Car, Figure, Sight, Van, Walker } from './things';

const { width, height } = pictureSizes.post;

type Motif = (props: { readonly random: () => number }) => ReactNode;

const palettes: readonly Palette[] = [paper, night(212), paper, night(158), night(344), paper, night(26)];

/** One for each post, oldest first; later posts take the motifs that tell no particular story. */
const motifs: readonly Motif[] = [
  Lens,
  Team,
  Notes,
  shifted(LogMotif),
  Town,
  shifted(FullDayMotif),
  shifted(PairsMotif),
  shifted(ScalesMotif),
  shifted(GroundMotif),
  Crowd,
  shifted(VoiceMotif),
  shifted(AttentionMotif),
  shifted(FramesMotif),
  shifted(VanPostMotif),
  shifted(DebriefMotif),
  Lookout,
  shifted(TransitMotif),
  shifted(WindowMotif),
  shifted(RoundaboutMotif),
];

/** Lessons keep their left third for the number; here the motif moves into the middle. */
function shifted(LessonMotif: () => ReactNode): Motif {
  return function Shifted() {
    return (
      <Placed x={-140} y={-12} scale={1.06}>
        <LessonMotif />
      </Placed>
    );
  };
}

/** A blog post's picture: motif, ground and places follow from its number. */
export function PostPictureDrawing({ seed }: { readonly seed: number }) {
  const MotifOfPost = motifs[(seed - 1) % motifs.length] ?? Lookout;
  const palette = palettes[(seed - 1) % palettes.length] ?? paper;
  return (
    <Sheet width={width} height={height} palette={palette}>
      <Relief seed={seed * 53 + 11} width={width} height={height} scale={300} lines={10} opacity={0.6} />
      <MotifOfPost random={randomFrom(seed)} />
    </Sheet>
  );
}

function Lookout({ random }: { readonly random: () => number }) {
  const [x, y] = [between(random, 380, 500), between(random, 110, 220)];
  const turn = (Math.atan2(y - 300, x - 110) * 180) / Math.PI;
  return (
    <>
      <GridCrosses width={width} height={height} step={80} />
      <Sight x={110} y={300} turn={turn} length={Math.round(Math.hypot(x - 110, y - 300) + 60)} angle={24} />
      <Walker x={110} y={300} scale={1.6} turn={turn} />
      <Reticle x={x} y={y} radius={42} rings={2} strokeWidth={2} />
    </>
  );
}

function Town({ random }: { readonly random: () => number }) {
  const plan = planStreets({
    seed: Math.floor(random() * 900),
    width: 900,
    height: 640,
    block: 92,
    street: 28,
  });
  const at = (column: number, row: number) => crossing(plan, column, row);
  return (
    <Placed x={-60} y={-40} turn={between(random, -14, -5)}>
      <Streets plan={plan} />
      <Route points={[at(1, 5), at(2, 5), at(2, 3), at(4, 3), at(4, 2), at(6, 2)]} width={4.5} size={15} />
      <Car x={at(3, 3)[0]} y={at(3, 3)[1]} scale={1.2} />
      <Car x={at(5, 4)[0]} y={at(5, 4)[1]} turn={90} scale={1.2} />
    </Placed>
  );
}

function Crowd({ random }: { readonly random: () => number }) {
  const { text } = usePalette();
  const chosen = Math.floor(between(random, 2, 5));
  return Array.from({ length: 7 }, (_, index) => {
    const [x, y] = [76 + index * 82, Math.round(between(random, 286, 326))];
    return (
      <g key={index}>
        <Figure x={x} y={y} scale={1.5} marked={index === chosen} />
        {index === chosen ? (
          <Brackets x={x - 44} y={y - 180} width={88} height={196} arm={20} strokeWidth={2.4} />
        ) : (
          <rect x={x - 30} y={y - 156} width="60" height="20" fill={text} />
        )}
      </g>
    );
  });
}

function Lens({ random }: { readonly random: () => number }) {
  const x = between(random, 190, 260);
  return (
    <>
      <Sight x={x} y={180} turn={between(random, -10, 10)} length={460} angle={34} />
      <Aperture
        x={x}
        y={180}
        radius={108}
        opening={between(random, 0.32, 0.56)}
        blades={7 + Math.floor(random() * 3)}
      />
    </>
  );
}

function Team({ random }: { readonly random: () => number }) {
  const turn = between(random, -28, -12);
  return (
    <Placed x={320} y={180} turn={turn}>
      <Lane />
      <Car x={190} y={0} scale={1.7} marked />
      <Car x={70} y={0} scale={1.7} />
      <Car x={-50} y={0} scale={1.7} />
      <Van x={-190} y={0} scale={1.6} />
      <Car x={20} y={110} scale={1.7} />
      <Car x={120} y={-112} scale={1.7} />
    </Placed>
  );
}

function Lane() {
  const { faint, line } = usePalette();
  return (
    <>
      <path d="M-460 0H460" stroke={faint} strokeWidth="84" opacity="0.7" />
      <path d="M-460 42H460M-460-42H460" stroke={line} strokeWidth="1.6" />
    </>
  );
}

function Notes({ random }: { readonly random: () => number }) {
  const { text, ground, mark } = usePalette();
  const rows = Array.from({ length: 9 }, () => [[0, between(random, 0.35, 0.98)]] as const);
  return (
    <>
      <Placed x={196} y={34} turn={between(random, -7, 7)}>
        <path d="M0 0h210l36 36v274H0z" fill={text} />
        <path d="M210 0v36h36z" fill={ground} opacity="0.4" />
        <Bars x={28} y={58} width={188} rows={rows} height={12} leading={26} colour={ground} />
        <path d="M28 32h70" stroke={mark} strokeWidth="5" />
      </Placed>
      <Reticle
        x={between(random, 420, 480)}
        y={between(random, 200, 270)}
        radius={44}
        rings={2}
        strokeWidth={2}
      />
    </>
  );
}
