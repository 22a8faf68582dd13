const now = performance.now.bind(performance);
let passed = 0;

/** Lets time pass for what measures it by `performance.now`, without running timers. */
export function passTime(ms: number): void {
  passed += ms;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
}
