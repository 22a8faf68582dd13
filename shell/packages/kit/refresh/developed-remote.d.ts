/** The remote that is developed: an alias of its `remote.tsx` (`webpack/configuration.ts`). */
declare module 'developed-remote' {
  import type { Remote } from '@isa/contract';
  const remote: Remote;
  export default remote;
}
