/** Time for throttling, in milliseconds: the machine's clock in a bench, a stepped one in tests. */
export interface Clock {
  now(): number;
  /** Runs a task at that time, never synchronously; tasks run in the order of their times. */
  at(time: number, task: () => void): void;
}

/**
 * The machine's clock. Timers of Node round to milliseconds and may fire out of order, which would reorder the bytes of a
 * connection; here one timer serves one ordered list.
 */
class MachineClock implements Clock {
  /** Latest first, so that the next one is popped from the end. */
  private readonly tasks: { readonly time: number; readonly run: () => void }[] = [];
  private timer: NodeJS.Timeout | undefined;

  now(): number {
    return performance.now();
  }

  at(time: number, run: () => void): void {
    // Of two tasks with the same time, the one that was added first runs first.
    const index = this.tasks.findLastIndex((task) => task.time > time) + 1;
    this.tasks.splice(index, 0, { time, run });
    if (index === this.tasks.length - 1) this.arm();
  }

  private arm(): void {
    clearTimeout(this.timer);
    const next = this.tasks.at(-1);
    this.timer = next && setTimeout(() => this.runDue(), Math.max(0, next.time - this.now()));
  }

  private runDue(): void {
    const now = this.now();
    for (let next = this.tasks.at(-1); next && next.time <= now; next = this.tasks.at(-1)) {
      this.tasks.pop();
      next.run();
    }
    this.arm();
  }
}

export const realClock: Clock = new MachineClock();
