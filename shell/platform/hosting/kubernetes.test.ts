import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { parse } from 'yaml';
import { z } from 'zod';
import { describeWithProgram, installedProgram } from '../../../api/testing/with-program';
import { isRole, isSecret, missingVariables, type Right, type Role, ROLES } from './roles';
import { PROXIES } from './testing/proxies';

const FILE = path.join(__dirname, 'kubernetes.yaml');
const named = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
const objects = z
  .object({ items: z.array(named) })
  .parse(parse(readFileSync(FILE, 'utf8'), { merge: true })).items;
const roles = Object.keys(ROLES).filter(isRole);

function read<S extends z.ZodType>(kinds: readonly string[], name: string, schema: S): z.output<S> {
  return schema.parse(objects.find(({ kind, metadata }) => kinds.includes(kind) && metadata.name === name));
}
const exists = (kind: string, name: string) =>
  objects.some((object) => object.kind === kind && object.metadata.name === name);

const profile = z.object({ type: z.string() }).optional();
const probe = z.object({ httpGet: z.object({ port: z.string(), scheme: z.literal('HTTPS') }) }).optional();
const workload = z.object({
  spec: z.object({
    replicas: z.number().optional(),
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
            args: z.tuple([z.string()]),
            env: z.array(z.object({ name: z.string(), value: z.string().optional() })).default([]),
            envFrom: z.tuple([z.object({ configMapRef: z.object({ name: z.literal('isa-settings') }) })]),
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
            livenessProbe: probe,
            readinessProbe: probe,
            resources: z.object({ limits: z.object({ memory: z.string() }) }),
            securityContext: z.object({
              allowPrivilegeEscalation: z.literal(false),
              readOnlyRootFilesystem: z.literal(true),
              capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
            }),
            volumeMounts: z.array(z.object({ name: z.string() })),
          }),
        ]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
});
const workloadOf = (role: Role) => read(['Deployment', 'Job'], `isa-${role}`, workload).spec;
const podOf = (role: Role) => workloadOf(role).template.spec;
const containerOf = (role: Role) => podOf(role).containers[0];
const settings = read(
  ['ConfigMap'],
  'isa-settings',
  z.object({ data: z.record(z.string(), z.string()) }),
).data;

const ports = z.array(z.object({ port: z.number() }));
const policy = z.object({
  spec: z.object({
    ingress: z.array(z.object({ from: z.array(z.unknown()).optional(), ports })),
    egress: z.array(z.object({ ports })),
  }),
});
const policyOf = (role: Role) => read(['NetworkPolicy'], `isa-${role}`, policy).spec;

describeWithProgram('kubectl')('kubectl', () => {
  it('reads every object', () => {
    const args = ['annotate', '--local', '--output=name', '--filename', FILE, 'test=yes'];
    const { stdout } = spawnSync(installedProgram('kubectl') ?? '', args, { encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toHaveLength(objects.length);
  });
});

const models = {
  ...{ ConfigMap, Deployment, Job, NetworkPolicy, PersistentVolumeClaim, PodDisruptionBudget, Service },
};
const modelOf = z.enum(Object.keys(models) as (keyof typeof models)[]);

it.each(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object] as const))(
  'has a %s that matches the published schema',
  (_name, { kind, ...fields }) => {
    const object = new models[modelOf.parse(kind)](fields);
    expect(() => object.validate()).not.toThrow();
  },
);

it('finds an object that does not match the schema', () => {
  const spec = JSON.parse('{ "selector": {}, "minAvailable": [] }') as object;
  const object = new PodDisruptionBudget({ metadata: { name: 'broken' }, spec });
  expect(() => object.validate()).toThrow('data/spec/minAvailable');
});

/** The ports of the services that each right leads to. */
const TARGET_PORTS: Readonly<Partial<Record<Right, readonly number[]>>> = {
  database: [3306],
  sharedState: [6379],
  payments: [443],
  mail: [465, 587],
  store: [443],
};

describe.each(roles)('the role %s', (role) => {
  it('runs by its own name, with the settings of all roles and a Secret of its own', () => {
    const { volumes } = podOf(role);
    const { args, env, volumeMounts } = containerOf(role);
    expect(args).toEqual([role]);
    expect(volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }) => name).sort());
    const secrets = JSON.stringify(volumes).match(/(?<="(?:secretName|secret":\{"name)":")[^"]+/g);
    expect(new Set(secrets)).toEqual(new Set(['isa-tls', `isa-${role}`]));
    // No secret is in the environment, where other programs of the pod could read it.
    const names = [...env.map(({ name }) => name), ...Object.keys(settings)];
    expect(names.filter(isSecret)).toEqual([]);
  });

  it('waits for a database where it needs one', () => {
    const rights: readonly Right[] = ROLES[role].may;
    const isRequired = JSON.stringify(podOf(role).volumes).includes('"items":[{"key":"DATABASE_URL"');
    expect(isRequired).toBe(rights.includes('database'));
  });

  it('needs nothing that the manifests cannot give it', () => {
    const missing = missingVariables(role, { ...settings });
    expect(missing.filter((name) => settings[name] !== undefined)).toEqual([]);
  });

  it('reaches no port that its rights do not lead to', () => {
    const rights: readonly Right[] = ROLES[role].may;
    const reached = policyOf(role).egress.flatMap((rule) => rule.ports.map(({ port }) => port));
    const targets = rights.flatMap((right) => TARGET_PORTS[right] ?? []);
    const asksApi = ['prerender', 'watch', 'ops', 'site'].includes(role);
    expect(new Set(reached)).toEqual(new Set([53, ...targets, ...(asksApi ? [3002] : [])]));
  });

  it('lets Prometheus in where it has metrics', () => {
    const rights: readonly Right[] = ROLES[role].may;
    const open = policyOf(role).ingress.filter(({ from }) => JSON.stringify(from)?.includes('prometheus'));
    const own: Readonly<Partial<Record<Role, number>>> = { web: 3002, office: 3005 };
    const port = own[role] ?? Number(settings.METRICS_PORT);
    expect(open.map((rule) => rule.ports)).toEqual(rights.includes('metrics') ? [[{ port }]] : []);
  });

  it('has probes and a Service where it answers requests, and a disruption budget where it has replicas', () => {
    const { ports: own, livenessProbe, readinessProbe } = containerOf(role);
    const isServer = own.length > 0;
    const probed = [livenessProbe, readinessProbe].map((one) => one?.httpGet.port ?? '');
    expect(probed.every((port) => own.some(({ name }) => name === port))).toBe(isServer);
    expect(exists('Service', `isa-${role}`)).toBe(isServer);
    expect(exists('PodDisruptionBudget', `isa-${role}`)).toBe((workloadOf(role).replicas ?? 1) > 1);
  });

  it('runs with the profiles of the container engine, unless it confines the code of releases', () => {
    const { seccompProfile, appArmorProfile } = podOf(role).securityContext;
    const types = [seccompProfile?.type, appArmorProfile?.type ?? 'RuntimeDefault'];
    const expected = ['prerender', 'watch', 'ops'].includes(role) ? 'Unconfined' : 'RuntimeDefault';
    expect(types).toEqual([expected, expected]);
  });
});

it('runs no code of releases without the sandbox', () => {
  const variables = [settings, ...roles.map((role) => containerOf(role).env.map(({ name }) => name))];
  expect(JSON.stringify(variables)).not.toContain('SANDBOX');
});

it('tells each role that counts clients its own number of proxies', () => {
  const proxiesOf = (role: Role) => containerOf(role).env.find(({ name }) => name === 'TRUST_PROXY')?.value;
  expect(Object.fromEntries(roles.map((role) => [role, proxiesOf(role)]))).toMatchObject({
    ...PROXIES.kubernetes,
    site: undefined,
  });
  expect(settings).not.toHaveProperty('TRUST_PROXY');
});

it('lets only the roles that serve visitors, staff and operators be reached from outside', () => {
  // A rule without callers admits everybody.
  const open = roles.filter((role) => policyOf(role).ingress.some(({ from }) => from === undefined));
  expect(open).toEqual(['office', 'ops', 'site']);
  expect(JSON.stringify(policyOf('web').ingress)).toContain('"app.kubernetes.io/component":"site"');
});
