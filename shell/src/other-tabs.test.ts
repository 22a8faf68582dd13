import { otherTabs } from './other-tabs';

/** Channels of one browser: what is said in one is heard in all others that are open. */
class Channel extends EventTarget {
  static open = new Set<Channel>();
  constructor(readonly name: string) {
    super();
    Channel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.open) {
      if (other !== this && other.name === this.name)
        other.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
  close() {
    Channel.open.delete(this);
  }
}

function pageEvent(type: 'pagehide' | 'pageshow') {
  window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));
}

describe('other tabs', () => {
  beforeEach(() => {
    Channel.open.clear();
    Object.defineProperty(globalThis, 'BroadcastChannel', { value: Channel, configurable: true });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

  it('are heard and told', () => {
    const heard: string[] = [];
    const tabs = otherTabs('basket');
    tabs.listen((message) => heard.push(message));
    const another = new Channel('basket');
    const said: unknown[] = [];
    another.addEventListener('message', (event) => said.push((event as MessageEvent).data));
    another.postMessage('two books');
    tabs.tell('three books');
    expect(heard).toEqual(['two books']);
    expect(said).toEqual(['three books']);
  });

  it('leave no channel open while the page is away, and are heard again afterwards, once', () => {
    const heard: string[] = [];
    otherTabs('basket').listen((message) => heard.push(message));
    pageEvent('pagehide');
    expect(Channel.open.size).toBe(0);
    new Channel('basket').postMessage('while away');
    pageEvent('pageshow');
    new Channel('basket').postMessage('afterwards');
    expect(heard).toEqual(['afterwards']);
  });

  it('can be told by a page that does not listen, which leaves nothing open', () => {
    const heard: string[] = [];
    otherTabs('basket').listen((message) => heard.push(message));
    const open = Channel.open.size;
    otherTabs('basket').tell('from elsewhere');
    expect(heard).toEqual(['from elsewhere']);
    expect(Channel.open.size).toBe(open);
  });
});
