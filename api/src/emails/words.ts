/** What a mail says, before it is dressed as text and as HTML. */
export interface MailWords {
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** A list of amounts; what counts most is strong. */
  readonly figures?: readonly {
    readonly label: string;
    readonly amount: string;
    readonly strong?: boolean;
  }[];
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Said after the action. */
  readonly afterwards?: readonly string[];
}

const SENDER = 'International Surveillance Academy';

/** One text, twice: plain for every reader, and HTML in the site's colours. */
export function mailWords({ greeting, paragraphs, figures = [], action, afterwards = [] }: MailWords): {
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
  const block = (text: string) =>
    `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(text).replace(/\n/g, '<br>')}</p>`;
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#b8862d;color:#0d1420;padding:12px 20px;border-radius:4px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p><p style="margin:0 0 16px;color:#5b6473;font-size:13px;word-break:break-all">${escapeHtml(action.url)}</p>`
    : '';
  const rows = figures.map(({ label, amount, strong }) => {
    const cell = `padding:8px 0;border-top:1px solid #d9d4c7;vertical-align:top;font-weight:${strong ? 600 : 400}`;
    return `<tr><td style="${cell}">${escapeHtml(label)}</td><td style="${cell};padding-left:16px;text-align:right;white-space:nowrap">${escapeHtml(amount)}</td></tr>`;
  });
  const table =
    rows.length > 0
      ? `<table role="presentation" style="width:100%;margin:0 0 24px;border-collapse:collapse;font-size:15px;line-height:1.5">${rows.join('')}</table>`
      : '';
  const html = `<!doctype html><html lang="en-GB"><body style="margin:0;background:#f7f5f0;color:#0d1420;font-family:Georgia,serif"><div style="max-width:560px;margin:0 auto;padding:32px 24px">${[greeting, ...paragraphs].map(block).join('')}${table}${button}${afterwards.map(block).join('')}<p style="margin:32px 0 0;color:#5b6473">${SENDER}</p></div></body></html>`;
  return { body, html };
}

/** Makes text safe inside HTML and inside its quoted attributes. */
export function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (sign) => names[sign] ?? sign);
}
