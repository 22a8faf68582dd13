import { isDeepStrictEqual } from 'node:util';
import type { Call, CallSchema, FieldError, InputOf, OutputOf } from '@isa/api-contract';
import type { z } from 'zod';
import type { ApiContext, ApiMiddleware, ApiRouter } from './context';
import { ProblemError } from './problem-error';
import { readBody, refuseForms } from './read-body';

const PARTS = ['params', 'query', 'body'] as const;
type Part = (typeof PARTS)[number];

/** What a handler works with: the validated parts of the request. */
export type Given<S extends CallSchema> = {
  readonly [K in Part]: S[K] extends z.ZodType ? z.output<S[K]> : undefined;
} & { readonly ctx: ApiContext };

export type Handler<S extends CallSchema> = (given: Given<S>) => Promise<OutputOf<S>> | OutputOf<S>;

/**
 * One route as a sentence: `mount(router, calls.login, callSchemas.login, limit, ({ body }) => …)`. What stands
 * between the schema and the handler runs before validation, in its order. The handler returns the answer; nothing
 * becomes 204.
 */
export function mount<S extends CallSchema>(
  router: ApiRouter,
  call: Call<InputOf<S>, OutputOf<S>>,
  schema: S,
  ...steps: [...ApiMiddleware[], Handler<S>]
): void {
  const middleware = steps.slice(0, -1) as ApiMiddleware[];
  const handler = steps[steps.length - 1] as Handler<S>;
  router.register(
    call.path,
    [call.method],
    [
      readBody,
      ...middleware,
      async (ctx) => {
        refuseForms(ctx);
        const answer = await handler(validate(schema, ctx));
        if (ctx.state.checkAnswers) requireAsDescribed(schema, answer);
        ctx.body = answer;
      },
    ],
  );
}

function validate<S extends CallSchema>(schema: S, ctx: ApiContext): Given<S> {
  const raw: Record<Part, unknown> = {
    params: ctx.params,
    query: ctx.query,
    body: ctx.request.body ?? {},
  };
  const errors: FieldError[] = [];
  const parts = PARTS.map((part) => {
    const result = schema[part]?.safeParse(raw[part]);
    for (const issue of result?.error?.issues ?? []) {
      errors.push({ path: [part, ...issue.path.map(String)].join('.'), message: issue.message });
    }
    return [part, result?.data];
  });
  if (errors.length > 0) {
    const [only, ...more] = errors;
    throw new ProblemError('invalid-request', {
      errors,
      ...(only && more.length === 0 ? { message: only.message } : {}),
    });
  }
  return { ...Object.fromEntries(parts), ctx } as Given<S>;
}

/**
 * Outside production every answer is held against its schema, in both directions: a field that nobody described
 * would be one that nobody decided to give away.
 */
function requireAsDescribed(schema: CallSchema, answer: unknown): void {
  const described = schema.response.parse(answer);
  if (answer === undefined) return;
  if (!isDeepStrictEqual(asSent(described), asSent(answer))) {
    throw new Error(`The answer of "${schema.summary}" holds more than its schema describes.`);
  }
}

function asSent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
