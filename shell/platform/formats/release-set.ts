import { z } from 'zod';
import { requireJson } from './parse-json';
import { setNameSchema } from './registry-schema';

export interface ReleaseName {
  readonly app: string;
  readonly version: string;
}

/** Releases that are promoted together. */
export interface ReleaseSet {
  /** Absent for a release that stays alone. */
  readonly name?: string;
  readonly releases: readonly ReleaseName[];
  /** The file in which it was described, for the commands that messages name. */
  readonly file?: string;
}

/** @returns a name such as `shop@1.6.0`. */
export const nameOf = ({ app, version }: ReleaseName) => `${app}@${version}`;

/**
 * What a command names that a message recommends: a release, or the file of its set with what the file must contain.
 * @param set the releases that belong together.
 */
export function commandTarget({ releases: [first, ...others], file }: ReleaseSet): string {
  if (!first || others.length === 0) return first ? nameOf(first) : '';
  const members = [first, ...others].map(nameOf).join(' and ');
  return `--set ${file ?? `<the file with ${members}>`}`;
}

/** Reads what `nameOf` writes. */
export function releaseNamed(text: string): ReleaseName {
  const [app = '', version = ''] = text.split('@');
  return { app, version };
}

const fileSchema = z.object({
  name: setNameSchema,
  releases: z
    .array(z.string().regex(/^[a-z][a-z0-9-]*@[\w.+-]+$/, 'is not a release such as shop@1.6.0'))
    .min(2)
    .refine((names) => new Set(names.map((one) => releaseNamed(one).app)).size === names.length, {
      message: 'an app is named twice',
    }),
});

/**
 * `{ "name": "spring", "releases": ["shop@1.6.0", "learning@2.0.0"] }`.
 * @param file its name, for messages.
 * @throws UserError
 */
export function readReleaseSet(text: string, file: string): ReleaseSet {
  const { name, releases } = requireJson(text, fileSchema, file);
  return { name, releases: releases.map(releaseNamed), file };
}
