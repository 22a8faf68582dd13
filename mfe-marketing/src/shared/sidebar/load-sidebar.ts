import { type Book, calls, type CourseCard, type SiteLinks } from '@isa/api-contract';
import type { LoadContext } from '@isa/contract';

export interface SidebarData {
  readonly books: readonly Pick<Book, 'id' | 'title' | 'link'>[];
  readonly courses: readonly CourseCard[];
  readonly links: SiteLinks;
}

/** Books are reduced to what a link needs, because page data is part of the HTML. */
export async function loadSidebar({ host, signal }: LoadContext): Promise<SidebarData> {
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
