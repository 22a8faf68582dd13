/**
 * Development only, and run before react-dom. Every remote brings a Fast Refresh runtime of its own, which
 * learns of React's renderer from the DevTools hook; the hook that the shell's runtime makes forgets the
 * renderers that registered before the remote arrived.
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
