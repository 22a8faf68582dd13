import { OpenApiGeneratorV31, OpenAPIRegistry, extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { calls, type CallSchema, problems } from '@isa/api-contract';
import { callSchemas, describeCalls } from '@isa/api-contract/schemas';
import { z } from 'zod';
import type { CoreDeps } from '../../http/deps';
import { type ApiRouter, createRouter } from '../../http/context';

extendZodWithOpenApi(z);

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/** Serves an OpenAPI document, and `/api/contract` with the calls as releases of apps name them. */
export function openapiRoutes({ env }: CoreDeps): ApiRouter {
  const router = createRouter();
  let document: string | undefined;
  router.get('/api/openapi.json', (ctx) => {
    document ??= JSON.stringify(describeApi(env.siteOrigin));
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.type = 'json';
    ctx.body = document;
  });
  let contract: string | undefined;
  router.get('/api/contract', (ctx) => {
    contract ??= JSON.stringify({ calls: describeCalls() });
    // The response is not stored, because a promotion asks right after the API was deployed.
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'json';
    ctx.body = contract;
  });
  return router;
}

export function describeApi(siteOrigin: string) {
  const registry = new OpenAPIRegistry();
  const problem = registry.register(
    'Problem',
    z.object({
      type: z.string(),
      id: z.enum(Object.keys(problems)),
      title: z.string(),
      status: z.number().int(),
      message: z.string(),
      requestId: z.string(),
      errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
      order: z.object({ number: z.string(), link: z.string() }).optional(),
    }),
  );
  const schemas: Readonly<Record<string, CallSchema>> = callSchemas;
  for (const [name, call] of Object.entries(calls)) {
    const schema = schemas[name];
    if (!schema) continue;
    const { summary, params, query, body, response } = schema;
    registry.registerPath({
      operationId: name,
      method: METHODS[call.method],
      path: call.path.replace(/:(\w+)/g, '{$1}'),
      summary,
      request: {
        ...(params instanceof z.ZodObject ? { params } : {}),
        ...(query instanceof z.ZodObject ? { query } : {}),
        ...(body ? { body: { required: true, content: { 'application/json': { schema: body } } } } : {}),
      },
      responses: {
        ...(response instanceof z.ZodUndefined
          ? { 204: { description: 'Done' } }
          : { 200: { description: 'Done', content: { 'application/json': { schema: response } } } }),
        default: { description: 'A problem', content: { 'application/problem+json': { schema: problem } } },
      },
    });
  }
  describeVideos(registry, problem);
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'ISA Training Academy',
      version: '1.0.0',
      description:
        'Tokens travel in the body or query as shown, or else in the HttpOnly cookie `__Host-Http-token` (`token` over http).',
    },
    servers: [{ url: siteOrigin }],
  });
}

const lessonId = z.number().int().min(1001).max(1033);
const token = z.string().optional();

function describeVideos(registry: OpenAPIRegistry, problem: z.ZodType): void {
  const add = (path: string, summary: string, mediaType: string, withToken: boolean) => {
    const content = { [mediaType]: { schema: z.string() } };
    registry.registerPath({
      method: 'get',
      path,
      summary,
      request: { params: z.object({ id: lessonId }), ...(withToken ? { query: z.object({ token }) } : {}) },
      responses: {
        200: { description: 'The whole file', content },
        ...(mediaType === 'video/mp4' ? { 206: { description: 'The requested range', content } } : {}),
        default: { description: 'A problem', content: { 'application/problem+json': { schema: problem } } },
      },
    });
  };
  add('/api/video/{id}.mp4', 'A lesson’s video, by session token, ticket or cookie', 'video/mp4', true);
  add('/api/video/{id}.captions.vtt', 'Its captions, with the same rights', 'text/vtt', true);
  add('/api/video/{id}.chapters.vtt', 'Its chapters, with the same rights', 'text/vtt', true);
  add('/api/trailers/{id}.mp4', 'A lesson’s trailer, for all visitors', 'video/mp4', false);
}
