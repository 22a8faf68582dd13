/** The hidden fields of a confirmation's form. */
export function readHiddenFields(html: string): Record<string, string> {
  const form = /<form[^>]*aria-label="Confirm".*?<\/form>/s.exec(html)?.[0] ?? '';
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
}
