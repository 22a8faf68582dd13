import { type Say, sideBySide } from './side-by-side';

/** A job that ends when it is told to. */
function job(name: string, alone = false) {
  let end = (_name: string): void => undefined;
  let fail = (_error: Error): void => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const state = { hasStarted: false, say: (_text: string): void => undefined };
  return {
    alone,
    state,
    end: () => end(name),
    fail: (error: Error) => fail(error),
    run(say: Say) {
      Object.assign(state, { hasStarted: true, say });
      say(`<${name}>`);
      return ended;
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

function listen() {
  const heard: string[] = [];
  return { say: (text: string) => void heard.push(text), text: () => heard.join('') };
}

describe('jobs side by side', () => {
  it('are heard one after another, the foremost at once', async () => {
    const [first, second, third] = [job('1'), job('2'), job('3')];
    const { say, text } = listen();
    const all = sideBySide([first, second, third], 2, say);
    await settle();
    second.state.say('b');
    first.state.say('a');
    expect(text()).toBe('<1>a');
    second.end();
    await settle();
    expect([text(), third.state.hasStarted]).toEqual(['<1>a', true]);
    third.state.say('c');
    first.state.say('a');
    first.end();
    await settle();
    expect(text()).toBe('<1>aa<2>b<3>c');
    third.state.say('c');
    expect(text()).toBe('<1>aa<2>b<3>cc');
    third.end();
    expect(await all).toEqual(['1', '2', '3']);
  });

  it('are never more than there are lanes', async () => {
    const jobs = [job('1'), job('2'), job('3')];
    const all = sideBySide(jobs, 2, () => undefined);
    await settle();
    expect(jobs.map(({ state }) => state.hasStarted)).toEqual([true, true, false]);
    jobs.forEach(({ end }) => end());
    await all;
  });

  it('leave one alone that wants to be', async () => {
    const [before, alone, after] = [job('before'), job('alone', true), job('after')];
    const all = sideBySide([before, alone, after], 3, () => undefined);
    await settle();
    expect(alone.state.hasStarted).toBe(false);
    before.end();
    await settle();
    expect([alone.state.hasStarted, after.state.hasStarted]).toEqual([true, false]);
    alone.end();
    await settle();
    expect(after.state.hasStarted).toBe(true);
    after.end();
    await all;
  });

  it('fail with the first error, when those beside it have ended, and start no more', async () => {
    const [broken, beside, later] = [job('broken'), job('beside'), job('later')];
    const { say, text } = listen();
    const all = sideBySide([broken, beside, later], 2, say);
    const failed = jest.fn();
    void all.catch(failed);
    broken.fail(new Error('out of paper'));
    await settle();
    expect(failed).not.toHaveBeenCalled();
    beside.end();
    await expect(all).rejects.toThrow('out of paper');
    expect([text(), later.state.hasStarted]).toEqual(['<broken><beside>', false]);
  });
});
