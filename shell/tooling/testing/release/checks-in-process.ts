import { checkRelease } from '../../../platform/release/checks/check';
import type { checkUnprivileged as original } from '../../../platform/release/checks/check-unprivileged';

/** Stands for `check-unprivileged` in tests whose gates, store or keys are fakes of this process. */
export const checkUnprivileged: typeof original = (release, store) => checkRelease({ ...store, ...release });
