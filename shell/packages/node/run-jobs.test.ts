import { runJobs, type Write } from './run-jobs';

/** A job that the test ends. */
function job(name: string) {
  let end = (_name: string): void => undefined;
  let fail = (_error: Error): void => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const state = { hasStarted: false, write: (_text: string): void => undefined };
  return {
    state,
    end: () => end(name),
    fail: (error: Error) => fail(error),
    run(write: Write) {
      Object.assign(state, { hasStarted: true, write });
      write(`<${name}>`);
      return ended;
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

function collectOutput() {
  const texts: string[] = [];
  return { write: (text: string) => void texts.push(text), text: () => texts.join('') };
}

describe('runJobs', () => {
  it('writes the output of one job after another, that of the first running job at once', async () => {
    const [first, second, third] = [job('1'), job('2'), job('3')];
    const { write, text } = collectOutput();
    const all = runJobs([first.run, second.run, third.run], 2, write);
    await settle();
    second.state.write('b');
    first.state.write('a');
    expect(text()).toBe('<1>a');
    second.end();
    await settle();
    expect([text(), third.state.hasStarted]).toEqual(['<1>a', true]);
    third.state.write('c');
    first.state.write('a');
    first.end();
    await settle();
    expect(text()).toBe('<1>aa<2>b<3>c');
    third.state.write('c');
    expect(text()).toBe('<1>aa<2>b<3>cc');
    third.end();
    expect(await all).toEqual(['1', '2', '3']);
  });

  it('never runs more jobs than its width at a time', async () => {
    const jobs = [job('1'), job('2'), job('3')];
    const all = runJobs(
      jobs.map(({ run }) => run),
      2,
      () => undefined,
    );
    await settle();
    expect(jobs.map(({ state }) => state.hasStarted)).toEqual([true, true, false]);
    jobs.forEach(({ end }) => end());
    await all;
  });

  it('rejects with the error of a job after the jobs alongside it have ended, and starts no more', async () => {
    const [broken, alongside, later] = [job('broken'), job('alongside'), job('later')];
    const { write, text } = collectOutput();
    const all = runJobs([broken.run, alongside.run, later.run], 2, write);
    const failed = jest.fn();
    void all.catch(failed);
    broken.fail(new Error('out of paper'));
    await settle();
    expect(failed).not.toHaveBeenCalled();
    alongside.end();
    await expect(all).rejects.toThrow('out of paper');
    expect([text(), later.state.hasStarted]).toEqual(['<broken><alongside>', false]);
  });
});
