import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { createOverlay } from 'webpack-dev-server/client/overlay.js';
import { mapStack } from './map-stack';

/**
 * Development only: shows runtime errors of an app in webpack's overlay, with their stack in the sources, until the next
 * update. A page contains this module once for each app that a development server builds; the first one is used.
 */

const UPDATED = 'isa-updated';
const MARK = 'isaRuntimeErrors';

import.meta.webpackHot?.addStatusHandler((status) => {
  if (status === 'idle') window.dispatchEvent(new Event(UPDATED));
});

const { dataset } = document.documentElement;
if (!(MARK in dataset)) {
  dataset[MARK] = '';
  watchRuntimeErrors();
}

function watchRuntimeErrors(): void {
  const overlay = createOverlay({});
  const shown = new WeakSet<Error>();

  async function show(error: unknown): Promise<void> {
    if (!(error instanceof Error) || shown.has(error)) return;
    shown.add(error);
    const { stack, file } = await mapStack(error.stack ?? error.message, positionIn);
    // Not an error of an app that is developed here.
    if (file === undefined) return;
    const [message = '', ...frames] = stack.split('\n');
    dataset.isaRuntimeError = '';
    overlay.send({ type: 'RUNTIME_ERROR', messages: [{ message, file, stack: frames }] });
  }

  window.addEventListener('error', ({ error }) => void show(error));
  window.addEventListener('unhandledrejection', ({ reason }) => void show(reason));
  window.addEventListener(UPDATED, () => overlay.send({ type: 'DISMISS' }));
  // React reports errors that an error boundary has caught only to the console.
  const { error: log } = window.console;
  window.console.error = (...values: readonly unknown[]) => {
    log(...values);
    values.forEach((value) => void show(value));
  };
}

const maps = new Map<string, Promise<TraceMap | undefined>>();

async function positionIn(script: string, line: number, column: number) {
  const known = maps.get(script) ?? loadMap(script);
  maps.set(script, known);
  const map = await known;
  return map && originalPositionFor(map, { line, column });
}

/** @returns `undefined` for scripts of releases, whose maps are not served. */
async function loadMap(script: string): Promise<TraceMap | undefined> {
  const response = await fetch(`${script}.map`).catch(() => undefined);
  return response?.ok ? new TraceMap(await response.text()) : undefined;
}
