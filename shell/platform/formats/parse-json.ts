import type { z } from 'zod';
import { UserError } from '../../packages/node/user-error';

type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T;

/** The type that a schema accepts. */
export type Valid<S extends z.ZodType> = Immutable<z.infer<S>>;

/**
 * Returns the parsed value itself, never zod's copy: signatures cover it, and unknown keys must be retained.
 * @returns `undefined` when the text is not JSON or does not match the schema.
 */
export function parseJson<S extends z.ZodType>(text: string | Buffer, schema: S): Valid<S> | undefined {
  const value = parse(text);
  return matches(value, schema) ? value : undefined;
}

/** @param file its name, for the message. @throws UserError when the text is not valid. */
export function requireJson<S extends z.ZodType>(text: string | Buffer, schema: S, file: string): Valid<S> {
  const value = parse(text);
  if (matches(value, schema)) return value;
  throw new UserError(`${file} is not valid: ${mismatch(value, schema)}.`);
}

function parse(text: string | Buffer): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** Whether a value matches a schema. `false` for one that is nested too deeply to be checked. */
export function matches<S extends z.ZodType>(value: unknown, schema: S): value is Valid<S> {
  try {
    return schema.safeParse(value).success;
  } catch {
    return false;
  }
}

/** The first difference from the schema, without a full stop. */
export function mismatch(value: unknown, schema: z.ZodType): string {
  const issue = schema.safeParse(value).error?.issues[0];
  const where = issue?.path.length ? `${quoted(issue.path.join('.'))}: ` : '';
  return `${where}${issue?.message ?? 'unknown'}`;
}

/** Quotes untrusted text: a terminal would interpret control characters. */
export function quoted(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
}
