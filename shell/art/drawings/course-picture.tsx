import type { ReactNode } from 'react';
import { pictureSizes } from '../../ui/src/art/sizes';
import { GridEdge } from './annotations';
import { Canvas } from './canvas';
import { CycleMotif, ResidenceMotif } from './courses/intelligence';
import { CertificateMotif, LinksMotif } from './courses/investigations';
import { GovernmentMotif, MobileTeamMotif } from './courses/surveillance';
import { darkPalette } from './palette';
import { stroked } from './primitives';
import { Text } from './text';

interface CoursePicture {
  readonly caption: string;
  readonly hue: number;
  readonly Motif: () => ReactNode;
}

/** The six training courses (specification §2), by slug. */
export const coursePictures: Readonly<Record<string, CoursePicture>> = {
  'isa-surveillance-course-6': { caption: 'SURVEILLANCE / 06', hue: 206, Motif: MobileTeamMotif },
  'isa-surveillance-course-8': { caption: 'SURVEILLANCE / 08', hue: 228, Motif: GovernmentMotif },
  'isa-investigations-course-1': { caption: 'INVESTIGATIONS / 01', hue: 350, Motif: LinksMotif },
  'isa-investigations-course-3': { caption: 'INVESTIGATIONS / 03', hue: 14, Motif: CertificateMotif },
  'isa-intelligence-course-1': { caption: 'INTELLIGENCE / 01', hue: 170, Motif: CycleMotif },
  'isa-intelligence-course-2': { caption: 'INTELLIGENCE / 02', hue: 150, Motif: ResidenceMotif },
};

/** A training course's picture. */
export function CoursePictureDrawing({ slug }: { readonly slug: string }) {
  const picture = coursePictures[slug];
  if (!picture) throw new RangeError(`There is no course ${slug}.`);
  const palette = darkPalette(picture.hue, 36);
  return (
    <Canvas size={pictureSizes.course} palette={palette}>
      <picture.Motif />
      <GridEdge step={60} length={8} />
      <path d="M720 432H452l-20 20v28h288z" fill={palette.ground} />
      <path d="M720 432H452l-20 20v28" {...stroked(palette.accent, 1.6)} />
      <Text x={698} y={463} size={14} anchor="end" text={picture.caption} />
    </Canvas>
  );
}
