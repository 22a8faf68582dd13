/** A BroadcastChannel: a message reaches all other open channels of the same name. */
export class Channel extends EventTarget {
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
