/** The academy's sign on a 36 px grid: a route from A to B in a viewfinder. The page's `Logo` draws the same. */
export function Mark({ line, strong }: { readonly line: string; readonly strong: string }) {
  return (
    <g strokeWidth="2.4">
      <path d="M2 10V2h8M26 2h8v8M34 26v8h-8M10 34H2v-8" stroke={line} />
      <path d="M9.5 26c0-9 16.5-6 16.5-15.5" stroke={strong} strokeLinecap="round" />
      <circle cx="9.5" cy="26" r="2.7" fill={strong} />
      <circle cx="26" cy="10.5" r="3.2" stroke={strong} fill="#0d1420" strokeWidth="2.2" />
    </g>
  );
}
