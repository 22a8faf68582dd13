/** Resolves when the next frame was handed to the screen. A hidden document has no frames. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
