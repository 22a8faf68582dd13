import { html, type Html } from '../http/html';

export interface MailContent {
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** A table of amounts; totals are strong. */
  readonly figures?: readonly {
    readonly label: string;
    readonly amount: string;
    readonly strong?: boolean;
  }[];
  /** The link of the mail's button. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Follow the action. */
  readonly afterwards?: readonly string[];
}

const SENDER = 'International Surveillance Academy';

/** Renders a mail twice: as plain text, and as HTML in the site's colours. */
export function renderMail({ greeting, paragraphs, figures = [], action, afterwards = [] }: MailContent): {
  body: string;
  html: string;
} {
  const body = [
    greeting,
    ...paragraphs,
    ...(figures.length > 0 ? [figures.map(({ label, amount }) => `${label}: ${amount}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...afterwards,
    SENDER,
  ].join('\n\n');
  const page = html`<!doctype html>
    <html lang="en-GB">
      <body style="margin:0;background:#f7f5f0;color:#0d1420;font-family:Georgia,serif">
        <div style="max-width:560px;margin:0 auto;padding:32px 24px">
          ${[greeting, ...paragraphs].map(paragraph)} ${figures.length > 0 && table(figures)}
          ${action && button(action)} ${afterwards.map(paragraph)}
          <p style="margin:32px 0 0;color:#5b6473">${SENDER}</p>
        </div>
      </body>
    </html>`;
  return { body, html: page.markup };
}

function paragraph(text: string): Html {
  const lines = text.split('\n').map((line, index) => html`${index > 0 && html`<br />`}${line}`);
  return html`<p style="margin:0 0 16px;line-height:1.5">${lines}</p>`;
}

function button({ label, url }: NonNullable<MailContent['action']>): Html {
  return html`<p style="margin:24px 0">
      <a
        href="${url}"
        style="background:#b8862d;color:#0d1420;padding:12px 20px;border-radius:4px;text-decoration:none;font-weight:600"
        >${label}</a
      >
    </p>
    <p style="margin:0 0 16px;color:#5b6473;font-size:13px;word-break:break-all">${url}</p>`;
}

function table(figures: NonNullable<MailContent['figures']>): Html {
  const rows = figures.map(({ label, amount, strong }) => {
    const cell = `padding:8px 0;border-top:1px solid #d9d4c7;vertical-align:top;font-weight:${strong ? 600 : 400}`;
    return html`<tr>
      <td style="${cell}">${label}</td>
      <td style="${cell};padding-left:16px;text-align:right;white-space:nowrap">${amount}</td>
    </tr>`;
  });
  const style = 'width:100%;margin:0 0 24px;border-collapse:collapse;font-size:15px;line-height:1.5';
  return html`<table role="presentation" style="${style}">
    ${rows}
  </table>`;
}
