// Starts every role of an unpacked archive, the working directory, as an operator does: prepare first. Prints what they
// serve as JSON and stops them. A program of its own, because it runs in a network of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

/* global fetch */

const { PORT, API_PORT, OPS_PORT } = process.env;
const children = [];
let output = '';

/** @returns a promise of the role's line that matches. Its end is an error unless it is expected. */
function start(role, line, ends = false) {
  const child = spawn(process.execPath, ['shell/role.cjs', role], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (more) => {
      output += more;
      text += more;
      if (line.test(text)) resolve();
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('exit', (code) =>
      ends && code === 0 ? resolve() : reject(new Error(`${role}: ${code}\n${output}`)),
    );
  });
}

async function read(address) {
  const response = await fetch(address);
  return { status: response.status, text: await response.text() };
}

try {
  await start('prepare', /^$/, true);
  await start('web', /"msg":"started"/);
  await start('jobs', /"msg":"started"/);
  for (const role of ['compose', 'watch', 'ops', 'site']) await start(role, /The role \w+ has started\./);
  const pages = [
    await read(`http://127.0.0.1:${PORT}/shop`),
    await read(`http://127.0.0.1:${API_PORT}/api/books`),
    await read(`http://127.0.0.1:${OPS_PORT}/ops/login`),
  ];
  const doctor = spawn(process.execPath, ['shell/doctor.cjs'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let findings = '';
  doctor.stdout.setEncoding('utf8').on('data', (text) => (findings += text));
  await once(doctor, 'close');
  process.stdout.write(JSON.stringify({ pages, findings, output }));
} finally {
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  for (const child of running) child.removeAllListeners('exit');
  await Promise.all(running.map((child) => (child.kill('SIGTERM'), once(child, 'exit'))));
}
