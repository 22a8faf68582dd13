import type { ReactNode } from 'react';
import { cloth, type Palette, paper } from './palette';
import { DepartmentMotif, EyeMotif, FixedEyeMotif, MovementMotif, SurveyMotif } from './volume-motifs';

/** One volume of the manual; its words agree with the API's book list. */
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
  mark: '#fdf9ef',
};

const volumes: readonly Volume[] = [
  {
    number: 1,
    subtitle: ['Foundations: Law, Planning', 'and the Human Factor'],
    palette: ochre,
    Motif: SurveyMotif,
  },
  {
    number: 2,
    subtitle: ['Movement: Foot and', 'Mobile Teams'],
    palette: cloth(198, 52, 19),
    Motif: MovementMotif,
  },
  {
    number: 3,
    subtitle: ['The Fixed Eye: Observation', 'Posts, Optics and Image'],
    palette: cloth(355, 46, 23),
    Motif: FixedEyeMotif,
  },
  {
    number: 4,
    subtitle: ['The Other Side: Awareness', 'and Counter-Surveillance'],
    palette: cloth(150, 34, 17),
    Motif: EyeMotif,
  },
  {
    number: 5,
    subtitle: ['The Department: Building', 'and Rebuilding a Unit'],
    palette: paper,
    Motif: DepartmentMotif,
  },
];

/** Which volumes stand behind each of the eight book ids (specification §3). */
export const volumesOfBook: readonly (readonly number[])[] = [
  [1],
  [2],
  [1, 2],
  [3],
  [4],
  [3, 4],
  [1, 2, 3, 4],
  [5],
];

export function volumeOf(number: number): Volume {
  const volume = volumes[number - 1];
  if (!volume) throw new RangeError(`There is no volume ${number}.`);
  return volume;
}
