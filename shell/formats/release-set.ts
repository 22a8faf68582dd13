import { z } from 'zod';
import type { Valid } from './parse-json';
import { setNameSchema } from './registry-schema';

/** A release of an app. */
export interface ReleaseName {
  readonly app: string;
  readonly version: string;
}

export const nameOf = ({ app, version }: ReleaseName) => `${app}@${version}`;

const memberSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]*@[\w.+-]+$/, 'is not a release such as shop@1.6.0')
  .transform((text): ReleaseName => {
    const [app = '', version = ''] = text.split('@');
    return { app, version };
  });

/** Reads `shop@1.6.0`, as `nameOf` writes it. @throws ZodError */
export const parseRelease = (text: string): ReleaseName => memberSchema.parse(text);

/** The file of a set: `{ "name": "spring", "releases": ["shop@1.6.0", "learning@2.0.0"] }`. */
export const releaseSetSchema = z.object({
  name: setNameSchema,
  releases: z
    .array(memberSchema)
    .min(2)
    .refine((releases) => new Set(releases.map(({ app }) => app)).size === releases.length, {
      message: 'an app is named twice',
    }),
});

export type ReleaseSet = Valid<typeof releaseSetSchema>;
