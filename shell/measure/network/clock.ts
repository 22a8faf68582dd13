/** What shaping needs of time, in milliseconds: the machine's own in a bench, stepped in tests. */
export interface Clock {
  now(): number;
  /** Runs a task once that time has come, never synchronously; tasks run in the order of their times. */
  at(time: number, task: () => void): void;
}

interface Task {
  readonly time: number;
  readonly run: () => void;
}

/**
 * The machine's clock. Timers of Node round to milliseconds and keep no order among themselves, which would
 * mix up the bytes of a connection: here one timer serves one ordered list.
 */
class MachineClock implements Clock {
  /** The latest first, so that the next one is taken from the end. */
  private readonly tasks: Task[] = [];
  private timer: NodeJS.Timeout | undefined;

  now(): number {
    return performance.now();
  }

  at(time: number, run: () => void): void {
    let place = this.tasks.length;
    // Of two with the same time, the one that was set first runs first.
    while (place > 0 && (this.tasks[place - 1]?.time ?? 0) <= time) place -= 1;
    this.tasks.splice(place, 0, { time, run });
    if (place === this.tasks.length - 1) this.arm();
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
