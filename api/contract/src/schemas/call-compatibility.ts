import { z } from 'zod';
import type { CallContract } from './call-contracts';

/**
 * The calls of a release that an API does not serve, each without a full stop.
 * @param release its name, such as `shop@1.5.0`, and `needed` the calls that it was built against, by name.
 */
export function unservedCalls(
  release: string,
  needed: Readonly<Record<string, CallContract>>,
  offered: Readonly<Record<string, CallContract>>,
): readonly string[] {
  return Object.entries(needed).flatMap(([name, call]) => {
    const reason = incompatibility(call, Object.hasOwn(offered, name) ? offered[name] : undefined);
    return reason === undefined ? [] : [`${release} uses the call ${name}: ${reason}`];
  });
}

/**
 * Whether an API can serve a release that was built against an earlier or later version of it.
 * @returns what the API lacks, without a full stop; `undefined` when it serves the call.
 */
export function incompatibility(needed: CallContract, offered: CallContract | undefined): string | undefined {
  if (!offered) return 'the API does not have it';
  if (needed.method !== offered.method || needed.path !== offered.path) {
    return `the API has it as ${offered.method} ${offered.path} and not as ${needed.method} ${needed.path}`;
  }
  const refused = difference(needed.request, offered.request, 'request', false);
  if (refused) return `the API does not accept ${refused}`;
  // A page ignores what it does not know.
  const missing = difference(offered.response, needed.response, 'response', true);
  return missing && `the API does not promise ${missing}`;
}

const jsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

type JsonSchema = z.infer<typeof jsonSchema>;

/** Rules that are compared as a whole. */
const OPAQUE = ['$ref', 'allOf', 'oneOf', 'not', 'propertyNames', 'prefixItems'] as const;

/** What must be at least, or at most, as strict. */
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;

/**
 * Compares JSON schemas as zod writes them. Rules that are not known here must be equal, so that a doubt is a difference.
 * @param ignoresMore whether further properties do not matter.
 * @returns the place of the first value that is valid for `given` and not for `accepted`.
 */
function difference(
  given: unknown,
  accepted: unknown,
  place: string,
  ignoresMore: boolean,
): string | undefined {
  const one = read(given);
  const other = read(accepted);
  if (Object.keys(other).length === 0) return undefined;
  if (OPAQUE.some((name) => name in other))
    return JSON.stringify(given) === JSON.stringify(accepted) ? undefined : place;
  const alternatives = one.anyOf ?? [];
  if (alternatives.length > 0) {
    return first(alternatives, (alternative) => difference(alternative, accepted, place, ignoresMore));
  }
  if (other.anyOf) {
    const fits = other.anyOf.some((alternative) => !difference(given, alternative, place, ignoresMore));
    return fits ? undefined : place;
  }
  if (!fitsTypes(one, other) || !fitsValues(one, other) || !fitsBounds(one, other)) return place;
  const { properties = {}, required = [] } = other;
  const has = (name: string) => one.required?.includes(name) ?? false;
  const lacking = required.find((name) => !has(name));
  if (lacking !== undefined) return `${place}.${lacking}`;
  const nested = first(Object.entries(one.properties ?? {}), ([name, property]) => {
    const wanted = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (wanted !== undefined) return difference(property, wanted, `${place}.${name}`, ignoresMore);
    return ignoresMore || other.additionalProperties !== false ? undefined : `${place}.${name}`;
  });
  if (nested) return nested;
  if (isSchema(one.additionalProperties) && isSchema(other.additionalProperties)) {
    const entry = difference(one.additionalProperties, other.additionalProperties, `${place}.*`, ignoresMore);
    if (entry) return entry;
  }
  return one.items === undefined || other.items === undefined
    ? undefined
    : difference(one.items, other.items, `${place}[]`, ignoresMore);
}

const isSchema = (value: unknown) => typeof value === 'object' && value !== null;

const read = (schema: unknown): JsonSchema => jsonSchema.catch({}).parse(schema);

function first<T>(values: readonly T[], find: (value: T) => string | undefined): string | undefined {
  return values.map(find).find((found) => found !== undefined);
}

function fitsTypes(one: JsonSchema, other: JsonSchema): boolean {
  if (other.type === undefined) return true;
  const types = [one.type ?? []].flat();
  const accepted = [other.type].flat();
  const accepts = (type: string) =>
    accepted.includes(type) || (type === 'integer' && accepted.includes('number'));
  return types.length > 0 && types.every(accepts);
}

/** Constants and lists of values, as texts. */
const valuesOf = ({ enum: list, const: only }: JsonSchema) =>
  list ?? (only === undefined ? undefined : [only]);

function fitsValues(one: JsonSchema, other: JsonSchema): boolean {
  const accepted = valuesOf(other)?.map((value) => JSON.stringify(value));
  return !accepted || (valuesOf(one)?.every((value) => accepted.includes(JSON.stringify(value))) ?? false);
}

function fitsBounds(one: JsonSchema, other: JsonSchema): boolean {
  const bound = (schema: JsonSchema, name: string) =>
    typeof schema[name] === 'number' ? schema[name] : undefined;
  const lower = LOWER_BOUNDS.every(
    (name) => (bound(one, name) ?? -Infinity) >= (bound(other, name) ?? -Infinity),
  );
  const upper = UPPER_BOUNDS.every(
    (name) => (bound(one, name) ?? Infinity) <= (bound(other, name) ?? Infinity),
  );
  const pattern = other.pattern === undefined || other.pattern === one.pattern || valuesOf(one) !== undefined;
  const format = other.format === undefined || other.format === one.format;
  return lower && upper && pattern && format;
}
