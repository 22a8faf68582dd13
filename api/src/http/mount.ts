import { isDeepStrictEqual } from 'node:util';
import { calls, type CallSchema, type CallSchemas, type FieldError, type OutputOf } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import type { z } from 'zod';
import type { ApiContext, ApiMiddleware, ApiRouter } from './context';
import { ProblemError } from './problem-error';
import { readBody, refuseForms } from './read-body';

const INPUTS = ['params', 'query', 'body'] as const;

type HandlerInput<S extends CallSchema> = {
  readonly [K in (typeof INPUTS)[number]]: S[K] extends z.ZodType ? z.output<S[K]> : undefined;
} & { readonly ctx: ApiContext };

/** `mount(router, 'login', [limit], ({ body }) => …)`. The middleware runs before validation. */
export function mount<Name extends keyof CallSchemas>(
  router: ApiRouter,
  name: Name,
  middleware: readonly ApiMiddleware[],
  handler: (
    input: HandlerInput<CallSchemas[Name]>,
  ) => Promise<OutputOf<CallSchemas[Name]>> | OutputOf<CallSchemas[Name]>,
): void {
  const { path, method } = calls[name];
  const schema = callSchemas[name];
  router.register(
    path,
    [method],
    [
      readBody,
      ...middleware,
      async (ctx) => {
        refuseForms(ctx);
        const body = await handler(validate(schema, ctx));
        if (ctx.state.checkResponses) requireMatchesSchema(schema, body);
        ctx.body = body;
      },
    ],
  );
}

function validate<S extends CallSchema>(schema: S, ctx: ApiContext): HandlerInput<S> {
  const { params, query, request } = ctx;
  const raw: Readonly<Record<string, unknown>> = { params, query, body: request.body ?? {} };
  const errors: FieldError[] = [];
  const inputs = INPUTS.map((input) => {
    const result = schema[input]?.safeParse(raw[input]);
    for (const issue of result?.error?.issues ?? []) {
      errors.push({ path: [input, ...issue.path.map(String)].join('.'), message: issue.message });
    }
    return [input, result?.data];
  });
  if (errors.length > 0) {
    const [only, ...more] = errors;
    throw new ProblemError('invalid-request', {
      errors,
      ...(only && more.length === 0 ? { message: only.message } : {}),
    });
  }
  // TypeScript cannot relate the entries of a loop to the mapped type; each value was parsed by its schema above.
  return { ...Object.fromEntries(inputs), ctx } as HandlerInput<S>;
}

/** Compares a response with its schema in both directions, so that no undeclared field is disclosed. */
function requireMatchesSchema(schema: CallSchema, body: unknown): void {
  const parsed = schema.response.parse(body);
  if (body === undefined) return;
  if (!isDeepStrictEqual(asJson(parsed), asJson(body))) {
    throw new Error(`The response of "${schema.summary}" contains more than its schema declares.`);
  }
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
