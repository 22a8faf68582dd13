import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { calls, type ContactDetails } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import { parseJson, quoted } from '../formats/parse-json';
import { inParallel } from '../../packages/node/in-parallel';

interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is known of the API's answers before they are requested. */
export type ApiAnswersKnown = 'tags' | 'nothing' | Readonly<Record<string, string>>;

export type ApiAnswers = ReturnType<typeof createApiAnswers>;

/** How many milliseconds one response may take. */
const TIMEOUT_MS = 5_000;
const MAX_ADDRESS_LENGTH = 2_000;
/** More than any page is rendered from; a release may request a video. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** The headers that the API client of pages reads, and the one that marks stale responses (RFC 9211). */
const PASSED_HEADERS = ['content-type', 'retry-after', 'cache-status'];

/**
 * The API's public responses, from which pages are rendered: the render processes have no network.
 * @param origin without a slash.
 * @param known what `readAnswers` may return instead of requesting each address: all entity tags of the API, the answers
 * that the current pages show, or nothing.
 */
export function createApiAnswers(origin: string, known: ApiAnswersKnown = 'tags') {
  /** Final responses by path and query: the entity tag of the body as JSON, or the status of a refusal. */
  const answers = new Map<string, string>();
  const requests = new Map<string, Promise<ApiResponse>>();
  /**
   * Path and query of every failure of the API (no response, 429 or 5xx), even if a repeated request succeeded: a page
   * may show the failure.
   */
  const failures = new Set<string>();
  let tags: Promise<ReadonlyMap<string, string>> | undefined;
  /** Entity tags that `readAnswers` has returned, whose responses were not requested yet. */
  const expected = new Map<string, string>();
  /** Whether a response was older than the API's data, because its database was slow or away. */
  let isStale = false;
  /** Whether a response had another entity tag than `readAnswers` has returned before. */
  let hasChanged = false;

  async function request(url: URL): Promise<ApiResponse> {
    const address = url.pathname + url.search;
    const response = await fetchResponse(url).catch((error: unknown) => {
      if (!(error instanceof UnusableResponse)) failures.add(address);
      throw error;
    });
    const { status, body, headers } = response;
    isStale ||= headers['cache-status']?.includes('stale') === true;
    const isOk = status >= 200 && status < 300;
    if (status >= 500 || status === 429) failures.add(address);
    else {
      const answer = isOk ? tagOfJson(body) : String(status);
      answers.set(address, answer);
      hasChanged ||= (expected.get(address) ?? answer) !== answer;
    }
    // A failed request may be repeated.
    if (!isOk) requests.delete(url.href);
    return response;
  }

  /** @param text an address below the API's origin; others are refused. @throws Error when the API does not respond. */
  async function get(text: string): Promise<ApiResponse> {
    const url = new URL(text);
    const isOfApi = url.origin === new URL(origin).origin && url.pathname.startsWith('/api/');
    if (!isOfApi || text.length > MAX_ADDRESS_LENGTH) {
      throw new Error(`${quoted(text)} is not an address of the API.`);
    }
    const response = requests.get(url.href) ?? request(url);
    requests.set(url.href, response);
    response.catch(() => requests.delete(url.href));
    return response;
  }

  /** An API of an earlier release has no such call: each address is requested. */
  async function readTags(): Promise<ReadonlyMap<string, string>> {
    const { body } = await get(origin + calls.readEntityTags.path);
    return new Map(Object.entries(parseJson(body, callSchemas.readEntityTags.response)?.tags ?? {}));
  }

  async function getAddress(address: string): Promise<ApiResponse | undefined> {
    return get(origin + address).catch(() => undefined);
  }

  async function readKnown(): Promise<ReadonlyMap<string, string>> {
    if (typeof known === 'object') return new Map(Object.entries(known));
    return known === 'tags' ? readTags().catch(() => new Map<string, string>()) : new Map();
  }

  return {
    origin,
    answers,
    failures,
    get isStale() {
      return isStale;
    },
    get hasChanged() {
      return hasChanged;
    },
    get,
    /** The current answers to addresses: those of the catalogue by one request for all entity tags. */
    async readAnswers(addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
      tags ??= readKnown();
      const expectedTags = await tags;
      await inParallel(
        addresses.filter((address) => !expectedTags.has(address)),
        getAddress,
        16,
      );
      const current = new Map<string, string>();
      for (const address of addresses) {
        const [answer, tag] = [answers.get(address), expectedTags.get(address)];
        if (answer === undefined && tag !== undefined) expected.set(address, tag);
        const latest = answer ?? tag;
        if (latest !== undefined) current.set(address, latest);
      }
      return current;
    },
  };
}

/** @returns `undefined` when the API does not respond, or is of a release without this call. */
export async function readContactDetails({ get, origin }: ApiAnswers): Promise<ContactDetails | undefined> {
  const response = await get(origin + calls.readContactDetails.path).catch(() => undefined);
  return parseJson(response?.body ?? '', callSchemas.readContactDetails.response);
}

class UnusableResponse extends Error {}

/** `fetch` takes three times the processor time. @throws Error when the API does not respond. */
async function fetchResponse(url: URL): Promise<ApiResponse> {
  const { request } = url.protocol === 'https:' ? https : http;
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const options = { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(TIMEOUT_MS) };
    request(url, options, resolve).once('error', reject).end();
  });
  const { statusCode: status = 0, headers } = response;
  if (status >= 300 && status < 400) {
    response.destroy();
    throw new UnusableResponse(`${url.href} redirects.`);
  }
  const passed = PASSED_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length > MAX_BODY_BYTES) throw new UnusableResponse(`${url.href} has too many bytes.`);
  }
  return { status, headers: Object.fromEntries(passed), body: Buffer.concat(parts).toString() };
}

/** The entity tag of JSON, computed as the API does: whitespace makes no difference. */
function tagOfJson(body: string): string {
  const hash = createHash('sha256');
  try {
    hash.update(JSON.stringify(JSON.parse(body)));
  } catch {
    hash.update(body);
  }
  return hash.digest('base64url').slice(0, TAG_LENGTH);
}

const TAG_LENGTH = 27;

export function isSuccess(answer: string): boolean {
  return answer.length === TAG_LENGTH;
}
