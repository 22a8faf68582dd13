import type { LoadFigures } from '../../../../measure/page/load';

export const visit: LoadFigures = {
  fcp: 400,
  lcp: 500,
  lcpElement: 'h1',
  cls: 0,
  tbt: 0,
  hydrated: 900,
  inp: 16,
  scriptBytes: 100,
  bytes: 200,
  requests: 5,
  documentBytes: 5,
  bytesAtRest: 200,
  requestsAtRest: 5,
  hops: 2,
  faults: [],
};
