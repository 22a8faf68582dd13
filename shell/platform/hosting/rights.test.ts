import { z } from 'zod';
import { kubernetesObjects } from './kubernetes';
import { isRole, missingVariables, type Role, ROLES } from './roles';
import { systemdFiles } from './systemd';
import { PROXIES } from './testing/proxies';

const BUCKET = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
const API = [
  ...['APP_SECRET', 'DATABASE_URL', 'METRICS_TOKEN', 'OPS_READ_TOKEN', 'PAYPAL_CLIENT_SECRET', 'REDIS_URL'],
  ...['SMTP_URL', 'VIDEO_STORAGE_KEY_ID', 'VIDEO_STORAGE_SECRET'],
];
/** The secrets that each role may hold, as the table of roles in the documents says. */
const MAY_HOLD: Readonly<Record<Role, readonly string[]>> = {
  web: API,
  jobs: API,
  prepare: ['DATABASE_URL'],
  office: ['APP_SECRET', 'DATABASE_URL', 'METRICS_TOKEN', 'PAYPAL_CLIENT_SECRET', 'REDIS_URL'],
  prerender: [...BUCKET, 'METRICS_TOKEN'],
  watch: [...BUCKET, 'METRICS_TOKEN', 'OPS_READ_TOKEN', 'RELEASE_KEY_REGISTRY'],
  ops: [...BUCKET, 'METRICS_TOKEN', 'OPS_READ_TOKEN', 'OPS_TOKEN', 'RELEASE_KEY_REGISTRY'],
  site: ['METRICS_TOKEN'],
};
const roles = Object.keys(ROLES).filter(isRole);
const objects = kubernetesObjects('registry.example/isa:1.0.0');

const withName = z.object({ kind: z.string(), metadata: z.object({ name: z.string() }) });
function read<S extends z.ZodType>(kinds: readonly string[], name: string, schema: S): z.output<S> {
  return schema.parse(
    objects.find((object) => {
      const found = withName.parse(object);
      return kinds.includes(found.kind) && found.metadata.name === name;
    }),
  );
}

const profile = z.object({ type: z.string() }).optional();
const workload = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        automountServiceAccountToken: z.literal(false),
        securityContext: z.object({
          runAsNonRoot: z.literal(true),
          seccompProfile: profile,
          appArmorProfile: profile,
        }),
        containers: z.tuple([
          z.object({
            env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
            resources: z.object({ limits: z.object({ memory: z.string() }) }),
            securityContext: z.object({
              allowPrivilegeEscalation: z.literal(false),
              readOnlyRootFilesystem: z.literal(true),
              capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
            }),
          }),
        ]),
        volumes: z.array(
          z.object({
            secret: z.unknown().optional(),
            projected: z
              .strictObject({
                defaultMode: z.literal(0o440),
                sources: z.array(
                  z.strictObject({
                    secret: z.object({
                      name: z.string(),
                      items: z.array(z.object({ key: z.string(), path: z.string() })),
                    }),
                  }),
                ),
              })
              .optional(),
          }),
        ),
      }),
    }),
  }),
});
const podOf = (role: Role) => read(['Deployment', 'Job'], `isa-${role}`, workload).spec.template.spec;
const policy = z.object({
  spec: z.object({
    ingress: z.array(
      z.object({
        from: z
          .array(
            z.object({
              podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
            }),
          )
          .optional(),
      }),
    ),
  }),
});
const valuesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'a value']));

describe.each(roles)('the role %s', (role) => {
  it('mounts in Kubernetes the secrets that it may hold, from a Secret of its own', () => {
    const { volumes, containers } = podOf(role);
    const sources = volumes.flatMap(({ projected }) => projected?.sources ?? []);
    const items = sources.flatMap(({ secret }) => secret.items);
    expect(items.map(({ key }) => key).sort()).toEqual([...MAY_HOLD[role]].sort());
    expect(items.filter(({ key, path }) => key !== path)).toEqual([]);
    expect(sources.filter(({ secret }) => secret.name !== `isa-${role}`)).toEqual([]);
    expect(volumes.filter(({ secret }) => secret !== undefined)).toEqual([]);
    const settings = Object.fromEntries(containers[0].env.map(({ name, value }) => [name, value]));
    expect(Object.keys(settings).filter((name) => MAY_HOLD[role].includes(name))).toEqual([]);
    const environment = { ...settings, ...valuesOf(MAY_HOLD[role]), NODE_ENV: 'production' };
    expect(missingVariables(role, environment)).toEqual([]);
  });

  it('loads from systemd the secrets that it may hold, from a folder of its own', () => {
    const unit = systemdFiles()[`isa-${role}.service`] ?? '';
    const loaded = [...unit.matchAll(/^LoadCredential=(\w+):(.+)$/gm)];
    expect(loaded.map(([, name]) => name).sort()).toEqual([...MAY_HOLD[role]].sort());
    for (const [, name, file] of loaded) expect(file).toBe(`/etc/isa/secrets/${role}/${name}`);
  });

  it('runs with the profiles of the container engine, unless it confines the code of releases', () => {
    const { seccompProfile, appArmorProfile } = podOf(role).securityContext;
    const types = [seccompProfile?.type, appArmorProfile?.type ?? 'RuntimeDefault'];
    const renders = ['prerender', 'watch', 'ops'].includes(role);
    const expected = renders ? 'Unconfined' : 'RuntimeDefault';
    expect(types).toEqual([expected, expected]);
  });
});

it('no pod runs the code of releases without the sandbox', () => {
  const settings = podOf('prerender').containers[0].env.map(({ name }) => name);
  expect(settings).not.toContain('SANDBOX');
  const { data } = read(['ConfigMap'], 'isa-settings', z.object({ data: z.record(z.string(), z.string()) }));
  expect(data).not.toHaveProperty('SANDBOX');
});

it('the API is reached through the role site only', () => {
  const { ingress } = read(['NetworkPolicy'], 'isa-web', policy).spec;
  // A rule without callers admits everybody.
  expect(ingress.filter(({ from }) => from === undefined)).toEqual([]);
  expect(JSON.stringify(ingress)).toContain('"app.kubernetes.io/component":"site"');
});

it('each role that counts clients knows its own number of proxies', () => {
  const proxiesOf = (role: Role) =>
    podOf(role).containers[0].env.find(({ name }) => name === 'TRUST_PROXY')?.value;
  expect(Object.fromEntries(roles.map((role) => [role, proxiesOf(role)]))).toMatchObject({
    ...PROXIES.kubernetes,
    site: undefined,
  });
  const { data } = read(['ConfigMap'], 'isa-settings', z.object({ data: z.record(z.string(), z.string()) }));
  expect(data).not.toHaveProperty('TRUST_PROXY');
  for (const role of ['web', 'office', 'ops'] as const) {
    expect(systemdFiles()[`isa-${role}.service`]).toContain(
      `Environment=TRUST_PROXY=${PROXIES.systemd[role]}\n`,
    );
  }
});

it('only the roles that serve visitors, staff and operators are reached from outside', () => {
  const open = roles.filter((role) =>
    read(['NetworkPolicy'], `isa-${role}`, policy).spec.ingress.some(({ from }) => from === undefined),
  );
  expect(open).toEqual(['office', 'ops', 'site']);
});
