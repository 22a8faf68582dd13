/** The compared ways to build and serve the same pages, in the order of the tables. */
export const titles = {
  site: 'this site',
  naive: 'naive federation',
  webpack: 'webpack monolith',
  vite: 'Vite monolith',
  'vite-prerendered': 'Vite, prerendered',
  static: 'static page',
} as const;

export type VariantId = keyof typeof titles;

export const variantIds: readonly VariantId[] = [
  'site',
  'naive',
  'webpack',
  'vite',
  'vite-prerendered',
  'static',
];

/** Whether the pages of a variant run scripts. */
export function isScripted(id: VariantId): boolean {
  return id !== 'static';
}
