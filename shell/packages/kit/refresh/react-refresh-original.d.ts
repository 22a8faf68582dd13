/** `react-refresh/runtime`, under the name by which its replacement imports it (`webpack/configuration.ts`). */
declare module 'react-refresh-original' {
  interface Family {
    readonly current: unknown;
  }
  const runtime: {
    createSignatureFunctionForTransform(): unknown;
    getFamilyByType(type: unknown): Family | undefined;
    injectIntoGlobalHook(global: unknown): void;
    isLikelyComponentType(type: unknown): boolean;
    register(type: unknown, id: string): void;
    performReactRefresh(): { readonly staleFamilies: Set<Family> } | null;
  };
  export default runtime;
}
