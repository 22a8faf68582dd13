import type { IPodTemplateSpec, IProbe, IVolume, IVolumeMount } from 'kubernetes-models/v1';
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { stringify } from 'yaml';
import { isRole, type Right, type Role, ROLES, secretsOf } from './roles';

interface Workload {
  /** Several share the work; a single one is replaced by stopping it first. */
  readonly replicas: number;
  /** Addresses that respond as long as the process works, and as long as it may get requests. */
  readonly ports?: Readonly<Record<string, number>>;
  readonly probes?: { readonly port: string; readonly live: string; readonly ready: string };
  readonly memory: string;
  /** Whether bubblewrap creates namespaces in it, which the profiles of container engines refuse. */
  readonly createsNamespaces?: boolean;
  /** Whether it verifies releases. */
  readonly trusts?: boolean;
  /** How it mounts the composed site. */
  readonly site?: 'read' | 'write';
  /** Whether it writes the log of erasures, which must survive its pods and the database. */
  readonly erasures?: boolean;
  /** Roles that send it requests; `outside` are the balancer in front and the operators. */
  readonly callers?: readonly (Role | 'outside')[];
}

const WORKLOADS: Readonly<Record<Role, Workload>> = {
  web: {
    replicas: 2,
    ports: { http: 3002 },
    probes: { port: 'http', live: '/api/health/live', ready: '/api/health/ready' },
    memory: '512Mi',
    erasures: true,
    callers: ['outside', 'site', 'compose', 'watch', 'ops'],
  },
  jobs: { replicas: 2, memory: '384Mi' },
  prepare: { replicas: 1, memory: '384Mi' },
  compose: {
    replicas: 1,
    memory: '1536Mi',
    createsNamespaces: true,
    trusts: true,
    site: 'write',
  },
  watch: { replicas: 1, memory: '256Mi', trusts: true },
  ops: {
    replicas: 1,
    ports: { ops: 3004 },
    probes: { port: 'ops', live: '/ops/login', ready: '/ops/login' },
    memory: '256Mi',
    trusts: true,
    callers: ['outside'],
  },
  site: {
    replicas: 2,
    ports: { http: 3000, cdn: 3001 },
    probes: { port: 'http', live: '/registry.json', ready: '/registry.json' },
    memory: '256Mi',
    site: 'read',
    callers: ['outside'],
  },
};

/** Where a right leads to. */
const TARGET_PORTS: Readonly<Partial<Record<Right, readonly number[]>>> = {
  database: [3306],
  sharedState: [6379],
  payments: [443],
  mail: [465, 587],
  store: [443],
};

const API_PORT = 3002;
const SITE_FOLDER = '/site';
const ERASURES_FOLDER = '/erasures';
const TRUST_FOLDER = '/etc/isa';
const SECRETS_FOLDER = '/run/secrets/isa';
const labels = (role: Role) => ({ 'app.kubernetes.io/name': 'isa', 'app.kubernetes.io/component': role });
const metadata = (role: Role) => ({ name: `isa-${role}`, labels: labels(role) });
const selector = (role: Role) => ({ matchLabels: labels(role) });

/** What all roles may know; an operator replaces the example's values. */
const SETTINGS = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  API_HOST: '0.0.0.0',
  API_ORIGIN: `http://isa-web:${API_PORT}`,
  SITE_ORIGIN: 'https://academy.example',
  CDN_ORIGIN: 'https://cdn.academy.example',
  STORE_URL: 's3://academy-releases',
  AWS_REGION: 'eu-west-2',
  MAIL_FROM: 'office@academy.example',
  SUPPORT_EMAIL: 'help@academy.example',
  PAYPAL_API_URL: 'https://api-m.paypal.com',
  PAYPAL_SDK_URL: 'https://www.paypal.com/sdk/js',
  PAYPAL_CLIENT_ID: 'replace-me',
  PAYPAL_WEBHOOK_ID: 'replace-me',
};

/** Every object that runs the roles. The Secret `isa` and the ConfigMap `isa-trust`, with `trusted.json`, are the operator's. */
export function kubernetesObjects(image: string) {
  const roles = Object.keys(ROLES).filter(isRole);
  const running = roles.filter((role) => role !== 'prepare');
  return [
    new ConfigMap({ metadata: { name: 'isa-settings' }, data: SETTINGS }),
    new PersistentVolumeClaim({
      metadata: { name: 'isa-site' },
      spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '2Gi' } } },
    }),
    new PersistentVolumeClaim({
      metadata: { name: 'isa-erasures' },
      spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '100Mi' } } },
    }),
    new Job({
      metadata: metadata('prepare'),
      spec: { backoffLimit: 4, ttlSecondsAfterFinished: 86_400, template: podOf('prepare', image) },
    }),
    ...running.map((role) => deploymentOf(role, image)),
    ...running.flatMap(serviceOf),
    ...running
      .filter((role) => WORKLOADS[role].replicas > 1)
      .map(
        (role) =>
          new PodDisruptionBudget({
            metadata: metadata(role),
            spec: { maxUnavailable: 1, selector: selector(role) },
          }),
      ),
    ...roles.map(networkPolicyOf),
  ];
}

/** The manifests of all roles in one file. */
export function kubernetesManifests(image: string): string {
  return kubernetesObjects(image)
    .map((object) => stringify(object.toJSON(), { aliasDuplicateObjects: false }))
    .join('---\n');
}

function deploymentOf(role: Role, image: string) {
  const { replicas } = WORKLOADS[role];
  return new Deployment({
    metadata: metadata(role),
    spec: {
      replicas,
      selector: selector(role),
      strategy:
        replicas > 1
          ? { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
          : { type: 'Recreate' },
      template: podOf(role, image),
    },
  });
}

function podOf(role: Role, image: string): IPodTemplateSpec {
  const { ports = {}, probes, memory, createsNamespaces, trusts, erasures } = WORKLOADS[role];
  const user = 10_001;
  const probe = (path: string): IProbe => ({
    httpGet: { path, port: probes?.port ?? 'http' },
    periodSeconds: 5,
    timeoutSeconds: 2,
  });
  const environment = {
    DATA_FOLDER: '/data',
    SITE_FOLDER,
    CREDENTIALS_DIRECTORY: SECRETS_FOLDER,
    ...(trusts && { RELEASE_TRUST: `${TRUST_FOLDER}/trusted.json` }),
    // A file for each pod: appending to a shared one over a network is not atomic.
    ...(erasures && { ERASURE_LOG: `${ERASURES_FOLDER}/$(POD_NAME).log` }),
  };
  const podName = { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } };
  const { volumes, volumeMounts } = volumesOf(role);
  return {
    metadata: { labels: labels(role) },
    spec: {
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      restartPolicy: role === 'prepare' ? 'Never' : 'Always',
      // STOP_SECONDS, and 10 more.
      terminationGracePeriodSeconds: 20,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: user,
        runAsGroup: user,
        fsGroup: user,
        seccompProfile: { type: createsNamespaces ? 'Unconfined' : 'RuntimeDefault' },
        ...(createsNamespaces && { appArmorProfile: { type: 'Unconfined' } }),
      },
      containers: [
        {
          name: role,
          image,
          args: [role],
          envFrom: [{ configMapRef: { name: 'isa-settings' } }],
          env: [
            ...(erasures ? [podName] : []),
            ...Object.entries(environment).map(([name, value]) => ({ name, value })),
          ],
          ports: Object.entries(ports).map(([name, containerPort]) => ({ name, containerPort })),
          ...(probes && { livenessProbe: probe(probes.live), readinessProbe: probe(probes.ready) }),
          resources: { requests: { cpu: '100m', memory }, limits: { memory } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          volumeMounts,
        },
      ],
      volumes,
    },
  };
}

function volumesOf(role: Role) {
  const { trusts, site, erasures } = WORKLOADS[role];
  const volumes: IVolume[] = [
    { name: 'data', emptyDir: {} },
    { name: 'tmp', emptyDir: {} },
  ];
  const volumeMounts: IVolumeMount[] = [
    { name: 'data', mountPath: '/data' },
    { name: 'tmp', mountPath: '/tmp' },
  ];
  const items = (names: readonly string[]) => names.map((key) => ({ key, path: key }));
  const { required, optional } = secretsOf(role);
  const sources = [
    ...(required.length > 0 ? [{ secret: { name: 'isa', items: items(required) } }] : []),
    ...(optional.length > 0 ? [{ secret: { name: 'isa', items: items(optional), optional: true } }] : []),
  ];
  if (sources.length > 0) {
    volumes.push({ name: 'secrets', projected: { defaultMode: 0o440, sources } });
    volumeMounts.push({ name: 'secrets', mountPath: SECRETS_FOLDER, readOnly: true });
  }
  if (trusts) {
    volumes.push({ name: 'trust', configMap: { name: 'isa-trust' } });
    volumeMounts.push({ name: 'trust', mountPath: TRUST_FOLDER, readOnly: true });
  }
  if (site) {
    volumes.push({ name: 'site', persistentVolumeClaim: { claimName: 'isa-site' } });
    volumeMounts.push({ name: 'site', mountPath: SITE_FOLDER, readOnly: site === 'read' });
  }
  if (erasures) {
    volumes.push({ name: 'erasures', persistentVolumeClaim: { claimName: 'isa-erasures' } });
    volumeMounts.push({ name: 'erasures', mountPath: ERASURES_FOLDER });
  }
  return { volumes, volumeMounts };
}

function serviceOf(role: Role) {
  const ports = Object.entries(WORKLOADS[role].ports ?? {});
  if (ports.length === 0) return [];
  return [
    new Service({
      metadata: metadata(role),
      spec: {
        selector: labels(role),
        ports: ports.map(([name, port]) => ({ name, port, targetPort: name })),
      },
    }),
  ];
}

/** A role is reached by its callers only, and reaches only what its rights lead to. */
function networkPolicyOf(role: Role) {
  const { callers = [], ports = {} } = WORKLOADS[role];
  const from = callers.flatMap((caller) => (caller === 'outside' ? [] : [{ podSelector: selector(caller) }]));
  const isPublic = callers.includes('outside');
  const rights: readonly Right[] = ROLES[role].may;
  const targets = [...new Set(rights.flatMap((right) => TARGET_PORTS[right] ?? []))];
  const tcp = (numbers: readonly number[]) => numbers.map((port) => ({ protocol: 'TCP' as const, port }));
  const callsApi = WORKLOADS.web.callers?.includes(role);
  return new NetworkPolicy({
    metadata: metadata(role),
    spec: {
      podSelector: selector(role),
      policyTypes: ['Ingress', 'Egress'],
      ingress: callers.length === 0 ? [] : [{ ...(!isPublic && { from }), ports: tcp(Object.values(ports)) }],
      egress: [
        { ports: [...tcp([53]), { protocol: 'UDP', port: 53 }] },
        ...(callsApi ? [{ to: [{ podSelector: selector('web') }], ports: tcp([API_PORT]) }] : []),
        ...(targets.length > 0 ? [{ ports: tcp(targets) }] : []),
      ],
    },
  });
}
