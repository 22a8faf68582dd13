export type VariantId = 'site' | 'naive' | 'webpack' | 'vite' | 'vite-prerendered' | 'static';

/** The compared ways to build and serve the same pages, in the order of the tables. */
export const variantIds: readonly VariantId[] = [
  'site',
  'naive',
  'webpack',
  'vite',
  'vite-prerendered',
  'static',
];

export const titles: Readonly<Record<VariantId, string>> = {
  site: 'this site',
  naive: 'naive federation',
  webpack: 'webpack monolith',
  vite: 'Vite monolith',
  'vite-prerendered': 'Vite, prerendered',
  static: 'static page',
};

/** Whether any page of the variant ever runs a script. */
export function isScripted(id: VariantId): boolean {
  return id !== 'static';
}
