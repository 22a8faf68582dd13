import type { HydrationState } from 'react-router-dom';

/** The id of the JSON script element in a prerendered page of the compared build. */
export const INLINED = 'bench-data';

export type Inlined = Required<Pick<HydrationState, 'loaderData'>>;
