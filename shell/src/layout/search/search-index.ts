import { calls, lessonNumber } from '@isa/api-contract';
import { type ApiClient, paths } from '@isa/contract';
import MiniSearch from 'minisearch';

export type FoundKind = 'Page' | 'Training course' | 'Online lesson' | 'Book' | 'Article';

export interface Found {
  readonly id: string;
  readonly kind: FoundKind;
  readonly title: string;
  readonly summary: string;
  /** An address of this site, or of another one for articles. */
  readonly path: string;
}

interface Entry extends Found {
  /** Searched, but not shown. */
  readonly text: string;
}

export interface SearchIndex {
  /** The best matches first; a beginning of a word and a slip of the finger are enough. */
  find(query: string): readonly Found[];
  /** False when a part of the catalogue could not be had, so that something may be missing. */
  readonly whole: boolean;
}

const MOST_RESULTS = 12;

/**
 * Reads the public catalogue and makes it searchable.
 * @param pages the site's own pages, as the menus name them
 */
export async function buildSearchIndex(
  api: ApiClient,
  pages: readonly Found[],
  signal: AbortSignal,
): Promise<SearchIndex> {
  const parts = await Promise.allSettled([
    api(calls.listCourses, {}, { signal }).then(({ courses }) =>
      courses.map(({ slug, name, summary, category, link }): Entry => ({
        id: slug,
        kind: 'Training course',
        title: name,
        summary,
        path: link,
        text: category,
      })),
    ),
    api(calls.listLessons, {}, { signal }).then(({ lessons }) =>
      lessons.map(({ id, title, summary, topic, content }): Entry => ({
        id: `lesson-${id}`,
        kind: 'Online lesson',
        title,
        summary,
        path: paths.lesson(id),
        text: `lesson ${lessonNumber(id)} ${topic} ${plain(content)}`,
      })),
    ),
    api(calls.listBooks, {}, { signal }).then(({ books }) =>
      books.map(({ id, title, content, contents }): Entry => ({
        id: `book-${id}`,
        kind: 'Book',
        title,
        summary: plain(content),
        path: paths.book(id),
        text: contents.join(' '),
      })),
    ),
    api(calls.listPosts, {}, { signal }).then(({ posts }) =>
      posts.map(({ id, title, content, link }): Entry => ({
        id: `post-${id}`,
        kind: 'Article',
        title,
        summary: content,
        path: link,
        text: '',
      })),
    ),
  ]);
  signal.throwIfAborted();

  const index = new MiniSearch<Entry>({
    fields: ['title', 'summary', 'text', 'kind'],
    processTerm: (term) => fold(term),
    searchOptions: {
      boost: { title: 4, kind: 0.5 },
      combineWith: 'AND',
      prefix: true,
      // Two wrong letters in a long word (or two that changed places), one in a shorter one. A slip in a
      // short word makes another word of it.
      fuzzy: (term) => (term.length > 6 ? 2 : term.length > 4 ? 1 : false),
    },
  });
  const entries = new Map(
    [
      ...pages.map((page): Entry => ({ ...page, text: '' })),
      ...parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : [])),
    ].map((entry) => [entry.id, entry]),
  );
  index.addAll([...entries.values()]);

  return {
    whole: parts.every(({ status }) => status === 'fulfilled'),
    find: (query) =>
      index
        .search(query)
        .slice(0, MOST_RESULTS)
        .flatMap(({ id }) => entries.get(String(id)) ?? []),
  };
}

/** Case and accents do not matter to whoever types in a hurry. */
function fold(term: string): string {
  return term.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of the academy's own HTML. */
function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|nbsp|#39|quot|lt|gt);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
