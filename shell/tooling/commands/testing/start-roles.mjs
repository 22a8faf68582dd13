// This program starts every role of an unpacked archive, the working directory, as an operator does: prepare
// first. It prints what they serve as JSON and stops them. It is a program of its own, because it runs in a
// network of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import process from 'node:process';

/* global fetch */

const { PORT, API_PORT, OPS_PORT, CREDENTIALS_DIRECTORY } = process.env;
/** The port of each role's metrics. */
const metricsPorts = JSON.parse(process.env.METRICS_PORTS);
const children = [];
let output = '';

/** @returns a promise of the role's line that matches. Its end is an error unless it is expected. */
function start(role, line, ends = false) {
  const child = spawn(process.execPath, ['shell/role.cjs', role], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, METRICS_PORT: metricsPorts[role] ?? '' },
  });
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

/** Reads from a host that leads here only for this request. */
function readAs(host, port, path) {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more) => (text += more));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    }).on('error', reject);
  });
}

async function read(address, headers = {}) {
  const response = await fetch(address, { headers });
  return { status: response.status, text: await response.text() };
}

try {
  await start('prepare', /^$/, true);
  await start('web', /"msg":"started"/);
  await start('jobs', /"msg":"started"/);
  for (const role of ['prerender', 'watch', 'ops', 'site']) await start(role, /The role \w+ has started\./);
  const pages = [
    await read(`http://127.0.0.1:${PORT}/shop`),
    await read(`http://127.0.0.1:${API_PORT}/api/books`),
    await readAs('ops.academy.example', OPS_PORT, '/ops/login'),
  ];
  const token = (await readFile(`${CREDENTIALS_DIRECTORY}/METRICS_TOKEN`, 'utf8')).trim();
  const metrics = {};
  for (const [role, port] of Object.entries({ ...metricsPorts, web: API_PORT })) {
    metrics[role] = (
      await read(`http://127.0.0.1:${port}/metrics`, { authorization: `Bearer ${token}` })
    ).text;
  }
  const doctor = spawn(process.execPath, ['shell/doctor.cjs'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let findings = '';
  doctor.stdout.setEncoding('utf8').on('data', (text) => (findings += text));
  await once(doctor, 'close');
  process.stdout.write(JSON.stringify({ pages, metrics, findings, output }));
} finally {
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  for (const child of running) child.removeAllListeners('exit');
  await Promise.all(running.map((child) => (child.kill('SIGTERM'), once(child, 'exit'))));
}
