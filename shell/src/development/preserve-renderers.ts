/**
 * React's DevTools hook, in development only: every remote has its own Fast Refresh runtime, and the hook of
 * the shell's drops renderers that registered before the remote was loaded.
 */
interface DevToolsHook {
  readonly renderers: Map<number, unknown>;
  inject(renderer: unknown): number;
}

function isHook(value: unknown): value is DevToolsHook {
  return typeof value === 'object' && value !== null && 'inject' in value && 'renderers' in value;
}

const hook: unknown = Reflect.get(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__');
if (isHook(hook)) {
  const inject = hook.inject.bind(hook);
  hook.inject = (renderer) => {
    const id = inject(renderer);
    hook.renderers.set(id, renderer);
    return id;
  };
}

export {};
