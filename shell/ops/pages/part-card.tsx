/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { type ReleaseTelemetry, SLOW_INTERACTION } from '@isa/api-contract';
import { Actions, Button, Card, Facts, Field, Input, Row, Select, Table, Version } from './parts';
import { fieldsOf, type ReleaseAction } from './release-action';
import type { PartOverview } from './release-overview';
import { duration, errorRate, share, wordsOf } from './words';

/** A part's releases, how they do, and what can be done. */
export function PartCard({ part }: { readonly part: PartOverview }) {
  const { name, live, previous, canary } = part;
  return (
    <Card aria-labelledby={`part-${name}`}>
      <h2 id={`part-${name}`}>{name}</h2>
      <Facts>
        <Fact name={canary ? `Live, ${100 - canary.percent} %` : 'Live, everybody'} version={live} />
        {canary && <Fact name={`Canary, ${canary.percent} %`} version={canary.version} />}
        <Fact name="Previous" version={previous} />
      </Facts>
      <Figures seen={part.seen} />
      <Promotion part={part} />
      {(canary ?? previous) && (
        <Actions>
          {canary && (
            <>
              <Ask
                action={{ kind: 'promote', part: name, version: canary.version, percent: 100, force: false }}
              />
              <Ask quiet action={{ kind: 'abort', part: name, version: canary.version }} />
            </>
          )}
          {previous && <Ask quiet action={{ kind: 'rollback', part: name }} />}
        </Actions>
      )}
    </Card>
  );
}

function Fact({ name, version }: { readonly name: string; readonly version: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{version ? <Version>{version}</Version> : 'none'}</dd>
    </div>
  );
}

function Figures({ seen }: { readonly seen: readonly ReleaseTelemetry[] }) {
  if (seen.length === 0) return <p>No page has reported about it in this time.</p>;
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">Release</th>
          <th scope="col">Shown as</th>
          <th scope="col">Views</th>
          <th scope="col">Failed</th>
          <th scope="col">LCP p75</th>
          <th scope="col">INP p75</th>
          <th scope="col">over {SLOW_INTERACTION} ms</th>
          <th scope="col">CLS p75</th>
        </tr>
      </thead>
      <tbody>
        {seen.map((one) => (
          <tr key={`${one.version} ${one.slot}`}>
            <td data-label="Release">
              <Version>{one.version}</Version>
            </td>
            <td data-label="Shown as">{one.slot}</td>
            <td data-label="Views" data-figure>
              {one.views}
            </td>
            <td data-label="Failed" data-figure>
              {one.failedViews} ({errorRate(one)})
            </td>
            <td data-label="LCP p75" data-figure>
              {duration(one.LCP.p75)}
            </td>
            <td data-label="INP p75" data-figure>
              {duration(one.INP.p75)}
            </td>
            <td data-label={`over ${SLOW_INTERACTION} ms`} data-figure>
              {share(one.INP.slow, one.INP.count)}
            </td>
            <td data-label="CLS p75" data-figure>
              {one.CLS.p75 ?? '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Leads to the confirmation; nothing has changed until then. */
function Promotion({ part: { name, live, canary, versions } }: { readonly part: PartOverview }) {
  const others = versions.filter((version) => version !== live);
  if (others.length === 0) return <p>The store has no other release of it.</p>;
  return (
    <Row action="/ops/releases/confirm" aria-label={`Promote ${name}`}>
      <input type="hidden" name="action" value="promote" />
      <input type="hidden" name="part" value={name} />
      <Field>
        Release
        <Select name="version" defaultValue={canary?.version ?? others[0]}>
          {others.map((version) => (
            <option key={version}>{version}</option>
          ))}
        </Select>
      </Field>
      {name === 'shell' ? (
        <input type="hidden" name="percent" value="100" />
      ) : (
        <Field>
          Percent of the visitors
          <Input name="percent" type="number" min="1" max="100" required defaultValue="5" />
        </Field>
      )}
      <Button>Promote {name}…</Button>
    </Row>
  );
}

function Ask({ action, quiet = false }: { readonly action: ReleaseAction; readonly quiet?: boolean }) {
  return (
    <form action="/ops/releases/confirm">
      {Object.entries(fieldsOf(action)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button $quiet={quiet}>{wordsOf(action)}…</Button>
    </form>
  );
}
