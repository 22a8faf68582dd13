import type { ReactNode } from 'react';
import { coverPalette, type Palette, paper } from './palette';
import { DepartmentMotif, EyeMotif, FixedEyeMotif, MovementMotif, SurveyMotif } from './volume-motifs';

/** One volume of the manual; its texts agree with the API's book list. */
export interface Volume {
  readonly number: number;
  readonly subtitle: readonly string[];
  readonly palette: Palette;
  readonly Motif: () => ReactNode;
}

const ochre: Palette = {
  ground: '#c3943b',
  fill: '#cfa551',
  faint: '#a97c28',
  line: '#7a5714',
  text: '#0d1420',
  accent: '#fdf9ef',
};

const foundations: Volume = {
  number: 1,
  subtitle: ['Foundations: Law, Planning', 'and the Human Factor'],
  palette: ochre,
  Motif: SurveyMotif,
};
const movement: Volume = {
  number: 2,
  subtitle: ['Movement: Foot and', 'Mobile Teams'],
  palette: coverPalette(198, 52, 19),
  Motif: MovementMotif,
};
const fixedEye: Volume = {
  number: 3,
  subtitle: ['The Fixed Eye: Observation', 'Posts, Optics and Image'],
  palette: coverPalette(355, 46, 23),
  Motif: FixedEyeMotif,
};
const otherSide: Volume = {
  number: 4,
  subtitle: ['The Other Side: Awareness', 'and Counter-Surveillance'],
  palette: coverPalette(150, 34, 17),
  Motif: EyeMotif,
};
const department: Volume = {
  number: 5,
  subtitle: ['The Department: Building', 'and Rebuilding a Unit'],
  palette: paper,
  Motif: DepartmentMotif,
};

type Volumes = readonly [Volume, ...Volume[]];

/** The volumes of each of the eight books, in the order of their ids (specification §3). */
const volumesOfBooks: readonly Volumes[] = [
  [foundations],
  [movement],
  [foundations, movement],
  [fixedEye],
  [otherSide],
  [fixedEye, otherSide],
  [foundations, movement, fixedEye, otherSide],
  [department],
];

/** @throws RangeError for an id without a book */
export function volumesOfBook(id: number): Volumes {
  const volumes = volumesOfBooks[id - 1];
  if (!volumes) throw new RangeError(`There is no book ${id}.`);
  return volumes;
}
