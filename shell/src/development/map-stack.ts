interface Position {
  readonly source: string | null;
  readonly line: number | null;
}

/** @param column counted from 0. @returns `undefined` without a source map. */
export type FindPosition = (script: string, line: number, column: number) => Promise<Position | undefined>;

const FRAME = /(https?:\/\/[^\s()]+):(\d+):(\d+)/g;

/**
 * Replaces the positions in a stack by those in the sources: `mfe-shop/src/remote.tsx:12`. Without columns, which the
 * development builds' maps do not contain.
 * @returns the stack, and the first position in a source outside of `node_modules`, if any.
 */
export async function mapStack(
  stack: string,
  find: FindPosition,
): Promise<{ readonly stack: string; readonly file?: string }> {
  const positions = await Promise.all(
    [...stack.matchAll(FRAME)].map(async ([text, script = '', line, column]) => {
      const found = await find(script, Number(line), Number(column) - 1);
      const isSource = Boolean(found?.source);
      return { text: found && isSource ? `${sourceName(found)}:${found.line}` : text, isSource };
    }),
  );
  const file = positions.find(({ text, isSource }) => isSource && !text.includes('node_modules'))?.text;
  const mapped = [...positions];
  return {
    stack: stack.replaceAll(FRAME, (text) => mapped.shift()?.text ?? text),
    ...(file !== undefined && { file }),
  };
}

/** `webpack://shop@development/./src/remote.tsx?1a2b` → `./src/remote.tsx` */
function sourceName({ source }: Position): string {
  return (source ?? '').replace(/^webpack:\/\/[^/]*\//, '').replace(/\?.*$/, '');
}
