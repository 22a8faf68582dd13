/**
 * @returns adds an id to a request, by which the server recognises it if it is sent again because its answer was lost. A
 * request that was changed has another one.
 */
export function repeatable(): <Body extends object>(body: Body) => Body & { readonly requestId: string } {
  let sent = '';
  let requestId = '';
  return (body) => {
    const json = JSON.stringify(body);
    if (json !== sent) {
      sent = json;
      requestId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
        byte.toString(16).padStart(2, '0'),
      ).join('');
    }
    return { ...body, requestId };
  };
}
