import type { PreviewLink } from '../../release/preview';
import { Frame } from './document';
import { Field, FormColumn, Input } from './elements';
import { timeLabel } from './labels';
import type { OperatorSession } from './operator-session';

interface PreviewPageProps {
  readonly session: OperatorSession;
  /** `shop@1.5.0`. */
  readonly release: string;
  readonly link: PreviewLink;
}

/** A new preview link, to be copied. */
export function PreviewPage({ session, release, link: { url, expires } }: PreviewPageProps) {
  return (
    <Frame session={session}>
      <h1>Preview of {release}</h1>
      <p>
        Whoever opens this link sees {release} in that browser tab until{' '}
        <time dateTime={expires}>{timeLabel(expires)}</time>. Everybody else sees the released site, and
        telemetry ignores the preview. The link cannot be withdrawn.
      </p>
      <FormColumn>
        <Field>
          Link
          <Input readOnly value={url} />
        </Field>
        <a href={url}>Open the preview</a>
      </FormColumn>
      <p>
        <a href="/ops/releases">All releases</a>
      </p>
    </Frame>
  );
}
