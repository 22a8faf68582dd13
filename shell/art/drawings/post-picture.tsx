import type { ReactNode } from 'react';
import { between, randomFrom } from '../geometry/random';
import { pictureSizes } from '../../ui/src/art/sizes';
import { Bars, Brackets, GridCrosses, Reticle } from './annotations';
import { Canvas } from './canvas';
import { Aperture, Car, FieldOfView, Figure, Van, Walker } from './objects';
import { darkPalette, paper, usePalette } from './palette';
import {
  ClosedFile,
  EmptyPosts,
  LessonWall,
  LogSheet,
  ParkedVan,
  Routine,
  SilentRadio,
  StreetFront,
  ThreeLines,
  ThreeQuestions,
  TimeLineWithGaps,
} from './post-motifs';
import { Group, range, stroked } from './primitives';
import { Relief } from './relief';
import { Route } from './route';
import { planStreets, Streets } from './streets';

interface MotifProps {
  readonly random: () => number;
}
type Motif = (props: MotifProps) => ReactNode;

/** The hue of each dark ground; without one the ground is paper. */
const hues = [undefined, 212, undefined, 158, 344, undefined, 26];

/** One for each post, oldest first; posts after the last motif start again. */
const motifs: readonly Motif[] = [
  Lens,
  Team,
  Notes,
  LogSheet,
  Town,
  Routine,
  EmptyPosts,
  ThreeLines,
  StreetFront,
  Crowd,
  SilentRadio,
  ThreeQuestions,
  LessonWall,
  ParkedVan,
  TimeLineWithGaps,
  Lookout,
  ClosedFile,
];

/** A blog post's picture: motif, palette and positions depend on its number. */
export function PostPictureDrawing({ seed }: { readonly seed: number }) {
  const MotifOfPost = motifs[(seed - 1) % motifs.length] ?? Lookout;
  const hue = hues[(seed - 1) % hues.length];
  return (
    <Canvas size={pictureSizes.post} palette={hue === undefined ? paper : darkPalette(hue)}>
      <Relief seed={seed * 53 + 11} scale={300} lines={10} opacity={0.6} />
      <MotifOfPost random={randomFrom(seed)} />
    </Canvas>
  );
}

function Lookout({ random }: MotifProps) {
  const [x, y] = [between(random, 380, 500), between(random, 110, 220)];
  const angle = (Math.atan2(y - 300, x - 110) * 180) / Math.PI;
  return (
    <>
      <GridCrosses step={80} />
      <FieldOfView
        x={110}
        y={300}
        rotate={angle}
        length={Math.round(Math.hypot(x - 110, y - 300) + 60)}
        angle={24}
      />
      <Walker x={110} y={300} scale={1.6} rotate={angle} />
      <Reticle x={x} y={y} radius={42} rings={2} strokeWidth={2} />
    </>
  );
}

function Town({ random }: MotifProps) {
  const seed = Math.floor(random() * 900);
  const plan = planStreets({ seed, width: 900, height: 640, block: 92, street: 28 });
  const { at } = plan;
  return (
    <Group x={-60} y={-40} rotate={between(random, -14, -5)}>
      <Streets plan={plan} />
      <Route points={[at(1, 5), at(2, 5), at(2, 3), at(4, 3), at(4, 2), at(6, 2)]} width={4.5} size={15} />
      <Car x={at(3, 3)[0]} y={at(3, 3)[1]} scale={1.2} />
      <Car x={at(5, 4)[0]} y={at(5, 4)[1]} rotate={90} scale={1.2} />
    </Group>
  );
}

function Crowd({ random }: MotifProps) {
  const { text } = usePalette();
  const chosen = Math.floor(between(random, 2, 5));
  return range(7).map((index) => {
    const [x, y] = [76 + index * 82, Math.round(between(random, 286, 326))];
    return (
      <g key={index}>
        <Figure x={x} y={y} scale={1.5} marked={index === chosen} />
        {index === chosen ? (
          <Brackets x={x - 44} y={y - 180} width={88} height={196} arm={20} strokeWidth={2.4} />
        ) : (
          <rect x={x - 21} y={y - 153} width="42" height="13" fill={text} />
        )}
      </g>
    );
  });
}

function Lens({ random }: MotifProps) {
  const x = between(random, 190, 260);
  return (
    <>
      <FieldOfView x={x} y={180} rotate={between(random, -10, 10)} length={460} angle={34} />
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

function Team({ random }: MotifProps) {
  const { faint, line } = usePalette();
  return (
    <Group x={320} y={180} rotate={between(random, -28, -12)}>
      <path d="M-460 0H460" {...stroked(faint, 84)} opacity="0.7" />
      <path d="M-460 42H460M-460-42H460" {...stroked(line, 1.6)} />
      <Car x={190} y={0} scale={1.7} marked />
      <Car x={70} y={0} scale={1.7} />
      <Car x={-50} y={0} scale={1.7} />
      <Van x={-190} y={0} scale={1.6} />
      <Car x={20} y={110} scale={1.7} />
      <Car x={120} y={-112} scale={1.7} />
    </Group>
  );
}

function Notes({ random }: MotifProps) {
  const { text, ground, accent } = usePalette();
  const rows = range(9).map(() => between(random, 0.35, 0.98));
  return (
    <>
      <Group x={196} y={34} rotate={between(random, -7, 7)}>
        <path d="M0 0h210l36 36v274H0z" fill={text} />
        <path d="M210 0v36h36z" fill={ground} opacity="0.4" />
        <Bars x={28} y={58} width={188} rows={rows} height={12} leading={26} colour={ground} />
        <path d="M28 32h70" {...stroked(accent, 5)} />
      </Group>
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
