import { z } from 'zod';
import { menuEntrySchema, routeSchema } from './release-schema';

/** Schemas of `registry.json` and its history. Only Node code imports them as values; the browser imports types. */

const scriptSchema = z.object({
  /** The path below the store, such as `shop/1.5.0/remote.3f2a.js`. */
  path: z.string(),
  /** W3C Subresource Integrity. */
  integrity: z.string(),
});

const registeredReleaseSchema = z.object({
  version: z.string(),
  /** The entry script's path below the store; a full URL for a development server. */
  entry: z.string(),
  /** The global variable in which the entry stores its container; unique for each release. */
  globalName: z.string(),
  /** The entry's hash (W3C Subresource Integrity). */
  integrity: z.string(),
  /** The hashes of all other public scripts, by their paths below the release. Absent in registries written before this field existed. */
  hashes: z.record(z.string(), z.string()).exactOptional(),
  /** A development server's scripts change all the time. Only honoured for loopback addresses. */
  unverified: z.boolean().exactOptional(),
  /** Scripts that the entry always requests next. */
  scripts: z.array(scriptSchema),
  routes: z.array(routeSchema),
  menu: z.array(menuEntrySchema),
});

/** The growing shares of the visitors that a canary gets. */
const rolloutSchema = z.object({
  /** The shares that follow, in percent; 100 makes the release live. */
  steps: z.array(z.number()).min(1),
  /** How many minutes each share stays. */
  minutes: z.number().positive(),
  /** Whether it becomes live in spite of its check. */
  forced: z.literal(true).exactOptional(),
});

/** The name of a set: releases of several apps that are promoted, aborted and rolled back together. */
export const setNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'is not a name such as spring-2027');

const registeredRemoteSchema = z
  .object({
    name: z.string(),
    set: setNameSchema.exactOptional(),
    /** Absent while the first release is a canary: other visitors get no page of the remote. */
    live: registeredReleaseSchema.exactOptional(),
    /** The target of a rollback, and of a browser that cannot load the live release. */
    previous: registeredReleaseSchema.exactOptional(),
    /** A candidate for some of the visitors. */
    canary: z
      .object({
        /** The share of all visitors, up to 100; 0 for staff only, who get every canary (decision 0411). */
        percent: z.number(),
        release: registeredReleaseSchema,
        /** What the watcher does next while the canary is healthy. */
        rollout: rolloutSchema.exactOptional(),
        /** The set of the canary: a visitor gets the canaries of all its apps, or of none. */
        set: setNameSchema.exactOptional(),
      })
      .exactOptional(),
  })
  .refine(({ live, canary }) => live ?? canary, 'has neither a live release nor a canary');

export const registrySchema = z
  .object({
    /** The revision, which grows with each change, so that an older registry can be recognised. */
    revision: z.int().positive(),
    /** The shell's versions. Pages contain its script element, so it has no canary. */
    shell: z.object({
      live: z.string(),
      previous: z.string().exactOptional(),
      set: setNameSchema.exactOptional(),
    }),
    remotes: z.array(registeredRemoteSchema),
    retired: z
      .array(
        z.object({
          name: z.string(),
          /** The paths of its routes, which answer 410. */
          routes: z.array(z.string()),
          /** The address to which they redirect instead. */
          to: z.string().exactOptional(),
        }),
      )
      .exactOptional(),
    /**
     * The revision in which each app last changed: a page has those of its own. Absent in older registries.
     */
    since: z.record(z.string(), z.number()).exactOptional(),
    /** The hash of each release, by `app@version`: its team cannot replace it. Absent in older registries. */
    contents: z.record(z.string(), z.string()).exactOptional(),
  })
  // Two entries of one name are refused, because readers could disagree about which one counts.
  .refine(({ remotes }) => new Set(remotes.map(({ name }) => name)).size === remotes.length, {
    message: 'a remote is registered twice',
    path: ['remotes'],
  });

export const signatureSchema = z.object({
  /** Ed25519 (RFC 8032) over the UTF-8 of `JSON.stringify` of the signed value, base64. */
  signature: z.string(),
  key: z.string(),
});

export const signedRegistrySchema = signatureSchema.extend({ registry: registrySchema });

const changeSchema = z.object({
  what: z.enum(['promote', 'canary', 'rollback', 'abort', 'retire']),
  app: z.string(),
  version: z.string(),
  /** The version that was live before, or the canary that was aborted. */
  instead: z.string().exactOptional(),
  /** The share of a canary, from 0 to 100. */
  percent: z.number().exactOptional(),
  rollout: rolloutSchema.exactOptional(),
  set: setNameSchema.exactOptional(),
  /** Gates that had not run. */
  unchecked: z.array(z.string()).exactOptional(),
  /** Where the addresses of a retired remote lead. */
  to: z.string().exactOptional(),
  /** Whether checks or links were disregarded; the entry's `why` gives the reason. */
  forced: z.literal(true).exactOptional(),
});

/** Who has taken a release from visitors, when and why. */
export const withdrawalSchema = z.object({
  app: z.string(),
  version: z.string(),
  what: z.enum(['abort', 'rollback']),
  who: z.string(),
  why: z.string().exactOptional(),
  at: z.string(),
});

export const historyEntrySchema = z.object({
  revision: z.number(),
  /** When it happened, as an ISO 8601 time. */
  at: z.string(),
  who: z.string(),
  why: z.string().exactOptional(),
  changes: z.array(changeSchema),
  /** The SHA-256 of the previous entry, so that none can be removed or altered unnoticed. */
  before: z.string().exactOptional(),
  /** Whether a site was built with the change. Every later change builds it as well. */
  hasSite: z.literal(true).exactOptional(),
  /** Each app's last entry, to find its changes in a long history. Absent in the first entry. */
  lastOf: z.record(z.string(), z.object({ revision: z.int().positive(), hash: z.string() })).exactOptional(),
  /** The releases that were aborted or rolled back, and not promoted since. Absent without one. */
  withdrawn: z.array(withdrawalSchema).exactOptional(),
  registry: signedRegistrySchema,
});
