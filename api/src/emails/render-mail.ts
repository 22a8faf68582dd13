import { academy, type ContactDetails } from '@isa/api-contract';
import { html, type Html } from '../http/html';

interface MailLink {
  readonly label: string;
  readonly url: string;
}

export interface MailContent {
  /** `Hello,` by default. */
  readonly greeting?: string;
  /** Paragraphs without addresses: a link has its own line, so that no program adds punctuation to it. */
  readonly paragraphs: readonly string[];
  /** A table of amounts or other values; totals are strong. */
  readonly figures?: readonly {
    readonly label: string;
    readonly amount: string;
    readonly strong?: boolean;
  }[];
  readonly action?: MailLink;
  readonly link?: MailLink;
  readonly afterwards?: readonly string[];
}

const serif = "Fraunces,Georgia,'Times New Roman',serif";
const sans = "Inter,-apple-system,'Segoe UI',Arial,sans-serif";
const mono = "'JetBrains Mono',Menlo,Consolas,monospace";

/** Renders a mail twice: as plain text, and as HTML in the site's design. */
export function renderMail(
  { greeting = 'Hello,', paragraphs, figures = [], action, link, afterwards = [] }: MailContent,
  { email }: Pick<ContactDetails, 'email'>,
): { body: string; html: string } {
  const links = [action, link].filter((entry) => entry !== undefined);
  const body = [
    greeting,
    ...paragraphs,
    ...(figures.length > 0 ? [figures.map(({ label, amount }) => `${label}: ${amount}`).join('\n')] : []),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    ...afterwards,
    `${academy.name}\n${email}`,
  ].join('\n\n');
  const page = html`<!doctype html>
    <html lang="en-GB">
      <body style="margin:0;background:#f7f5f0;color:#0d1420;font-family:${sans};font-size:16px">
        <div style="max-width:600px;margin:0 auto;padding:24px 12px">
          <p
            style="margin:0;padding:20px 28px;background:#0d1420;color:#f7f5f0;font-family:${serif};font-size:22px;border-bottom:2px solid #b8862d"
          >
            ISA
            <span style="color:#9fb0c8;font-family:${mono};font-size:11px;letter-spacing:1px"
              >INTERNATIONAL SURVEILLANCE ACADEMY</span
            >
          </p>
          <div style="padding:28px;background:#ffffff;border:1px solid #d9d4c7;border-top:0">
            <p style="margin:0 0 16px;font-family:${serif};font-size:22px;line-height:1.3">${greeting}</p>
            ${paragraphs.map(paragraph)} ${figures.length > 0 && table(figures)} ${action && button(action)}
            ${link && textLink(link)} ${afterwards.map(paragraph)}
          </div>
          <p style="margin:0;padding:16px 28px;color:#5b6473;font-size:13px;line-height:1.5">
            ${academy.name}<br /><a href="mailto:${email}" style="color:#845c12">${email}</a>
          </p>
        </div>
      </body>
    </html>`;
  return { body, html: page.markup };
}

function paragraph(text: string): Html {
  const lines = text.split('\n').map((line, index) => html`${index > 0 && html`<br />`}${line}`);
  // What people write may run from right to left.
  return html`<p dir="auto" style="margin:0 0 16px;line-height:1.6">${lines}</p>`;
}

function button({ label, url }: MailLink): Html {
  return html`<p style="margin:24px 0 8px">
      <a
        href="${url}"
        style="display:inline-block;background:#b8862d;color:#0d1420;padding:13px 22px;border-radius:4px;text-decoration:none;font-weight:600"
        >${label}</a
      >
    </p>
    <p style="margin:0 0 24px;color:#5b6473;font-family:${mono};font-size:12px;word-break:break-all">
      ${url}
    </p>`;
}

function textLink({ label, url }: MailLink): Html {
  return html`<p style="margin:0 0 24px"><a href="${url}" style="color:#845c12">${label}</a></p>`;
}

function table(figures: NonNullable<MailContent['figures']>): Html {
  const rows = figures.map(({ label, amount, strong }) => {
    const cell = `padding:10px 0;border-top:1px solid #d9d4c7;vertical-align:top;font-weight:${strong ? 600 : 400}`;
    return html`<tr>
      <td style="${cell}">${label}</td>
      <td style="${cell};padding-left:16px;text-align:right;white-space:nowrap;font-family:${mono}">
        ${amount}
      </td>
    </tr>`;
  });
  const style = 'width:100%;margin:8px 0 24px;border-collapse:collapse;font-size:15px;line-height:1.5';
  return html`<table role="presentation" style="${style}">
    ${rows}
  </table>`;
}
