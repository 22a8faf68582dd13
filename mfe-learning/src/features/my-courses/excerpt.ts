/** Characters of a description on /my-courses (specification §9). */
const EXCERPT_LENGTH = 100;

/** The first 100 characters and an ellipsis. */
export function excerpt(description: string): string {
  return `${description.slice(0, EXCERPT_LENGTH)}...`;
}
