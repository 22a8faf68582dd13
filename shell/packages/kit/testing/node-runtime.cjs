const { createRequire, isBuiltin } = require('node:module');
const vm = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

/** Matches packages that no workspace contains; `@jest/globals` differs for each test file. */
const PACKAGE = /^(?:@(?!isa\/|jest\/)[\w-]+\/)?[\w-][^:]*$/;

/** Each file initialises this package itself, and it can be initialised only once. */
const OWN_STATE = '@bokuweb/zstd-wasm';

/**
 * Gives each test file modules of its own, as Jest does, but shares the packages between the files of a worker: TypeORM,
 * Koa and zod take longer to evaluate than most files take to run. A package cannot be mocked therefore.
 */
module.exports = class NodeRuntime extends JestRuntime {
  constructor(config, environment, ...options) {
    super(config, environment, ...options);
    // A file may ask for an environment of its own, such as a browser's.
    this.sharesContext = environment.getVmContext() === globalThis;
    if (!this.sharesContext) return;
    const { executor } = this;
    executor.compile = (source, filename) =>
      vm.compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModuleOrMock(from, name) {
    if (this.sharesContext && PACKAGE.test(name) && name !== OWN_STATE && !isBuiltin(name))
      return createRequire(from)(name);
    return super.requireModuleOrMock(from, name);
  }
};
