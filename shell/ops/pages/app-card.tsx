import type { ReleaseTelemetry } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Caption, Card, Cluster, Grid, Stack } from '@isa/ui';
import { describeRollout } from '../../formats/history';
import { MAX_PREVIEW_DAYS } from '../../formats/preview';
import { type Column, DataTable } from './data-table';
import { Button, Field, FormRow, HiddenFields, Input, Version } from './elements';
import { actionLabel, percentage } from './labels';
import { formFields, type ReleaseAction } from './release-action';
import type { AppOverview } from './release-overview';

export function AppCard({ app }: { readonly app: AppOverview }) {
  const { name, live, previous, canary, telemetry, retired } = app;
  const actions: ReleaseAction[] = [];
  if (canary) {
    const { version } = canary.release;
    actions.push({ kind: 'promote', app: name, version, percent: 100, force: false });
    actions.push({ kind: 'abort', app: name, version });
  }
  if (previous) actions.push({ kind: 'rollback', app: name });
  return (
    <Card as="section" aria-labelledby={`app-${name}`}>
      <Stack gap={5}>
        <h2 id={`app-${name}`}>{name}</h2>
        <Grid as="dl" min={190} gap={4}>
          <Fact
            name={canary && live !== undefined ? `Live, ${100 - canary.percent} %` : 'Live, everybody'}
            version={live}
          />
          {canary && (
            <Fact
              name={`Canary, ${canary.percent} %${canary.rollout ? `, then ${describeRollout(canary.rollout)}` : ''}`}
              version={canary.release.version}
            />
          )}
          <Fact name="Previous" version={previous} />
        </Grid>
        {retired && (
          <p>
            Retired: its addresses {retired.to === undefined ? 'answer 410 Gone' : `lead to ${retired.to}`}.
          </p>
        )}
        {telemetry.length === 0 ? (
          <p>
            No page reported this app in this period. Views are reported when visitors leave a page or its
            tab, errors after five seconds.
          </p>
        ) : (
          <DataTable
            columns={COLUMNS}
            rows={telemetry}
            rowKey={({ version, slot }) => `${version} ${slot}`}
          />
        )}
        <PromotionForm app={app} />
        {!retired && name !== 'shell' && <PreviewForm app={app} />}
        {actions.length > 0 && (
          <Cluster>
            {actions.map((action) => (
              <ActionForm key={action.kind} action={action} />
            ))}
          </Cluster>
        )}
        {live !== undefined && name !== 'shell' && <RetirementForm name={name} />}
      </Stack>
    </Card>
  );
}

function Fact({ name, version }: { readonly name: string; readonly version: string | undefined }) {
  return (
    <div>
      <Caption as="dt">{name}</Caption>
      <dd>{version ? <Version>{version}</Version> : 'none'}</dd>
    </div>
  );
}

const COLUMNS: readonly Column<ReleaseTelemetry>[] = [
  { label: 'Release', cell: ({ version }) => <Version>{version}</Version> },
  { label: 'Shown as', cell: ({ slot }) => slot },
  { label: 'Views', numeric: true, cell: ({ views }) => views },
  {
    label: 'Failed',
    numeric: true,
    cell: ({ views, failedViews }) =>
      `${failedViews} (${percentage(failedViews, Math.max(views, failedViews))})`,
  },
  {
    label: 'Slow',
    numeric: true,
    cell: ({ measuredViews, slowViews }) =>
      `${slowViews} of ${measuredViews} (${percentage(slowViews, Math.max(measuredViews, slowViews))})`,
  },
  { label: 'Policy reports', numeric: true, cell: ({ policyReports }) => policyReports },
];

/** A form that opens the confirmation and changes nothing itself. */
function PromotionForm({ app: { name, live, canary, versions } }: { readonly app: AppOverview }) {
  const others = versions.filter((version) => version !== live);
  if (others.length === 0) return <p>The store has no other release of this app.</p>;
  // A release of the shell is for all visitors, because the shell has no canary.
  const forAll = name === 'shell';
  return (
    <FormRow as="form" action="/ops/releases/confirm" aria-label={`Promote ${name}`}>
      <HiddenFields fields={{ action: 'promote', app: name, ...(forAll && { percent: '100' }) }} />
      <Field>
        Release
        <Input as="select" name="version" defaultValue={canary?.release.version ?? others[0]}>
          {others.map((version) => (
            <option key={version}>{version}</option>
          ))}
        </Input>
      </Field>
      {!forAll && (
        <>
          <Field>
            Percent of the visitors
            <Input name="percent" type="number" min="1" max="100" required defaultValue="5" />
          </Field>
          <Field>
            Further steps (optional)
            <Input
              name="steps"

              placeholder="25,100"
              pattern="\s*\d+(\.\d+)?(\s*,\s*\d+(\.\d+)?)*\s*"
              title="Growing shares in percent, such as 25,100"
            />
          </Field>
          <Field>
            Minutes between steps
            <Input name="every" type="number" min="1" required defaultValue="30" />
          </Field>
        </>
      )}
      <Button>Promote {name}…</Button>
    </FormRow>
  );
}

/** A form that makes a link, which shows a release without promoting it. */
function PreviewForm({ app: { name, live, versions, pullRequests } }: { readonly app: AppOverview }) {
  const others = [...pullRequests, ...versions].filter((version) => version !== live);
  if (others.length === 0) return null;
  return (
    <FormRow as="form" action="/ops/releases/preview" aria-label={`Preview ${name}`}>
      <HiddenFields fields={{ app: name }} />
      <Field>
        Version
        <Input as="select" name="version">
          {others.map((version) => (
            <option key={version}>{version}</option>
          ))}
        </Input>
      </Field>
      <Field>
        Days until the link expires
        <Input name="days" type="number" min="1" max={MAX_PREVIEW_DAYS} required defaultValue="7" />
      </Field>
      <Button $secondary>Make a preview link</Button>
    </FormRow>
  );
}

/** A form that opens the confirmation, which searches for links to the remote's pages. */
function RetirementForm({ name }: { readonly name: string }) {
  return (
    <FormRow as="form" action="/ops/releases/confirm" aria-label={`Retire ${name}`}>
      <HiddenFields fields={{ action: 'retire', app: name }} />
      <Field>
        Redirect its addresses to (optional)
        <Input
          name="to"
          placeholder={paths.blog}
          pattern="/.*"
          title="The address of a page, such as /isa-blog"
        />
      </Field>
      <Button $secondary>Retire {name}…</Button>
    </FormRow>
  );
}

function ActionForm({ action }: { readonly action: ReleaseAction }) {
  return (
    <form action="/ops/releases/confirm">
      <HiddenFields fields={formFields(action)} />
      <Button $secondary={action.kind !== 'promote'}>{actionLabel(action)}…</Button>
    </form>
  );
}
