import type { DevelopmentSite } from '../../packages/kit/develop/develop-remote';
import { ports, previewOrigin, siteOrigin } from '../../platform/server/addresses';

/** Where development servers listen, and which pages may load their apps: those of one shell, or of this machine. */
export function developmentSite(preview?: string): DevelopmentSite {
  const pages = preview === undefined ? [siteOrigin(), previewOrigin()] : [new URL(preview).origin];
  return { firstPort: ports().site + 10, pages, ...(preview !== undefined && { preview }) };
}
