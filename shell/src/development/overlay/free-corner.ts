export const CORNERS = ['bottom-left', 'middle-left', 'middle-right', 'top-left', 'bottom-right'] as const;
export type Corner = (typeof CORNERS)[number];

/** The size of the square button in pixels, and its distance from the window's edge. */
export const BUTTON = 32;
export const EDGE = 4;

const CONTROLS =
  'a, button, input, select, textarea, summary, label, video, iframe, [role="button"], [role="slider"], [tabindex="0"]';

export function freeCorner({ document: page, innerWidth, innerHeight }: Window, overlay: Element): Corner {
  const free = CORNERS.find((corner) => {
    const { left, top } = positionOf(corner, innerWidth, innerHeight);
    const points = [0, BUTTON / 2, BUTTON].flatMap((x) =>
      [0, BUTTON / 2, BUTTON].map((y) => [left + x, top + y] as const),
    );
    return points.every(([x, y]) =>
      page
        .elementsFromPoint(x, y)
        .every((element) => overlay.contains(element) || !element.closest(CONTROLS)),
    );
  });
  return free ?? CORNERS[0];
}

export function positionOf(
  corner: Corner,
  width: number,
  height: number,
): { readonly left: number; readonly top: number } {
  const [row, side] = corner.split('-');
  return {
    left: side === 'left' ? EDGE : width - BUTTON - EDGE,
    top: row === 'top' ? EDGE : row === 'middle' ? Math.round((height - BUTTON) / 2) : height - BUTTON - EDGE,
  };
}
