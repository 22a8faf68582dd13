import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { root } from '../../packages/node/folders';
import { isRole, type Right, type Role, ROLES, secretsOf } from './roles';

const fields = z.record(z.string(), z.unknown());
const workload = z.strictObject({
  replicas: z.number(),
  memory: z.string(),
  ports: z.record(z.string(), z.number()).default({}),
  callers: z.array(z.string()).default([]),
  mounts: z.array(z.looseObject({ name: z.string() })).default([]),
  env: z.array(fields).default([]),
  pod: fields.default({}),
  container: fields.default({}),
});
const templates = z.strictObject({
  objects: z.array(z.looseObject({ kind: z.string() })),
  metricsPort: z.number(),
  pod: fields,
  container: fields,
  env: z.array(fields),
  volumes: z.record(z.string(), fields),
  roles: z.record(z.string(), workload),
});

/** The peer of Prometheus, in whichever namespace it runs. */
const PROMETHEUS = {
  namespaceSelector: {},
  podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } },
};

const TARGET_PORTS: Readonly<Partial<Record<Right, readonly number[]>>> = {
  database: [3306],
  sharedState: [6379],
  payments: [443],
  mail: [465, 587],
  store: [443],
};

const labels = (role: string) => ({ 'app.kubernetes.io/name': 'isa', 'app.kubernetes.io/component': role });
const metadata = (role: string) => ({ name: `isa-${role}`, labels: labels(role) });
const selector = (role: string) => ({ matchLabels: labels(role) });
const tcp = (numbers: readonly number[]) => numbers.map((port) => ({ protocol: 'TCP', port }));

/** Every object that runs the roles: `kubernetes.yaml`, with the secrets and connections that the roles' rights give them. */
export function kubernetesObjects(image: string) {
  const text = readFileSync(path.join(root, 'shell/platform/hosting/kubernetes.yaml'), 'utf8');
  const { objects, metricsPort, roles: workloads, ...common } = templates.parse(parse(text, { merge: true }));
  const workloadOf = (role: Role) => workload.parse(workloads[role]);
  const roles = Object.keys(ROLES).filter(isRole);

  function podOf(role: Role) {
    const { memory, ports, mounts, env, pod, container } = workloadOf(role);
    const secrets = secretSources(role);
    const volumeMounts = [
      { name: 'data', mountPath: '/data' },
      { name: 'tmp', mountPath: '/tmp' },
      ...(secrets.length > 0 ? [{ name: 'secrets', mountPath: '/run/secrets/isa', readOnly: true }] : []),
      ...mounts,
    ];
    const all: Readonly<Record<string, object>> = {
      ...common.volumes,
      secrets: { projected: { defaultMode: 0o440, sources: secrets } },
    };
    return {
      metadata: { labels: labels(role) },
      spec: {
        ...common.pod,
        ...pod,
        containers: [
          {
            name: role,
            image,
            args: [role],
            ...common.container,
            ...container,
            env: [...common.env, { name: 'METRICS_PORT', value: String(metricsPort) }, ...env],
            ports: Object.entries(ports).map(([name, containerPort]) => ({ name, containerPort })),
            resources: { requests: { cpu: '100m', memory }, limits: { memory } },
            volumeMounts,
          },
        ],
        volumes: volumeMounts.map(({ name }) => ({ name, ...all[name] })),
      },
    };
  }

  function runOf(role: Role) {
    const template = podOf(role);
    if (role === 'prepare') {
      const spec = { backoffLimit: 4, ttlSecondsAfterFinished: 86_400, template };
      return [{ apiVersion: 'batch/v1', kind: 'Job', metadata: metadata(role), spec }];
    }
    const { replicas, ports } = workloadOf(role);
    const strategy =
      replicas > 1
        ? { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
        : { type: 'Recreate' };
    const servicePorts = Object.entries(ports).map(([name, port]) => ({ name, port, targetPort: name }));
    const object = (apiVersion: string, kind: string, spec: object) => ({
      ...{ apiVersion, kind, metadata: metadata(role), spec },
    });
    return [
      object('apps/v1', 'Deployment', { replicas, selector: selector(role), strategy, template }),
      ...(servicePorts.length > 0
        ? [object('v1', 'Service', { selector: labels(role), ports: servicePorts })]
        : []),
      ...(replicas > 1
        ? [object('policy/v1', 'PodDisruptionBudget', { maxUnavailable: 1, selector: selector(role) })]
        : []),
    ];
  }

  /** The policy by which only its callers reach a role, and it reaches only what its rights lead to. */
  function networkPolicyOf(role: Role) {
    const { callers, ports } = workloadOf(role);
    const api = workloadOf('web');
    const from = callers.map((caller) => ({ podSelector: selector(caller) }));
    const rights: readonly Right[] = ROLES[role].may;
    const targets = [...new Set(rights.flatMap((right) => TARGET_PORTS[right] ?? []))];
    const requests = { ...(!callers.includes('outside') && { from }), ports: tcp(Object.values(ports)) };
    // The API answers Prometheus on its own port.
    const metrics = { from: [PROMETHEUS], ports: tcp(role === 'web' ? Object.values(ports) : [metricsPort]) };
    return {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: metadata(role),
      spec: {
        podSelector: selector(role),
        policyTypes: ['Ingress', 'Egress'],
        ingress: [
          ...(callers.length > 0 ? [requests] : []),
          ...(secretsOf(role).optional.includes('METRICS_TOKEN') ? [metrics] : []),
        ],
        egress: [
          { ports: [...tcp([53]), { protocol: 'UDP', port: 53 }] },
          ...(api.callers.includes(role)
            ? [{ to: [{ podSelector: selector('web') }], ports: tcp(Object.values(api.ports)) }]
            : []),
          ...(targets.length > 0 ? [{ ports: tcp(targets) }] : []),
        ],
      },
    };
  }

  return [...objects, ...roles.flatMap(runOf), ...roles.map(networkPolicyOf)];
}

/** The sources of the secrets that the role may hold: a Secret of its own. */
function secretSources(role: Role) {
  const { required, optional } = secretsOf(role);
  const source = (names: readonly string[], more: object) => {
    const items = names.map((key) => ({ key, path: key }));
    return names.length > 0 ? [{ secret: { name: `isa-${role}`, items, ...more } }] : [];
  };
  return [...source(required, {}), ...source(optional, { optional: true })];
}

/** The manifests of all roles in one file. */
export function kubernetesManifests(image: string): string {
  return kubernetesObjects(image)
    .map((object) => stringify(object, { aliasDuplicateObjects: false }))
    .join('---\n');
}
