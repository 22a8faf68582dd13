import { type Book, calls, type CourseCard } from '@isa/api-contract';
import type { LoadContext } from '@isa/contract';

export interface SidebarData {
  readonly books: readonly Pick<Book, 'id' | 'title' | 'link'>[];
  readonly courses: readonly CourseCard[];
}

/** Books and courses for the sidebar; of each book only what a link needs, since page data travels in the HTML. */
export async function loadSidebar({ host, signal }: LoadContext): Promise<SidebarData> {
  const [{ books }, { courses }] = await Promise.all([
    host.api(calls.listBooks, {}, { signal }),
    host.api(calls.listCourses, {}, { signal }),
  ]);
  return { books: books.slice(0, 3).map(({ id, title, link }) => ({ id, title, link })), courses };
}
