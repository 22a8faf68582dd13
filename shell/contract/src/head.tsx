import { useHost } from './react';

export interface PageHeadProps {
  /** Without the site's name; that is added. Leave out on the home page. */
  readonly title?: string | undefined;
  readonly description: string;
  /** The page's one address, from `paths`. */
  readonly path: string;
  /** A file of the site, 1200 × 630. */
  readonly image?: string | undefined;
  /** Keeps basket, checkout and account pages out of search engines. */
  readonly noIndex?: boolean | undefined;
  /** schema.org objects; `@context` is added. */
  readonly jsonLd?: readonly Readonly<Record<string, unknown>>[] | undefined;
}

/** Title, description, canonical address, social cards and structured data. React hoists them into the head. */
export function PageHead({
  title,
  description,
  path,
  image = '/og/default.png',
  noIndex,
  jsonLd,
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
      {jsonLd?.map((thing, index) => (
        <script
          key={index}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: safeJson({ '@context': 'https://schema.org', ...thing }) }}
        />
      ))}
    </>
  );
}

/** JSON that can stand inside a script element: no `<` can close it. */
function safeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
