import { calls } from '@isa/api-contract';
import type { LoadContext } from '@isa/contract';

export type SidebarData = Awaited<ReturnType<typeof loadSidebar>>;

/** Books are reduced to what a link needs, because page data is part of the HTML. */
export async function loadSidebar({ host, signal }: LoadContext) {
  const [{ books }, { courses }, links] = await Promise.all([
    host.api(calls.listBooks, {}, { signal }),
    host.api(calls.listCourses, {}, { signal }),
    host.api(calls.readSiteLinks, {}, { signal }),
  ]);
  return {
    books: books.slice(0, 3).map(({ id, title, link }) => ({ id, title, link })),
    courses,
    links,
  };
}
