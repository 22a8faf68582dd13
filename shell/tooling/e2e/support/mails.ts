import { expect, type APIRequestContext } from '@playwright/test';
import { z } from 'zod';

const mailsSchema = z.object({
  mails: z.array(z.object({ id: z.number(), body: z.string(), kind: z.string() })),
});

async function mailsTo(request: APIRequestContext, to: string) {
  const response = await request.get('/dev/mails', {
    params: { to },
    headers: { Accept: 'application/json' },
  });
  return mailsSchema.parse(await response.json()).mails;
}

/** Waits for a mail of a kind. */
export async function hasMail(request: APIRequestContext, to: string, kind: string): Promise<void> {
  const kinds = async () => (await mailsTo(request, to)).map((mail) => mail.kind);
  await expect.poll(kinds).toContain(kind);
}

/** Waits for a mail. @returns the first link of the newest mail to a recipient, without its origin. */
export async function linkFrom(request: APIRequestContext, to: string, kind?: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const mails = await mailsTo(request, to);
    const newest = mails.filter((mail) => !kind || mail.kind === kind).toSorted((a, b) => b.id - a.id)[0];
    link = /https?:\/\/\S+/.exec(newest?.body ?? '')?.[0];
    expect(link).toBeDefined();
  }).toPass();
  const { pathname, search, hash } = new URL(link ?? '');
  return pathname + search + hash;
}
