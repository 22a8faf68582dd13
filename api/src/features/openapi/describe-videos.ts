import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

const id = z.number().int().min(1001).max(1033);
const token = z.string().optional();

/** Adds the paths that respond with media files instead of JSON. */
export function describeVideos(registry: OpenAPIRegistry, problem: z.ZodType): void {
  const add = (path: string, summary: string, mediaType: string, withToken: boolean) => {
    const content = { [mediaType]: { schema: z.string() } };
    registry.registerPath({
      method: 'get',
      path,
      summary,
      request: { params: z.object({ id }), ...(withToken ? { query: z.object({ token }) } : {}) },
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
  add('/api/trailers/{id}.mp4', 'A lesson’s trailer, for everybody', 'video/mp4', false);
}
