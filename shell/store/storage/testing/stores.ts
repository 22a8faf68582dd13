import { testFolder } from '../../../../api/testing/test-folder';
import { startBucketServer } from '../../../testing/release/bucket-server';
import { bucketStorage } from '../bucket';
import { folderStorage } from '../folder';
import type { Storage } from '../storage';

const buckets: Awaited<ReturnType<typeof startBucketServer>>[] = [];
afterAll(() => Promise.all(buckets.map((bucket) => bucket.close())));

/** The kinds of stores, and how an empty one is opened for a test. */
export const STORES: readonly (readonly [kind: string, open: () => Promise<Storage>])[] = [
  ['folder', async () => folderStorage(testFolder())],
  [
    'bucket',
    async () => {
      const bucket = await startBucketServer();
      buckets.push(bucket);
      return bucketStorage('s3://releases/isa', bucket.environment);
    },
  ],
];
