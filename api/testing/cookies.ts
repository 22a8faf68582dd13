interface SetCookie {
  readonly value: string;
  /** Attributes in lower case; flags are `true`. */
  readonly attributes: Readonly<Record<string, string | true>>;
}

/** The cookies that a response sets, by name. */
export function cookiesOf({ headers }: { readonly headers: Headers }): Readonly<Record<string, SetCookie>> {
  const cookies: Record<string, SetCookie> = {};
  for (const line of headers.getSetCookie()) {
    const [pair = '', ...rest] = line.split('; ');
    const [name = '', value = ''] = split(pair);
    cookies[name] = {
      value,
      attributes: Object.fromEntries(
        rest.map((attribute) => {
          const [key = '', setting] = split(attribute);
          return [key.toLowerCase(), setting ?? true];
        }),
      ),
    };
  }
  return cookies;
}

function split(text: string): [string, string?] {
  const at = text.indexOf('=');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
