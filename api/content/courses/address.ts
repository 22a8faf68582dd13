import { paths } from '@isa/api-contract';
/** A course's own address and picture follow from its slug. */
export function addressOf<Slug extends string>(slug: Slug) {
  return { slug, link: paths.course(slug), img: `/art/courses/${slug}.svg` } as const;
}
