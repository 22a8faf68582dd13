import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { kubernetesManifests, kubernetesObjects } from './kubernetes';

const named = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
const objects = kubernetesObjects('registry.example/isa:1.0.0').map((object) => named.parse(object));
const models = {
  ...{ ConfigMap, Deployment, Job, NetworkPolicy, PersistentVolumeClaim, PodDisruptionBudget, Service },
};
const modelOf = z.enum(Object.keys(models) as (keyof typeof models)[]);

it.each(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object] as const))(
  'the %s matches the published schema',
  (_name, { kind, ...fields }) => {
    const object = new models[modelOf.parse(kind)](fields);
    expect(() => object.validate()).not.toThrow();
  },
);

it('an object that does not match the schema is found', () => {
  const spec = JSON.parse('{ "selector": {}, "minAvailable": [] }') as object;
  const object = new PodDisruptionBudget({ metadata: { name: 'broken' }, spec });
  expect(() => object.validate()).toThrow('data/spec/minAvailable');
});

it('roles that answer requests have probes, and roles with replicas a disruption budget', () => {
  const deployment = z.object({
    metadata: z.object({ name: z.string() }),
    spec: z.object({
      replicas: z.number(),
      template: z.object({
        spec: z.object({
          containers: z.tuple([
            z.object({
              ports: z.array(z.object({ name: z.string() })).default([]),
              livenessProbe: z.object({ httpGet: z.object({ port: z.string() }) }).optional(),
              readinessProbe: z.object({ httpGet: z.object({ port: z.string() }) }).optional(),
            }),
          ]),
        }),
      }),
    }),
  });
  const ofKind = (kind: string) => objects.filter((object) => object.kind === kind);
  const deployments = ofKind('Deployment').map((object) => deployment.parse(object));
  const budgets = ofKind('PodDisruptionBudget').map((object) =>
    deployment.pick({ metadata: true }).parse(object),
  );
  const services = ofKind('Service').map((object) => deployment.pick({ metadata: true }).parse(object));
  for (const {
    metadata: { name },
    spec,
  } of deployments) {
    const [{ ports, livenessProbe, readinessProbe }] = spec.template.spec.containers;
    const isServer = services.some((service) => service.metadata.name === name);
    const probed = [livenessProbe, readinessProbe].map((probe) => probe?.httpGet.port);
    const names = ports.map((port) => port.name);
    expect([name, probed.every((port) => port !== undefined && names.includes(port))]).toEqual([
      name,
      isServer,
    ]);
    expect([name, budgets.some((budget) => budget.metadata.name === name)]).toEqual([
      name,
      spec.replicas > 1,
    ]);
  }
  expect(deployments.length).toBeGreaterThan(3);
});

it('a role reaches no port that its rights do not lead to', () => {
  const portsOf = (role: string) => {
    const policy = objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === role);
    const { egress } = z.object({ spec: z.object({ egress: z.array(z.unknown()) }) }).parse(policy).spec;
    return JSON.stringify(egress).match(/(?<="port":)\d+/g);
  };
  expect(portsOf('isa-prerender')).toEqual(['53', '53', '3002', '443']);
  expect(portsOf('isa-prepare')).toEqual(['53', '53', '3306']);
});

it('the file contains every object', () => {
  const documents = parseAllDocuments(kubernetesManifests('registry.example/isa:1.0.0'));
  expect(documents.map((document) => document.toJS() as unknown)).toEqual(objects);
});
