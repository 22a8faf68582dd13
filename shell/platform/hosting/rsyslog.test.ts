import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';
import { testCertificate } from '../../../api/testing/certificate';
import { testFolder } from '../../../api/testing/test-folder';
import { describeWithProgram, installedProgram } from '../../../api/testing/with-program';
import { freePort } from '../../packages/node/processes';

const SHIPPED = readFileSync(path.join(__dirname, 'isa.rsyslog.conf'), 'utf8');
const NAME = 'logs.academy.example';
const program = installedProgram('rsyslogd') ?? '';

describeWithProgram('rsyslogd')('rsyslog with the shipped file', () => {
  let folder: string;
  let port: number;
  let received: string;
  let server: Server | undefined;
  let daemon: ChildProcess | undefined;
  let authority: string;

  async function startServer(name = NAME) {
    const certificate = await testCertificate(name);
    authority = certificate.certificate;
    const options = { cert: certificate.cert, key: readFileSync(certificate.key) };
    server = createServer(options, (socket) => {
      socket.on('error', () => undefined).on('close', () => void (received += '<closed>'));
      socket.on('data', (bytes: Buffer) => void (received += bytes.toString()));
    });
    server.on('tlsClientError', () => void (received += '<closed>'));
    return server;
  }
  const listen = async (one: Server) => {
    await once(one.listen(port, '127.0.0.1'), 'listening');
  };

  /** The shipped file with the paths and the address of this test, below a main file like Debian's. */
  function startDaemon() {
    const replacements = [
      ['/var/log/', `${folder}/`],
      ['"6514"', `"${port}"`],
      [`target="${NAME}"`, 'target="127.0.0.1"'],
      ['/etc/ssl/certs/ca-certificates.crt', authority],
      ['resumeInterval="10"', 'resumeInterval="1"'],
    ] as const;
    for (const [text] of replacements) expect(SHIPPED).toContain(text);
    const own = replacements.reduce((text, [from, to]) => text.replace(from, to), SHIPPED);
    writeFileSync(path.join(folder, 'isa.conf'), own);
    const main = `global(workDirectory="${folder}")
      module(load="imuxsock" SysSock.Use="off")
      input(type="imuxsock" Socket="${folder}/log.sock")
      include(file="${folder}/isa.conf")`;
    writeFileSync(path.join(folder, 'main.conf'), main);
    const args = ['-n', '-f', path.join(folder, 'main.conf'), '-i', path.join(folder, 'pid')];
    daemon = spawn(program, args, { stdio: 'ignore' });
  }
  /** @returns the exit code; not 0 before rsyslog listens. */
  const logTo = async (tag: string, text: string) => {
    const args = ['--socket', path.join(folder, 'log.sock'), '--socket-errors=on', '--tag', tag, text];
    const logger = spawn('logger', args, { stdio: 'ignore' });
    return new Promise((resolve) => logger.on('exit', resolve));
  };
  async function until(holds: () => boolean | Promise<boolean>) {
    for (const end = Date.now() + 50_000; !(await holds()); await pause(50)) {
      if (Date.now() > end) throw new Error(`The log server has received: ${received}`);
    }
  }

  beforeEach(async () => {
    folder = testFolder();
    mkdirSync(path.join(folder, 'isa-web'));
    port = await freePort();
    received = '';
  });
  afterEach(async () => {
    if (daemon && daemon.exitCode === null) {
      const ended = once(daemon, 'exit');
      daemon.kill('SIGKILL');
      await ended;
    }
    server?.close();
  });

  it('sends security events and what roles print to the log server, and nothing of other programs', async () => {
    await listen(await startServer());
    startDaemon();
    appendFileSync(path.join(folder, 'isa-web/security.log'), '{"log":"security","event":"log-in"}\n');
    await until(async () => (await logTo('isa-jobs', '{"msg":"started"}')) === 0);
    expect(await logTo('cron', 'a job of the machine')).toBe(0);
    expect(await logTo('isa-office', 'the last line')).toBe(0);
    await until(() =>
      ['"event":"log-in"', '{"msg":"started"}', 'the last line'].every((text) => received.includes(text)),
    );
    expect(received).not.toContain('a job of the machine');
  }, 110_000);

  it('keeps what is logged while the server is away, and sends it later', async () => {
    const away = await startServer();
    startDaemon();
    appendFileSync(path.join(folder, 'isa-web/security.log'), '{"event":"while the server was away"}\n');
    await until(async () => (await logTo('isa-jobs', 'waiting')) === 0);
    await pause(1_000);
    await listen(away);
    await until(() => received.includes('while the server was away'));
  }, 110_000);

  it('sends nothing to a server whose certificate is for another name', async () => {
    await listen(await startServer('somebody.example'));
    startDaemon();
    await until(async () => (await logTo('isa-jobs', 'a secret of the academy')) === 0);
    await until(() => received.includes('<closed>'));
    expect(received).not.toContain('a secret of the academy');
  }, 110_000);
});
