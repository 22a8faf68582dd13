/**
 * How many proxies stand in front of each role that counts clients, in each deployment that is shipped. In Kubernetes a
 * balancer is in front of all, and the role site in front of the API; nginx is the only one alongside the systemd units;
 * `npm start` and a container on one machine have the role site.
 */
export const PROXIES = {
  kubernetes: { web: '2', office: '1', ops: '1' },
  systemd: { web: '1', office: '1', ops: '1' },
  'npm start': { web: '1', office: '1', ops: '1' },
} as const;
