import { useState } from 'react';
import { useHost } from './host-context';
import { useHydrated } from './use-hydrated';

/** A schema.org object. */
export type StructuredData = Readonly<Record<string, unknown>>;

interface PageHeadProps {
  /** The title without the site's name, which is added. The home page has none. */
  readonly title?: string | undefined;
  readonly description: string;
  /** The page's canonical address, from `paths`. */
  readonly path: string;
  /** Path of a picture, 1200 × 630. */
  readonly image?: string | undefined;
  /** Whether search engines are kept away, as from basket, checkout and account pages. */
  readonly noIndex?: boolean | undefined;
  /** From the home page to this page, for search engines. */
  readonly crumbs?: readonly Crumb[] | undefined;
  /** Objects of schema.org; `@context` is added to each. */
  readonly jsonLd?: readonly StructuredData[] | undefined;
}

/** Title, description, canonical address, social cards and structured data; React hoists them into the head. */
export function PageHead({
  title,
  description,
  path,
  image = '/og/default.png',
  noIndex,
  crumbs,
  jsonLd = [],
}: PageHeadProps) {
  const { site } = useHost();
  const fullTitle = title ? `${title} · ${site.name}` : site.name;
  const address = site.origin + path;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {noIndex && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title ?? site.name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={site.origin + image} />
      <meta name="twitter:card" content="summary_large_image" />
      <JsonLd key={path} objects={[...jsonLd, ...(crumbs ? [breadcrumbList(site.origin, crumbs)] : [])]} />
    </>
  );
}

/**
 * Structured data for search engines, in the served HTML alone: creating such elements in a browser would turn text into
 * HTML (Trusted Types). React keeps those that it hydrates until the visitor leaves the page.
 */
function JsonLd({ objects }: { readonly objects: readonly StructuredData[] }) {
  const isHydrated = useHydrated();
  const [texts] = useState(isHydrated ? [] : objects.map(safeJson));
  return texts.map((text, index) => (
    <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
  ));
}

/** JSON for a script element: without `<`, nothing in it can close the element. */
function safeJson(data: StructuredData): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
}

/** One step of the way from the home page to a page. */
export interface Crumb {
  readonly label: string;
  readonly to: string;
}

/** https://schema.org/BreadcrumbList */
function breadcrumbList(origin: string, crumbs: readonly Crumb[]): StructuredData {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: origin + to,
    })),
  };
}
