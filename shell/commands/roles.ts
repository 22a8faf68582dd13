/** Environment variables that carry a right. All others are settings, which every role may hold. */
const RIGHTS = {
  database: ['DATABASE_URL'],
  appSecret: ['APP_SECRET'],
  payments: ['PAYPAL_CLIENT_SECRET'],
  mail: ['SMTP_URL'],
  videoStorage: ['VIDEO_STORAGE_KEY_ID', 'VIDEO_STORAGE_SECRET'],
  store: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
  telemetry: ['OPS_READ_TOKEN'],
  operations: ['OPS_TOKEN'],
  registryKey: ['RELEASE_KEY_REGISTRY'],
} as const;

type Right = keyof typeof RIGHTS;

interface RoleRights {
  readonly may: readonly Right[];
  /** What it cannot work without in production. Elsewhere the data folder provides it. */
  readonly needs: readonly Right[];
}

const API: RoleRights = {
  may: ['database', 'appSecret', 'payments', 'mail', 'videoStorage', 'telemetry'],
  needs: ['appSecret', 'payments', 'mail'],
};

/** The processes of the site, with what each may hold and needs. */
export const ROLES = {
  /** Serves the API. */
  web: API,
  /** Sends mails, settles orders, removes expired data. */
  jobs: API,
  /** Updates the database's tables and the catalogue, then ends. */
  prepare: { may: ['database'], needs: [] },
  /** Prerenders the live releases into the site. Reads the store; holds no key. */
  compose: { may: ['store'], needs: [] },
  /** Aborts canaries that are worse than the live release. */
  watch: { may: ['store', 'telemetry', 'registryKey'], needs: ['telemetry'] },
  /** The operators' pages. */
  ops: { may: ['store', 'telemetry', 'operations', 'registryKey'], needs: ['operations'] },
  /** Serves the composed site and a store in a folder. */
  site: { may: [], needs: [] },
} as const satisfies Readonly<Record<string, RoleRights>>;

export type Role = keyof typeof ROLES;

export function isRole(name: string | undefined): name is Role {
  return name !== undefined && Object.hasOwn(ROLES, name);
}

/** The variables in this environment that carry a right which none of the roles may hold. */
export function excessVariables(roles: readonly Role[], environment: NodeJS.ProcessEnv): readonly string[] {
  const allowed = new Set<string>(roles.flatMap((role) => ROLES[role].may.flatMap((right) => RIGHTS[right])));
  const rights = new Set<string>(Object.values(RIGHTS).flat());
  // Release keys other than the registry's belong to teams, which sign on their own machines.
  const carriesRight = (name: string) => rights.has(name) || name.startsWith('RELEASE_KEY_');
  return Object.keys(environment).filter(
    (name) => environment[name] && carriesRight(name) && !allowed.has(name),
  );
}

/** The environment without what none of the roles may hold. */
export function environmentFor(roles: readonly Role[], environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const excess = excessVariables(roles, environment);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !excess.includes(name)));
}

/** The variables that a role needs in production and that are not set. */
export function missingVariables(role: Role, environment: NodeJS.ProcessEnv): readonly string[] {
  if (environment.NODE_ENV !== 'production') return [];
  return ROLES[role].needs.flatMap((right) => RIGHTS[right].filter((name) => !environment[name]));
}
