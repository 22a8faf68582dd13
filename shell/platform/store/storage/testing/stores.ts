import { atEnd } from '../../../../../api/testing/at-end';
import { testFolder } from '../../../../../api/testing/test-folder';
import { startBucketServer } from '../../../../tooling/testing/release/bucket-server';
import { bucketStorage } from '../bucket';
import { folderStorage } from '../folder';
import type { Storage } from '../storage';

/** The kinds of stores, and how an empty one is opened for a test. */
export const STORES: readonly (readonly [kind: string, open: () => Promise<Storage>])[] = [
  ['folder', async () => folderStorage(testFolder())],
  [
    'bucket',
    async () => {
      const bucket = await startBucketServer();
      atEnd(async () => void (await bucket.close()));
      return bucketStorage('s3://releases/isa', bucket.environment);
    },
  ],
];
