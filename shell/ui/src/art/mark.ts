/** The academy's logo mark on a 36 px grid: a route from A to B in a viewfinder. */
export const markShape = {
  brackets: 'M2 10V2h8M26 2h8v8M34 26v8h-8M10 34H2v-8',
  route: 'M9.5 26c0-9 16.5-6 16.5-15.5',
  start: { cx: 9.5, cy: 26, r: 2.7 },
  end: { cx: 26, cy: 10.5, r: 3.2 },
} as const;
