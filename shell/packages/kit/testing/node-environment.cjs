const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/**
 * Runs test files in the worker's own context, one after the other. Packages are evaluated once per worker
 * (node-runtime.cjs), and in a context of its own a test would have other constructors than they have: `instanceof Error`
 * would be false for a package's error. What a file changes in the process is undone when it ends.
 */
module.exports = class NodeEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.conditions = projectConfig.testEnvironmentOptions.customExportConditions;
    const folder = process.cwd();
    const variables = { ...process.env };
    const keys = new Set(Reflect.ownKeys(globalThis));
    const listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
    this.restore = () => {
      process.chdir(folder);
      process.exitCode = undefined;
      for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
      Object.assign(process.env, variables);
      for (const key of Reflect.ownKeys(globalThis))
        if (!keys.has(key)) Reflect.deleteProperty(globalThis, key);
      for (const name of process.eventNames()) {
        const own = process.rawListeners(name).filter((one) => !listeners.get(name)?.includes(one));
        for (const listener of own) process.removeListener(name, listener);
      }
    };
  }

  getVmContext() {
    return globalThis;
  }

  exportConditions() {
    return this.conditions;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.restore();
  }
};
