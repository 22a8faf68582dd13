import { pageFile } from './route-table';

/**
 * The file that marks a route of a retired remote, for servers that read no route table: `/events/:id` →
 * `_frames/events/_.gone`.
 */
export function goneFile(pattern: string): string {
  return `_frames/${pageFile(pattern.replaceAll(/:[^/]+/g, '_')).replace(/html$/, 'gone')}`;
}
