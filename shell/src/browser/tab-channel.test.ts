import { Channel } from '../testing/channel';
import { createTabChannel } from './tab-channel';

function pageEvent(type: 'pagehide' | 'pageshow') {
  window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));
}

describe('a tab channel', () => {
  beforeEach(() => {
    Channel.open.clear();
    Object.defineProperty(globalThis, 'BroadcastChannel', { value: Channel, configurable: true });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

  it('receives messages of other tabs and posts to them', () => {
    const received: string[] = [];
    const tabs = createTabChannel('basket');
    tabs.listen((message) => received.push(message));
    const otherTab = new Channel('basket');
    const posted: unknown[] = [];
    otherTab.addEventListener('message', (event) => posted.push((event as MessageEvent).data));
    otherTab.postMessage('two books');
    tabs.post('three books');
    expect(received).toEqual(['two books']);
    expect(posted).toEqual(['three books']);
  });

  it('is closed while the page is hidden, and receives each message once afterwards', () => {
    const received: string[] = [];
    createTabChannel('basket').listen((message) => received.push(message));
    pageEvent('pagehide');
    expect(Channel.open.size).toBe(0);
    new Channel('basket').postMessage('while away');
    pageEvent('pageshow');
    new Channel('basket').postMessage('afterwards');
    expect(received).toEqual(['afterwards']);
  });

  it('posts without listening and leaves no channel open', () => {
    const received: string[] = [];
    createTabChannel('basket').listen((message) => received.push(message));
    const open = Channel.open.size;
    createTabChannel('basket').post('from elsewhere');
    expect(received).toEqual(['from elsewhere']);
    expect(Channel.open.size).toBe(open);
  });

  it('works without channels where the browser denies them or has none', () => {
    class Denied {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    }
    for (const value of [Denied, undefined]) {
      Object.defineProperty(globalThis, 'BroadcastChannel', { value, configurable: true });
      const tabs = createTabChannel('basket');
      tabs.listen(() => undefined);
      tabs.post('three books');
      pageEvent('pagehide');
      pageEvent('pageshow');
    }
  });
});
