import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The zod schemas of one call: what it takes and what it answers. */
export interface CallSchema {
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
}

type Part<S extends CallSchema, K extends 'params' | 'query' | 'body'> = S[K] extends z.ZodType
  ? Record<K, z.input<S[K]>>
  : unknown;

/** What a client hands over: `{ params, query, body }`, each only where the call has it. */
export type InputOf<S extends CallSchema> = Part<S, 'params'> & Part<S, 'query'> & Part<S, 'body'>;
export type OutputOf<S extends CallSchema> = z.output<S['response']>;

/** A call as both sides see it. The types ride along; at run time there is only a method and a path. */
export interface Call<Input, Output> {
  readonly method: Method;
  /** With `:name` placeholders, as @koa/router reads them. */
  readonly path: string;
  readonly 'isa:types'?: (input: Input) => Output;
}
