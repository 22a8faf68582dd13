import { paths } from '@isa/api-contract';

/** Slug, link and picture of a course. */
export function addressOf<Slug extends string>(slug: Slug) {
  return { slug, link: paths.course(slug), img: `/art/courses/${slug}.svg` } as const;
}
