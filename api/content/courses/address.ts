/** A course's own address and picture follow from its slug. */
export function addressOf<Slug extends string>(slug: Slug) {
  return { slug, link: `/${slug}`, img: `/art/courses/${slug}.svg` } as const;
}
