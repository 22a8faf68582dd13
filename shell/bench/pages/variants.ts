/** The compared ways to build and serve the same pages, in the order of the tables. */
export const titles = {
  site: 'this site',
  naive: 'naive federation',
  vite: 'Vite monolith',
  'vite-prerendered': 'Vite, prerendered',
  static: 'static page',
} as const;

export type VariantId = keyof typeof titles;

export const variantIds: readonly VariantId[] = ['site', 'naive', 'vite', 'vite-prerendered', 'static'];

/** Those that are built apart from this site; static pages are made of the prerendered ones. */
export const builtIds = ['naive', 'vite', 'vite-prerendered'] as const;
