/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { createHash } from 'node:crypto';
import { academy } from '@isa/api-contract';
import { GlobalStyle, ground, tokens } from '@isa/ui';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createGlobalStyle, ServerStyleSheet, styled } from 'styled-components';

/** A whole page, and the policy under which it may be shown. */
export interface RenderedPage {
  readonly html: string;
  /** CSP Level 3: no scripts at all, and this very style. */
  readonly policy: string;
}

/** The address of each font, by its file's name without the hash. */
export type Fonts = Readonly<Record<string, string>>;

const FAMILIES = { inter: 'Inter', fraunces: 'Fraunces', 'jetbrains-mono': 'JetBrains Mono' };

/** Renders to plain HTML: these pages work without a line of script. */
export function renderPage(page: ReactElement, fonts: Fonts): RenderedPage {
  const sheet = new ServerStyleSheet();
  try {
    const body = renderToStaticMarkup(sheet.collectStyles(page));
    const style = fontFaces(fonts) + /<style[^>]*>(.*)<\/style>/s.exec(sheet.getStyleTags())?.[1];
    const head = renderToStaticMarkup(
      <>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`Releases · ${academy.name}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </>,
    );
    return {
      html: `<!doctype html><html lang="en-GB"><head>${head}<style>${style}</style></head><body>${body}</body></html>`,
      policy: [
        `default-src 'none'`,
        `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
        `font-src 'self'`,
        `img-src 'self'`,
        `form-action 'self'`,
        `base-uri 'none'`,
        `frame-ancestors 'none'`,
      ].join('; '),
    };
  } finally {
    sheet.seal();
  }
}

function fontFaces(fonts: Fonts): string {
  return Object.entries(FAMILIES)
    .filter(([file]) => fonts[file])
    .map(
      ([file, family]) =>
        `@font-face{font-family:"${family} Variable";font-display:swap;font-weight:400 700;src:url("${fonts[file]}") format("woff2")}`,
    )
    .join('');
}

const PageStyle = createGlobalStyle`
  body { background: ${tokens.color.paper}; font-size: 1rem; }
  h1 { font-family: ${tokens.font.serif}; font-size: ${tokens.font.size.xl}; line-height: 1.15; font-weight: 500; }
  h2 { font-family: ${tokens.font.serif}; font-size: ${tokens.font.size.lg}; line-height: 1.2; font-weight: 500; }
  h3 { font-weight: 600; }
`;

const Bar = styled.header`
  ${ground('ink')}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${tokens.space(4)};
  padding: ${tokens.space(3)} ${tokens.gutter};
`;

const Name = styled.p`
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.caption};
  letter-spacing: 0.08em;
  text-transform: uppercase;
  a {
    color: ${tokens.color.accent};
  }
`;

const Main = styled.main`
  display: grid;
  gap: ${tokens.space(7)};
  max-width: ${tokens.content};
  margin-inline: auto;
  padding: ${tokens.space(8)} ${tokens.gutter} ${tokens.space(20)};
`;

/** What every page of the operators has around it. */
export function Frame({ side, children }: { readonly side?: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <GlobalStyle />
      <PageStyle />
      <Bar>
        <Name>
          ISA / <a href="/ops/releases">Releases</a>
        </Name>
        {side}
      </Bar>
      <Main>{children}</Main>
    </>
  );
}
