import { academy } from '@isa/api-contract';
import { Caption, Cluster, GlobalStyle, surface, Stack, tokens } from '@isa/ui';
import type { Context } from 'koa';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createGlobalStyle, ServerStyleSheet, styled } from 'styled-components';
import { splitHead } from '../../../src/prerender/split-head';
import { hashSource } from '../../../packages/node/hash-source';
import { Button } from './elements';
import type { OperatorSession } from './operator-session';

/** A page without scripts, whose policy allows only its style, so that nothing of a release runs. */
export function show(ctx: Context, status: number, page: ReactElement): void {
  const { html, policy } = renderPage(page);
  ctx.set('Content-Security-Policy', policy);
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = html;
}

/** Redirects with GET, so that a reload does not submit the form again (RFC 9110 §15.4.4). */
export function seeOther(ctx: Context, location: string): void {
  ctx.redirect(location);
  ctx.status = 303;
}

function renderPage(page: ReactElement) {
  const sheet = new ServerStyleSheet();
  try {
    const { head: globalStyle, body } = splitHead(renderToStaticMarkup(sheet.collectStyles(page)));
    const style = [...globalStyle, sheet.getStyleTags()]
      .map((element) => /<style[^>]*>(.*)<\/style>/s.exec(element)?.[1] ?? '')
      .join('');
    const head = renderToStaticMarkup(
      <>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`Releases · ${academy.name}`}</title>
      </>,
    );
    return {
      html: `<!doctype html><html lang="en-GB"><head>${head}<style>${style}</style></head><body>${body}</body></html>`,
      policy: [
        `default-src 'none'`,
        `style-src ${hashSource(style)}`,
        `form-action 'self'`,
        `base-uri 'none'`,
        `frame-ancestors 'none'`,
      ].join('; '),
    };
  } finally {
    sheet.seal();
  }
}

const PageStyle = createGlobalStyle`
  body { background: ${tokens.color.paper}; font-size: 1rem; }
  h1 { font-family: ${tokens.font.serif}; font-size: ${tokens.font.size.xl}; line-height: 1.15; font-weight: 500; }
  h2 { font-family: ${tokens.font.serif}; font-size: ${tokens.font.size.lg}; line-height: 1.2; font-weight: 500; }
`;

const Bar = styled(Cluster).attrs({ as: 'header', justify: 'space-between' })`
  ${surface('ink')}
  padding: ${tokens.space(3)} ${tokens.gutter};
`;

const Name = styled(Caption)`
  a {
    color: ${tokens.color.accent};
  }
`;

const Main = styled(Stack).attrs({ as: 'main', gap: 7 })`
  max-width: ${tokens.content};
  margin-inline: auto;
  padding: ${tokens.space(8)} ${tokens.gutter} ${tokens.space(20)};
`;

/** @param session absent while logged out. */
export function PageLayout({
  session,
  children,
}: Readonly<{ session?: OperatorSession | undefined; children: ReactNode }>) {
  return (
    <>
      <GlobalStyle />
      <PageStyle />
      <Bar>
        <Name>
          ISA / <a href="/ops/releases">Releases</a>
        </Name>
        {session && (
          <Cluster as="form" method="post" action="/ops/logout">
            <span>{session.who}</span>
            {session.canLogOut && <Button $secondary>Log out</Button>}
          </Cluster>
        )}
      </Bar>
      <Main>{children}</Main>
    </>
  );
}
