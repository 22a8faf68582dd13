/** Written by the server of the gallery: the modules of all stories by the name of their feature. */
declare module 'gallery-stories' {
  import type { Stories } from '@isa/contract/testing';

  export const features: Readonly<Record<string, () => Promise<{ readonly default: Stories }>>>;
}
