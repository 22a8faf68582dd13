import { LESSON_COUNT } from '@isa/api-contract';
import type { ReactNode } from 'react';
import { pictureSizes } from '../../ui/src/art/sizes';
import { DebriefMotif, ExhibitMotif, FramesMotif, FullDayMotif, ReportMotif } from './lessons/evidence';
import {
  CornerMotif,
  FollowMotif,
  SearchMotif,
  TransitMotif,
  TriangleMotif,
  VoiceMotif,
} from './lessons/foot';
import { AuthorityMotif, BoundaryMotif, BystandersMotif, ConductMotif, ScalesMotif } from './lessons/law';
import {
  CommentaryMotif,
  ConvoyMotif,
  DismountMotif,
  FleetMotif,
  LoopMotif,
  RoundaboutMotif,
} from './lessons/mobile';
import { DescriptionMotif, LensMotif, LogMotif, VanPostMotif, WindowMotif } from './lessons/observation';
import {
  AttentionMotif,
  BriefingMotif,
  GroundMotif,
  NinetyMotif,
  PairsMotif,
  ProfileMotif,
} from './lessons/preparation';
import { Type } from './lettering';
import { night, usePalette } from './palette';
import { Relief } from './relief';
import { Sheet } from './sheet';

interface Topic {
  readonly caption: string;
  readonly hue: number;
  readonly motifs: readonly (() => ReactNode)[];
}

/** The six topics of Basic Covert Surveillance in the order of its lessons; each has a colour of its own. */
const topics: readonly Topic[] = [
  {
    caption: 'LAW',
    hue: 222,
    motifs: [BoundaryMotif, AuthorityMotif, ScalesMotif, BystandersMotif, ConductMotif],
  },
  {
    caption: 'PREPARATION',
    hue: 168,
    motifs: [NinetyMotif, PairsMotif, GroundMotif, ProfileMotif, BriefingMotif, AttentionMotif],
  },
  {
    caption: 'OBSERVATION',
    hue: 262,
    motifs: [WindowMotif, VanPostMotif, LensMotif, DescriptionMotif, LogMotif],
  },
  {
    caption: 'ON FOOT',
    hue: 18,
    motifs: [FollowMotif, TriangleMotif, CornerMotif, TransitMotif, VoiceMotif, SearchMotif],
  },
  {
    caption: 'MOBILE',
    hue: 196,
    motifs: [FleetMotif, ConvoyMotif, CommentaryMotif, RoundaboutMotif, DismountMotif, LoopMotif],
  },
  {
    caption: 'EVIDENCE',
    hue: 342,
    motifs: [FramesMotif, ReportMotif, ExhibitMotif, DebriefMotif, FullDayMotif],
  },
];

const lessons = topics.flatMap(({ motifs, ...topic }) => motifs.map((Motif) => ({ ...topic, Motif })));
const { width, height } = pictureSizes.lesson;

/** A lesson's picture: its number, its topic and what it is about. */
export function LessonThumbnailDrawing({ number }: { readonly number: number }) {
  const lesson = lessons[number - 1];
  if (!lesson) throw new RangeError(`There is no lesson ${number}.`);
  return (
    <Sheet width={width} height={height} palette={night(lesson.hue)}>
      <Relief seed={number * 97} width={width} height={height} scale={420} lines={8} opacity={0.3} />
      <lesson.Motif />
      <Index number={number} caption={lesson.caption} />
    </Sheet>
  );
}

function Index({ number, caption }: { readonly number: number; readonly caption: string }) {
  const { text, mark, ground, line } = usePalette();
  return (
    <>
      <path d="M0 0h212v360H0z" fill={ground} opacity="0.9" />
      <path d="M212 0v360" stroke={line} opacity="0.55" />
      <Type x={28} y={44} size={13} fill={mark}>
        {caption}
      </Type>
      <Type x={20} y={326} size={150} face="serif" tracking={-0.04} fill={text}>
        {String(number).padStart(2, '0')}
      </Type>
      <Type x={28} y={66} size={11} fill={text} opacity={0.75}>
        {`OF ${LESSON_COUNT}`}
      </Type>
    </>
  );
}
