// What hostile code tries in the sandbox. Prints one JSON object: attack → what came of it.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';

const { data, key, socket, abstractSocket, port, parent, source } = JSON.parse(process.argv[2]);

const attempt = (body) => {
  try {
    return String(body());
  } catch (error) {
    return `refused: ${error.code ?? error.message}`;
  }
};
/** Runs a shell script. @returns its output, or why it failed. */
const shell = (script) => {
  const { status, stdout, stderr, error } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
  return status === 0
    ? `worked: ${stdout.trim()}`
    : `refused: ${(error?.message ?? stderr.trim()).slice(0, 300)}`;
};
const read = (file) => attempt(() => readFileSync(file, 'utf8').slice(0, 200));
const connect = (target) =>
  new Promise((resolve) => {
    const connection = net.connect(target, () => resolve('connected'));
    connection.on('error', ({ code }) => resolve(`refused: ${code}`));
  });
/** A system call by its number on x86-64 or ARM64, as perl makes it. */
const call = (x64, arm64, ...args) =>
  shell(
    `perl -e 'my @a = (${args.join(', ')}); syscall(${process.arch === 'x64' ? x64 : arm64}, @a) < 0 and die "$!"'`,
  );
const DETACH = 2;
const PTRACE_ATTACH = 16;
const processes = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));
const descriptors = () =>
  readdirSync('/proc/self/fd').map((name) =>
    attempt(() => {
      const bytes = Buffer.alloc(100);
      return bytes.toString('utf8', 0, readSync(Number(name), bytes, 0, 100, 0));
    }),
  );

const found = {
  user: attempt(() => `${process.getuid()}:${process.getgid()}:${process.getgroups()}`),
  capabilities: attempt(() =>
    readFileSync('/proc/self/status', 'utf8')
      .match(/^Cap\w+:\s+\w+$/gm)
      .join(' '),
  ),
  noNewPrivileges: attempt(() => /NoNewPrivs:\s+1/.test(readFileSync('/proc/self/status', 'utf8'))),
  key: read(key),
  unmount: shell(`umount -l ${data} && cat ${key}`),
  unmountWithSystemCall: call(166, 39, `"${data}"`, DETACH),
  unmountEverything: shell(
    `for one in $(cut -d' ' -f2 /proc/mounts); do umount -l $one && echo $one; done; cat ${key}`,
  ),
  remount: shell(`mount -o remount,rw ${source}`),
  mount: shell('mount -t tmpfs none /tmp'),
  bind: shell('mount --bind / /tmp'),
  namespacesThenKey: shell(`unshare --user --map-root-user --mount sh -c 'umount -l ${data}; cat ${key}'`),
  namespacesThenProc: shell('unshare --user --map-root-user --mount --pid --fork mount -t proc proc /proc'),
  enterParent: shell(`nsenter --target ${parent} --mount cat ${key}`),
  chroot: shell(`/usr/sbin/chroot /proc/1/root cat ${key}`),
  parentFiles: read(`/proc/${parent}/root${key}`),
  parentEnvironment: read(`/proc/${parent}/environ`),
  parentMemory: attempt(() => closeSync(openSync(`/proc/${parent}/mem`, 'r+'))),
  initFiles: read(`/proc/1/root${key}`),
  environments: processes()
    .map((id) => read(`/proc/${id}/environ`))
    .join(' '),
  ownEnvironment: Object.keys(process.env).join(' '),
  traceParent: call(101, 117, PTRACE_ATTACH, parent, 0, 0),
  signalParent: attempt(() => process.kill(parent, 'SIGTERM')),
  descriptors: descriptors().join(' '),
  kernelSettings: attempt(() => writeFileSync('/proc/sys/kernel/core_pattern', '|/tmp/attack')),
  writeSource: attempt(() => writeFileSync(path.join(source, 'written.tmp'), 'mine')),
  passwords: read('/etc/shadow'),
  homeOfRoot: attempt(() => readdirSync('/root')),
  deviceMemory: read('/dev/mem'),
  disks: attempt(() =>
    readdirSync('/dev')
      .filter((name) => /^(sd|vd|nvme|loop|kvm|fuse)/.test(name))
      .join(' '),
  ),
  typeIntoTerminal: shell(
    `perl -e 'open(my $t, "+<", "/dev/tty") or die $!; ioctl($t, 0x5412, "x") or die $!'`,
  ),
  makeDevice: shell('mknod /tmp/disk b 8 0'),
  setUser: shell('perl -e \'$< = 0; $> = 0; die "still $>" if $> != 0\''),
  openByHandle: shell(
    `perl -e 'open(my $d, "<", "/") or die; my $h = pack("ii", 8, 1) . "x" x 8; syscall(${process.arch === 'x64' ? 304 : 265}, fileno($d), $h, 0) < 0 and die "$!"'`,
  ),
  socket: await connect({ path: socket }),
  abstractSocket: await connect({ path: abstractSocket }),
  network: await connect({ host: '127.0.0.1', port }),
};
process.stdout.write(JSON.stringify(found));
process.exit();
