import { isRole, type Role, ROLES, secretsOf } from './roles';

/** The folder with the site, and the group of those who may write to it. */
const SITE = '/var/lib/isa-pages';
const SITE_GROUP = 'isa-pages';

interface Service {
  readonly title: string;
  readonly lines?: readonly string[];
  /** Lines in place of the strict ones of the same names. */
  readonly sandbox?: Readonly<Record<string, string>>;
}

/** nginx replaces what a client claims about its address. */
const BEHIND_NGINX = ['Environment=TRUST_PROXY=1'];

/** Of the roles that build the site: they share its folder, and bubblewrap gives the code of releases namespaces. */
const BUILDS = {
  lines: [`SupplementaryGroups=${SITE_GROUP}`, `ReadWritePaths=-${SITE}`],
  sandbox: {
    RestrictNamespaces: 'user mnt pid net ipc uts cgroup',
    RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX AF_NETLINK',
    SystemCallFilter: '@system-service @mount',
    ProcSubset: 'all',
    // The pages are readable, because nginx and the role site read them, and the other roles replace them.
    UMask: '0002',
  },
} satisfies Partial<Service>;

const SERVICES: Readonly<Record<Role, Service>> = {
  web: { title: 'API', lines: BEHIND_NGINX },
  jobs: { title: 'mails, due orders, expired data' },
  prepare: { title: 'tables and catalogue, before a rollout' },
  prerender: { title: 'prerendered pages', ...BUILDS },
  watch: { title: 'canaries', ...BUILDS },
  office: { title: 'pages for staff', lines: BEHIND_NGINX },
  ops: { title: 'operators’ pages', ...BUILDS, lines: [...BUILDS.lines, ...BEHIND_NGINX] },
  site: {
    title: 'prerendered pages and the store',
    lines: [`Environment=SITE_FOLDER=${SITE}`],
  },
};

/** Strict lines (systemd.exec(5)) without `MemoryDenyWriteExecute`, because V8 compiles JavaScript. */
const SANDBOX: Readonly<Record<string, string>> = {
  NoNewPrivileges: 'yes',
  CapabilityBoundingSet: '',
  AmbientCapabilities: '',
  ProtectSystem: 'strict',
  ProtectHome: 'yes',
  PrivateTmp: 'yes',
  PrivateDevices: 'yes',
  DevicePolicy: 'closed',
  ProtectClock: 'yes',
  ProtectControlGroups: 'yes',
  ProtectHostname: 'yes',
  ProtectKernelLogs: 'yes',
  ProtectKernelModules: 'yes',
  ProtectKernelTunables: 'yes',
  ProtectProc: 'invisible',
  ProcSubset: 'pid',
  RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX',
  RestrictNamespaces: 'yes',
  RestrictRealtime: 'yes',
  RestrictSUIDSGID: 'yes',
  LockPersonality: 'yes',
  KeyringMode: 'private',
  RemoveIPC: 'yes',
  SystemCallArchitectures: 'native',
  SystemCallFilter: '@system-service',
  SystemCallErrorNumber: 'EPERM',
  UMask: '0077',
};

/** Each role gets the secrets of its rights from `/etc/isa/secrets/<role>`, which only root can read. */
export function systemdFiles(): Readonly<Record<string, string>> {
  const roles = Object.keys(ROLES).filter(isRole);
  const users = roles.map((role) => `u isa-${role} - "ISA ${role}" /var/lib/isa-${role}\n`);
  return {
    ...Object.fromEntries(roles.map((role) => [`isa-${role}.service`, unitOf(role)])),
    'isa.sysusers.conf': `g ${SITE_GROUP} -\n${users.join('')}`,
    // Files get the group of the folder.
    'isa.tmpfiles.conf': `d ${SITE} 2775 root ${SITE_GROUP}\n`,
  };
}

function unitOf(role: Role): string {
  const { title, lines = [], sandbox = {} } = SERVICES[role];
  const { required, optional } = secretsOf(role);
  const isTask = role === 'prepare';
  // An optional secret has an empty default: without one, a missing file prevents the start.
  const load = (name: string) => `LoadCredential=${name}:/etc/isa/secrets/${role}/${name}`;
  return `[Unit]
Description=International Surveillance Academy: ${title}
Wants=network-online.target
After=network-online.target

[Service]
Type=${isTask ? 'oneshot' : 'exec'}
User=isa-${role}
WorkingDirectory=/opt/isa/current
ExecStart=/usr/bin/node shell/role.cjs ${role}
${isTask ? 'TimeoutStartSec=infinity' : 'Restart=always\nRestartSec=1'}
# STOP_SECONDS, and 10 more.
TimeoutStopSec=20

Environment=NODE_ENV=production DATA_FOLDER=%S/isa-${role} SECURITY_LOG=%L/isa-${role}/security.log
EnvironmentFile=/etc/isa/site.env
${[...lines, ...required.map(load), ...optional.flatMap((name) => [load(name), `SetCredential=${name}:${EMPTY}`])].join('\n')}
StateDirectory=isa-${role}
StateDirectoryMode=0700
LogsDirectory=isa-${role}
LogsDirectoryMode=0700

${Object.entries({ ...SANDBOX, ...sandbox })
  .map(([name, value]) => `${name}=${value}`)
  .join('\n')}
${isTask ? '' : '\n[Install]\nWantedBy=multi-user.target\n'}`;
}

/** The default that counts as none: systemd refuses an empty one and accepts a line break. */
const EMPTY = '\\n';
