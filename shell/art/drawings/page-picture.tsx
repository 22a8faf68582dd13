import type { ReactNode } from 'react';
import { type PagePicture, pictureSizes } from '../../ui/src/art/sizes';
import { Canvas } from './canvas';
import { DeskMotif, ExhibitWallMotif, LongLensMotif, TrainingMotif } from './pages/courses';
import { HeadquartersMotif } from './pages/headquarters';
import { ClausesMotif, NotebookMotif } from './pages/papers';
import { BriefingMotif, HouseAtNightMotif, ReportOnMapMotif } from './pages/services';
import { darkPalette } from './palette';

const drawings: Readonly<Record<PagePicture, { readonly hue: number; readonly Motif: () => ReactNode }>> = {
  training: { hue: 214, Motif: TrainingMotif },
  surveillance: { hue: 204, Motif: LongLensMotif },
  investigations: { hue: 352, Motif: ExhibitWallMotif },
  intelligence: { hue: 162, Motif: DeskMotif },
  services: { hue: 222, Motif: ReportOnMapMotif },
  inquiry: { hue: 232, Motif: HouseAtNightMotif },
  consultancy: { hue: 28, Motif: BriefingMotif },
  blog: { hue: 196, Motif: NotebookMotif },
  contact: { hue: 218, Motif: HeadquartersMotif },
  legal: { hue: 216, Motif: ClausesMotif },
};

/** The picture of a page's head or of a service. */
export function PagePictureDrawing({ name }: { readonly name: PagePicture }) {
  const { hue, Motif } = drawings[name];
  return (
    <Canvas size={pictureSizes.page} palette={darkPalette(hue, 36)}>
      <Motif />
    </Canvas>
  );
}
