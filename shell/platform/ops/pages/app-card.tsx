import type { ReleaseTelemetry } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Caption, Card, Cluster, Grid, Stack } from '@isa/ui';
import { describeRollout } from '../../formats/history';
import { MAX_PREVIEW_DAYS } from '../../formats/preview';
import { type Column, DataTable } from './data-table';
import { Button, ErrorNotice, Field, FormRow, HiddenFields, Input, Version } from './elements';
import { actionLabel, percentage } from './labels';
import { formFields, type ReleaseAction } from './release-action';
import type { AppOverview } from './release-overview';

export function AppCard({ overview }: { readonly overview: AppOverview }) {
  const { app, live, previous, canary, telemetry, retired } = overview;
  const actions: ReleaseAction[] = [];
  if (canary) {
    const { version } = canary;
    actions.push({ kind: 'promote', app, version, percent: 100, force: false });
    actions.push({ kind: 'abort', app, version });
  }
  if (previous) actions.push({ kind: 'rollback', app });
  return (
    <Card as="section" aria-labelledby={`app-${app}`}>
      <Stack gap={5}>
        <h2 id={`app-${app}`}>{app}</h2>
        <Grid as="dl" min={190} gap={4}>
          <Fact
            name={canary && live !== undefined ? `Live, ${100 - canary.percent} %` : 'Live, all visitors'}
            version={live}
          />
          {canary && (
            <Fact
              name={`Canary, ${canary.percent} %${canary.rollout ? `, then ${describeRollout(canary.rollout)}` : ''}`}
              version={canary.version}
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
        <PromotionForm overview={overview} />
        {!retired && app !== 'shell' && <PreviewForm overview={overview} />}
        {actions.length > 0 && (
          <Cluster>
            {actions.map((action) => (
              <ActionForm key={action.kind} action={action} />
            ))}
          </Cluster>
        )}
        {live !== undefined && app !== 'shell' && <RetirementForm app={app} />}
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
function PromotionForm({ overview }: { readonly overview: AppOverview }) {
  const { app, live, canary, versions, storeError } = overview;
  if (storeError !== undefined) return <ErrorNotice message={storeError} />;
  const others = versions.filter((version) => version !== live);
  if (others.length === 0) return <p>The store has no other release of this app.</p>;
  // A release of the shell is for all visitors, because the shell has no canary.
  const forAll = app === 'shell';
  return (
    <FormRow as="form" method="post" action="/ops/releases/confirm" aria-label={`Promote ${app}`}>
      <HiddenFields fields={{ action: 'promote', app, ...(forAll && { percent: '100' }) }} />
      <Field>
        Release
        <Input as="select" name="version" defaultValue={canary?.version ?? others[0]}>
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
      <Button>Promote {app}…</Button>
    </FormRow>
  );
}

/** A form that makes a link, which shows a release without promoting it. */
function PreviewForm({ overview }: { readonly overview: AppOverview }) {
  const { app, live, versions, pullRequests } = overview;
  const others = [...pullRequests, ...versions].filter((version) => version !== live);
  if (others.length === 0) return null;
  return (
    <FormRow as="form" action="/ops/releases/preview" aria-label={`Preview ${app}`}>
      <HiddenFields fields={{ app }} />
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
function RetirementForm({ app }: { readonly app: string }) {
  return (
    <FormRow as="form" method="post" action="/ops/releases/confirm" aria-label={`Retire ${app}`}>
      <HiddenFields fields={{ action: 'retire', app }} />
      <Field>
        Redirect its addresses to (optional)
        <Input
          name="to"
          placeholder={paths.blog}
          pattern="/.*"
          title="The address of a page, such as /isa-blog"
        />
      </Field>
      <Button $secondary>Retire {app}…</Button>
    </FormRow>
  );
}

function ActionForm({ action }: { readonly action: ReleaseAction }) {
  return (
    <form method="post" action="/ops/releases/confirm">
      <HiddenFields fields={formFields(action)} />
      <Button $secondary={action.kind !== 'promote'}>{actionLabel(action)}…</Button>
    </form>
  );
}
