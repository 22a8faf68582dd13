import { expect, type APIRequestContext } from '@playwright/test';

let count = 0;

/** An address that nobody has signed up with yet. */
export function newsletterAddress(): string {
  count += 1;
  return `reader.${process.pid}.${Date.now()}.${count}@example.test`;
}

interface Mails {
  readonly mails: readonly { readonly id: number; readonly body: string; readonly kind: string }[];
}

/** The address that the newest mail to a recipient links, once it has arrived. */
export async function linkFrom(request: APIRequestContext, to: string, kind?: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const answer = await request.get('/dev/mails', {
      params: { to },
      headers: { Accept: 'application/json' },
    });
    const { mails } = (await answer.json()) as Mails;
    const newest = mails.filter((mail) => !kind || mail.kind === kind).toSorted((a, b) => b.id - a.id)[0];
    link = /https?:\/\/\S+/.exec(newest?.body ?? '')?.[0];
    expect(link).toBeDefined();
  }).toPass();
  const { pathname, search, hash } = new URL(link ?? '');
  return pathname + search + hash;
}
