import { LESSON_COUNT } from '@isa/api-contract';
import type { ReactNode } from 'react';
import { pictureSizes } from '../../ui/src/art/sizes';
import { Canvas } from './canvas';
import { evidenceMotifs } from './lessons/evidence';
import { footMotifs } from './lessons/foot';
import { lawMotifs } from './lessons/law';
import { mobileMotifs } from './lessons/mobile';
import { observationMotifs } from './lessons/observation';
import { preparationMotifs } from './lessons/preparation';
import { darkPalette } from './palette';
import { Relief } from './relief';
import { Text } from './text';

interface Topic {
  readonly caption: string;
  readonly hue: number;
  readonly motifs: readonly (() => ReactNode)[];
}

/** The six topics of Basic Covert Surveillance in the order of its lessons. */
const topics: readonly Topic[] = [
  { caption: 'LAW', hue: 222, motifs: lawMotifs },
  { caption: 'PREPARATION', hue: 168, motifs: preparationMotifs },
  { caption: 'OBSERVATION', hue: 262, motifs: observationMotifs },
  { caption: 'ON FOOT', hue: 18, motifs: footMotifs },
  { caption: 'MOBILE', hue: 196, motifs: mobileMotifs },
  { caption: 'EVIDENCE', hue: 342, motifs: evidenceMotifs },
];

const lessons = topics.flatMap(({ motifs, ...topic }) => motifs.map((Motif) => ({ ...topic, Motif })));

/** A lesson's picture: its number, its topic and its subject. */
export function LessonThumbnailDrawing({ number }: { readonly number: number }) {
  const lesson = lessons[number - 1];
  if (!lesson) throw new RangeError(`There is no lesson ${number}.`);
  const palette = darkPalette(lesson.hue);
  return (
    <Canvas size={pictureSizes.lesson} palette={palette}>
      <Relief seed={number * 97} scale={420} lines={8} opacity={0.3} />
      <lesson.Motif />
      <path d="M0 0h212v360H0z" fill={palette.ground} opacity="0.9" />
      <path d="M212 0v360" stroke={palette.line} opacity="0.55" />
      <Text x={28} y={50} size={18} tracking={0.04} fill={palette.accent} text={lesson.caption} />
      <Text x={20} y={290} size={140} face="serif" tracking={-0.04} text={String(number).padStart(2, '0')} />
      <Text x={28} y={330} size={22} opacity={0.8} text={`/ ${LESSON_COUNT}`} />
    </Canvas>
  );
}
