import { bookTitle } from '@isa/api-contract';
import { VisuallyHidden } from '@isa/ui';

/** Matches `Covert Surveillance, ` and, for one volume, `Volume 1. `. */
const SERIES = /^Covert Surveillance, (?:Volume \d+\. )?/;

/** A book's title with its subtitle as the visible part, because a caption alongside it names the volume. */
export function BookTitle({ title }: { readonly title: string }) {
  const [series = ''] = SERIES.exec(title) ?? [];
  return (
    <>
      {series && <VisuallyHidden>{series}</VisuallyHidden>}
      <span>{bookTitle(title.slice(series.length))}</span>
    </>
  );
}
