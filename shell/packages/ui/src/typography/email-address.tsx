/** An email address as text. A line that is too short for it ends before the `@`. */
export function EmailAddress({ children }: { readonly children: string }) {
  const at = children.lastIndexOf('@');
  return (
    <>
      <span>{children.slice(0, at)}</span>
      <wbr />
      <span>{children.slice(at)}</span>
    </>
  );
}
