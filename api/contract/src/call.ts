import type { z } from 'zod';

/** The HTTP methods of the calls. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The zod schemas of a call's request and response. */
export interface CallSchema {
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
}

type Field<S extends CallSchema, K extends 'params' | 'query' | 'body'> = S[K] extends z.ZodType
  ? Record<K, z.input<S[K]>>
  : object;

/** A call's request: `{ params, query, body }`, each only where the call has it. */
export type InputOf<S extends CallSchema> = Field<S, 'params'> & Field<S, 'query'> & Field<S, 'body'>;
/** A call's response after parsing: dates are ISO 8601 texts, amounts are pence. */
export type OutputOf<S extends CallSchema> = z.output<S['response']>;

/** A call's method and path; the types of its request and response exist at compile time only. */
export interface Call<Input, Output> {
  readonly method: Method;
  /** The path with `:name` placeholders, as @koa/router reads them. */
  readonly path: string;
  readonly 'isa:types'?: (input: Input) => Output;
}

/** Method and path of each call that has a schema. */
export type CallsOf<Schemas extends Readonly<Record<string, CallSchema>>> = {
  readonly [Name in keyof Schemas]: Call<InputOf<Schemas[Name]>, OutputOf<Schemas[Name]>>;
};

/** What a request may consist of. */
export interface CallRequest {
  /** Values of the path's `:name` parameters. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** Path and query of a request, with the path's `:name` parameters filled in. */
export function urlOf(path: string, { params = {}, query = {} }: CallRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `${filled}?${new URLSearchParams(pairs).toString()}` : filled;
}
