import { z } from 'zod';
import { calls } from '../calls';
import type { CallSchema } from '../call';
import { callSchemas } from '../call-schemas';

/** A call as data: what a release was built against, and what an API serves. */
export const callContractSchema = z
  .object({
    method: z.string(),
    path: z.string(),
    /** JSON Schema (draft 2020-12) of `{ params, query, body }`, before the API has read it. */
    request: z.unknown(),
    /** JSON Schema of the response's body. */
    response: z.unknown(),
  })
  .readonly();

/** What one call promises: method, path and the JSON schemas of request and response. */
export type CallContract = z.infer<typeof callContractSchema>;

/** Every JSON call by its name. */
export function describeCalls(): Readonly<Record<string, CallContract>> {
  const schemas: Readonly<Record<string, CallSchema>> = callSchemas;
  return Object.fromEntries(
    Object.entries(calls).flatMap(([name, { method, path }]): [string, CallContract][] => {
      const schema = schemas[name];
      if (!schema) return [];
      const { params, query, body, response } = schema;
      const request = z.object({ ...(params && { params }), ...(query && { query }), ...(body && { body }) });
      return [
        [
          name,
          { method, path, request: jsonSchema(request, 'input'), response: jsonSchema(response, 'output') },
        ],
      ];
    }),
  );
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const described = Object.entries(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  return Object.fromEntries(described.filter(([keyword]) => keyword !== '$schema'));
}
