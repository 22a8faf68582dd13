import { realClock } from './clock';

describe('the machine’s clock', () => {
  it('keeps the order of times that fall into one millisecond', async () => {
    const begin = realClock.now() + 5;
    const times = Array.from({ length: 200 }, (_, index) => begin + ((index * 7) % 200) / 40);
    const seen: number[] = [];
    await new Promise<void>((resolve) => {
      for (const time of times) {
        realClock.at(time, () => {
          seen.push(time);
          if (seen.length === times.length) resolve();
        });
      }
    });
    expect(seen).toEqual([...times].sort((a, b) => a - b));
  });

  it('runs what is overdue soon, but not at once', async () => {
    let ran = false;
    const done = new Promise<void>((resolve) => {
      realClock.at(realClock.now() - 100, () => {
        ran = true;
        resolve();
      });
    });
    expect(ran).toBe(false);
    await done;
    expect(ran).toBe(true);
  });
});
