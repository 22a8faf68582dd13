import { checkRelease } from '../../../platform/release/checks/check';
import type { checkWithoutKeys as original } from '../../../platform/release/checks/check-without-keys';

/** Stands for `check-without-keys` in tests whose gates, store or keys are fakes of this process. */
export const checkWithoutKeys: typeof original = (release, store) => checkRelease({ ...store, ...release });
