/**
 * Of a command that is killed before each of its changes of the disk in turn, `npm test` kills every fifth one: each kill
 * needs a process. `npm test -- all` kills them all.
 */
export const KILLED_STEPS = process.env.TEST_ALL ? 1 : 5;
