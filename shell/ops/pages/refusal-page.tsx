/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { Frame } from './document';
import { Notice } from './parts';

/** Says in one sentence why a request could not be answered. */
export function RefusalPage({ refusal }: { readonly refusal: string }) {
  return (
    <Frame>
      <h1>That did not work</h1>
      <Notice $tone="error" role="alert">
        {refusal}
      </Notice>
      <p>
        <a href="/ops/releases">Back to the releases</a>
      </p>
    </Frame>
  );
}
