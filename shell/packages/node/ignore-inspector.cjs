// This is loaded before everything else: Node would open its inspector, which gives every program of this user
// the memory.
process.on('SIGUSR1', () => undefined);
