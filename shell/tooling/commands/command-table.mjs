// Every command that npm or the package starts, in one table: its help, its arguments and its options. The entry
// point reads it before any package is installed, so it imports nothing.

const text = (value, description, more) => ({ value, description, ...more });
const flag = (description) => ({ description });

const TITLE = text('<text>', 'the page’s title; derived from the name by default');
const PATH = text('<address>', 'the page’s address; /<name> by default');
const MAIN_STEPS = 'types, units, journeys, api, api-mariadb, lint, typed-lint, unused, format';
const ROLES = ['web', 'jobs', 'prepare', 'office', 'prerender', 'watch', 'ops', 'site'];

/**
 * - `tools`: the command runs these programs of node_modules instead of a script of its own;
 * - `script` and `first`: it runs another command's script, with these arguments first;
 * - `forwards`: a program that parses the arguments itself gets all of them.
 */
const COMMANDS = {
  start: {
    summary:
      'Installs packages, builds the shell, the remotes and the API, fills a database, and serves the whole site on this machine until you press Ctrl-C.',
    options: { 'no-build': flag('serve the releases in the store, without building the sources') },
    notes: [
      'PORT moves all ports: the site listens on PORT, its other addresses on the five ports after it.',
    ],
    examples: ['npm start', 'PORT=8080 npm start', 'npm start -- --no-build'],
  },
  dev: {
    summary:
      'Serves one remote, or the whole site with its API, from the sources, and updates the page as you edit.',
    arguments: [{ name: 'remote', description: 'such as shop; the whole site without it' }],
    notes: [
      'One remote runs alone, without shell and API: its standalone.tsx prepares the responses. It also runs inside a',
      'shell whose preview origin is opened with ?isa-override=<address of the remote>. PORT moves all ports.',
    ],
    examples: ['npm run dev', 'npm run dev -- shop'],
  },
  test: {
    summary:
      'Runs the tests and checks that every change needs, two steps at a time, and ends with the number of tests that passed, failed and were skipped.',
    arguments: [
      {
        name: 'step',
        many: true,
        description: '“all” for everything, or the names of steps; see shell/docs/contributing.md',
      },
    ],
    notes: [
      `Steps: ${MAIN_STEPS}.`,
      'Only with “all” or by name: gallery, api-mysql, cluster, release-chaos, browsers. Only by name: alerts,',
      'installation (as root).',
      ' JOURNEYS="shop office" chooses journeys of the step “journeys”.',
    ],
    examples: [
      'npm test',
      'npm test -- all',
      'npm test -- units api',
      'JOURNEYS="shop office" npm test -- journeys',
    ],
  },
  affected: {
    summary: 'Runs only the tests and checks that the changes since a branch or commit can break.',
    subcommands: {
      test: {
        summary: 'check what has changed',
        arguments: [{ name: 'base', description: 'a branch or commit; main without it' }],
      },
    },
    examples: ['npm run affected -- test', 'npm run affected -- test origin/main'],
  },
  types: {
    summary: 'Checks the types of the whole project with the TypeScript compiler.',
    tools: [['typescript-native/bin/tsc', '-b', '--pretty']],
    examples: ['npm run types'],
  },
  lint: {
    summary:
      'Checks the rules of imports and of the code, the use of every export and dependency, and the format. These are four steps of npm test.',
    script: 'test',
    first: ['lint', 'typed-lint', 'unused', 'format'],
    examples: ['npm run lint'],
  },
  format: {
    summary: 'Formats every file, and repairs what the linter can repair by itself.',
    tools: [['oxlint/bin/oxlint', '--fix', '.'], ['oxfmt/bin/oxfmt']],
    examples: ['npm run format'],
  },
  unit: {
    summary: 'Runs Jest with the arguments that you pass on.',
    forwards: true,
    usage: '[arguments of Jest]',
    tools: [['jest/bin/jest.js']],
    notes: ['npx jest does the same. Jest’s own options: npx jest --help'],
    examples: ['npm run unit -- mfe-shop', 'npm run unit -- --selectProjects api --testPathPatterns orders'],
  },
  bench: {
    summary: 'Runs every benchmark, or the named ones, and prints the results as tables.',
    arguments: [
      { name: 'bench', many: true, description: 'the names of benchmarks; all of them without one' },
    ],
    options: {
      operations: text('<count>', 'how many releases are made during the faults (300)', {
        of: ['cluster', 'release-chaos'],
      }),
      seed: text('<number>', 'repeats a run; random by default', {
        of: ['cluster', 'release-chaos', 'soak'],
      }),
      only: text('<fault>', 'causes only this fault, such as “API stalled”', {
        of: ['cluster', 'release-chaos'],
      }),
      fault: text('<seconds>', 'how long each fault lasts (3)', { of: ['release-chaos'] }),
      purchases: text('<count>', 'how many purchases are made (200)', { of: ['cluster'] }),
      buyers: text('<count>', 'how many buyers there are at once (10)', { of: ['cluster'] }),
      from: text('<commit>', 'the release that is replaced; the newest tag by default', {
        of: ['rolling-deploy'],
      }),
      minutes: text('<count>', 'how long the load lasts (60)', { of: ['soak'] }),
    },
    notes: [
      'Benchmarks: capacity, cluster, lighthouse, pages, release-chaos, release-cost, rolling-deploy,',
      'site-build and soak. What each measures, and its last results: shell/docs/benchmarks.md',
    ],
    examples: [
      'npm run bench -- pages capacity',
      'npm run bench -- soak --minutes 60',
      'npm run bench -- cluster --operations 60 --buyers 4 --seed 1 --only writer',
    ],
  },
  release: {
    summary: 'Packs, publishes, checks, promotes and rolls back releases of the shell and the remotes.',
    forwards: true,
  },
  package: {
    summary:
      'Writes an archive from which every role starts in production, without installing or compiling anything.',
    options: {
      out: text('<folder>', 'where to write the archive; .data/package by default'),
    },
    examples: ['npm run package', 'npm run package -- --out /tmp/isa'],
  },
  doctor: {
    summary:
      'Checks the configuration of the roles on this machine and the services that they need, and says how to fix what is wrong. It changes nothing and prints no secret.',
    arguments: [
      {
        name: 'role',
        many: true,
        choices: [...ROLES, 'backup'],
        description: `${ROLES.join(', ')}; all of them without one; or backup, for the folder of the backups`,
      },
    ],
    notes: ['The exit code is 1 when something is wrong.'],
    examples: ['npm run doctor', 'npm run doctor -- web jobs'],
  },
  backup: {
    summary: 'Backs up the database, restores it, and reconciles a restored database with PayPal.',
    subcommands: {
      create: {
        summary: 'copy the database into a new folder, while it is in use',
        options: {
          to: text('<folder>', 'where the backup’s folder is made', { required: true }),
          metrics: text('<file>', 'a file for Prometheus’ node exporter, which says when it was made'),
        },
      },
      binlog: {
        summary: 'copy the binary logs that MariaDB has written since the last time',
        options: {
          to: text('<folder>', 'where the backups are', { required: true }),
          metrics: text('<file>', 'a file for Prometheus’ node exporter, which says when they were copied'),
        },
      },
      restore: {
        summary: 'restore a backup into an empty database',
        options: {
          from: text('<backup>', 'the folder of the backup', { required: true }),
          binlog: text('<folder>', 'replay the binary logs of this folder afterwards'),
          until: text('<time>', 'replay them up to this time, such as 2026-11-22T10:00:00Z'),
          overwrite: flag('replace a database that has tables'),
        },
      },
      reconcile: {
        summary:
          'repeat the deletions of accounts, and settle the payments that PayPal has recorded since the backup',
        options: {
          since: text('<time>', 'the time of the backup, such as 2026-11-22T10:00:00Z', { required: true }),
          until: text('<time>', 'when the site was closed; now by default'),
          erasures: text('<file>', 'the log of erasures, once for each machine; ERASURE_LOG by default'),
        },
      },
    },
    notes: [
      'Exit codes: 0 done, 1 failed, 2 wrong usage, or done with work left for a person (the lines LEFT).',
    ],
    examples: [
      'npm run backup -- create --to /var/backups/isa',
      'npm run backup -- restore --from /var/backups/isa/2026-11-22T10-00-00Z',
      'npm run backup -- reconcile --since 2026-11-22T10:00:00Z',
    ],
  },
  media: {
    summary: 'Imports recordings of lessons, and writes their lengths into the database.',
    subcommands: {
      import: {
        summary: 'import the files of a folder',
        arguments: [{ name: 'folder', required: true, description: 'with files such as 1007.mp4' }],
      },
    },
    notes: ['Files are named 1007.mp4, 1007.trailer.mp4, 1007.captions.vtt and 1007.chapters.vtt.'],
    examples: ['npm run media -- import /srv/isa/recordings'],
  },
  role: {
    summary: 'Starts one role of the site, which runs until it is stopped. The role prepare ends by itself.',
    arguments: [{ name: 'role', required: true, choices: ROLES, description: ROLES.join(', ') }],
    options: {
      staff: text('<email>', 'give this account the role staff, and print its enrolment link', {
        of: ['prepare'],
      }),
      force: {
        ...flag('prepare although releases in service use calls that this API lacks'),
        of: ['prepare'],
      },
    },
    examples: ['npm run role -- web', 'npm run role -- prepare --staff jane@academy.example'],
  },
  cluster: {
    summary:
      'Builds the site and runs it on this machine as it is deployed on several: a bucket, two of each server and three databases. It runs until you press Ctrl-C.',
    notes: ['It needs nginx, HAProxy, Redis and MariaDB with Galera, and says what is missing.'],
    examples: ['npm run cluster'],
  },
  new: {
    summary: 'Generates a remote or a feature that builds, has passing tests and shows a page.',
    subcommands: {
      remote: {
        summary: 'generate a remote with one page, its test and its workflow',
        arguments: [{ name: 'name', required: true, description: 'such as events' }],
        options: {
          title: TITLE,
          path: PATH,
          own: text(
            '<folder>',
            'in a repository of its own, with the packages of this project that it needs',
          ),
          'no-install': flag('install nothing; a later npm install does it'),
        },
      },
      feature: {
        summary: 'generate a page of a remote, with its request, its test and its route',
        arguments: [
          { name: 'remote', required: true, description: 'such as mfe-shop' },
          { name: 'name', required: true, description: 'such as wishlist' },
        ],
        options: { title: TITLE, path: PATH },
      },
    },
    examples: [
      'npm run new -- remote events',
      'npm run new -- remote talks --own ../talks',
      'npm run new -- feature mfe-shop wishlist --title "Wish list"',
    ],
  },
  gallery: {
    summary: 'Serves every state of the components and of the pages, at 375 and 1440 px.',
    notes: ['PORT moves all ports.'],
    examples: ['npm run gallery'],
  },
  reference: {
    summary: 'Writes the reference of @isa/contract and @isa/ui into shell/docs/reference.',
    examples: ['npm run reference'],
  },
};

/** The commands of npm, without those that only another command starts. */
export const commandNames = Object.keys(COMMANDS);

export const commandOf = (name) => COMMANDS[name];
