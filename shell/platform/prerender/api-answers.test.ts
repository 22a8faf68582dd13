import { createServer, type RequestListener } from 'node:http';
import { serve } from '../../../api/testing/test-server';
import { createApiAnswers } from './api-answers';

let respond: RequestListener;
let origin: string;
beforeEach(async () => {
  ({ origin } = await serve(createServer((request, response) => respond(request, response))));
});

const answers: Readonly<Record<string, RequestListener>> = {
  'no JSON': (_request, response) => response.end('<h1>a page</h1>'),
  'an empty response': (_request, response) => response.end(),
  'a redirect': (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  'a refusal': (_request, response) => response.writeHead(404).end('{}'),
  'a video': (_request, response) => response.end(Buffer.alloc(9 * 1024 * 1024)),
};
const failures: Readonly<Record<string, RequestListener>> = {
  'a server error': (_request, response) => response.writeHead(503).end('{}'),
  'a limit': (_request, response) => response.writeHead(429).end('{}'),
  'no response': (request) => request.socket.destroy(),
  'half a response': (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{');
    setTimeout(() => response.destroy(), 20);
  },
};

it.each(Object.entries(answers))('the API has not failed when it answers with %s', async (_kind, answer) => {
  respond = answer;
  const apiAnswers = createApiAnswers(origin);
  await apiAnswers.get(`${origin}/api/books`).catch(() => undefined);
  expect(apiAnswers.failures.size).toBe(0);
});

it.each(Object.entries(failures))(
  'the API has failed after %s, also when it answers later',
  async (_kind, failure) => {
    respond = failure;
    const apiAnswers = createApiAnswers(origin);
    await apiAnswers.get(`${origin}/api/books`).catch(() => undefined);
    respond = (_request, response) => response.end('{}');
    expect((await apiAnswers.get(`${origin}/api/books`)).status).toBe(200);
    expect([...apiAnswers.failures]).toEqual(['/api/books']);
  },
);

it('is stale after a response that the API had stored', async () => {
  respond = (_request, response) => response.end('{}');
  const apiAnswers = createApiAnswers(origin);
  await apiAnswers.get(`${origin}/api/books`);
  expect(apiAnswers.isStale).toBe(false);
  respond = (_request, response) =>
    response.setHeader('cache-status', 'isa-api; hit; detail=stale-if-error').end('{}');
  await apiAnswers.get(`${origin}/api/books/8`);
  expect(apiAnswers.isStale).toBe(true);
});

it('requests only addresses of the API, and no overlong ones', async () => {
  const apiAnswers = createApiAnswers(origin);
  for (const address of [
    'http://169.254.169.254/api/',
    `${origin}/ops`,
    `${origin}/api/${'a'.repeat(3000)}`,
  ]) {
    await expect(apiAnswers.get(address)).rejects.toThrow('is not an address of the API');
  }
  expect(apiAnswers.failures.size).toBe(0);
});

describe('the current answers to many addresses', () => {
  const addresses = ['/api/books/1', '/api/books/2'];
  const tag = (letter: string) => letter.repeat(27);
  /** Answers with entity tags and books, and lists what was requested. */
  const respondWithTags = (tags: Readonly<Record<string, string>> | undefined) => {
    const requested: string[] = [];
    respond = ({ url = '' }, response) => {
      requested.push(url);
      if (url !== '/api/entity-tags') response.end('{"book":1}');
      else if (tags) response.end(JSON.stringify({ tags }));
      else response.writeHead(404).end('{}');
    };
    return requested;
  };

  it('are read by one request when the API has their entity tags', async () => {
    const requested = respondWithTags({ '/api/books/1': tag('a'), '/api/books/2': tag('b') });
    const apiAnswers = createApiAnswers(origin);
    expect([...(await apiAnswers.readAnswers(addresses)).values()]).toEqual([tag('a'), tag('b')]);
    await apiAnswers.readAnswers(addresses);
    expect(requested).toEqual(['/api/entity-tags']);
  });

  it('are requested one by one where an entity tag is missing', async () => {
    const requested = respondWithTags({ '/api/books/1': tag('a') });
    expect((await createApiAnswers(origin).readAnswers(addresses)).get('/api/books/2')).toHaveLength(27);
    expect(requested).toEqual(['/api/entity-tags', '/api/books/2']);
  });

  it('are requested one by one when the API has no entity tags', async () => {
    const requested = respondWithTags(undefined);
    const apiAnswers = createApiAnswers(origin);
    expect((await apiAnswers.readAnswers(addresses)).size).toBe(2);
    expect(requested.sort()).toEqual([...addresses, '/api/entity-tags']);
    expect(apiAnswers.failures.size).toBe(0);
  });

  it('are reported as changed when a response does not match its entity tag', async () => {
    respondWithTags({ '/api/books/1': tag('a') });
    const apiAnswers = createApiAnswers(origin);
    await apiAnswers.readAnswers(addresses);
    await apiAnswers.get(`${origin}/api/books/2`);
    expect(apiAnswers.hasChanged).toBe(false);
    await apiAnswers.get(`${origin}/api/books/1`);
    expect(apiAnswers.hasChanged).toBe(true);
  });
});
