/**
 * Files that build or run a whole site, or wait for it, with what still guards their promise in `npm test`. A new name here
 * needs such a guard; everything else runs each time.
 */
export const ONLY_IN_ALL = {
  units: {
    'shell/packages/kit/pack/pack\\.test':
      'pack-refusals, publish and public-files pack small apps; the journeys run what was packed',
    'shell/platform/release/key-rotation\\.test':
      'stolen-key.test and local-keys.test trust several keys and refuse revoked ones',
    'shell/platform/release/use-up\\.hostile\\.test':
      'run-unprivileged.hostile ends a build whose time is over; sandbox.hostile attacks the same sandbox',
    'shell/platform/release/cli/cli\\.test':
      'the tests of each command’s functions, next-steps and output.hostile',
    'shell/platform/release/checks/browser-start\\.test':
      'check.test runs every gate; the journeys federation and remote-failures refuse other bytes in Chromium',
    'shell/platform/prerender/(prerender-site\\.hostile|hostile-release)\\.test':
      'sandbox.hostile and run-unprivileged.hostile attack the same sandbox; promote.hostile attacks a promotion',
    'shell/platform/prerender/module-imports\\.hostile\\.test':
      'page-policy.test compares the policies of pages',
    'shell/tooling/commands/(package|package-bytes)\\.test':
      'hosting-commands and the tests of platform/hosting compare the shipped files with the roles',
    'shell/tooling/commands/start\\.test': 'the journeys, such as shop and accounts, start the same roles',
    'shell/tooling/commands/inspector\\.hostile\\.test': 'sandbox.hostile sends the same signal',
    'shell/tooling/generate/generated-code\\.test': 'generate.test compares what is generated',
  },
  api: {
    'api/src/recovery/mariadb-drill\\.test': 'drill.test restores the same on SQLite',
    'api/src/roles/main\\.test':
      'migrate.test starts the role web, jobs.test the jobs, and the journeys start every role',
    'api/src/roles/outage\\.test':
      'transaction.test and claim-due.test on MariaDB, http.test for what readiness answers',
    'api/src/roles/queries\\.test':
      'catalogue.test and account-page.test count the statements of the calls with lists',
    'api/src/features/accounts/busy-hashing\\.test': 'fair-queue.test',
    'api/testing/faults/fault-run\\.test': 'refund-faults and concurrent-payments',
  },
  journeys: {
    'shell/tooling/e2e/(accessibility|layout|layout-shifts)\\.spec':
      'header.test, fields.test and toasts.test check labels, focus and announcements, and the journey routes finds each heading; only here a browser runs the rules of axe and measures shifts',
    'shell/tooling/e2e/back-forward-cache\\.spec':
      'update-on-navigation.test and tab-channel.test check what a restored page does; only here Chromium says whether it restores one',
    'shell/tooling/e2e/first-clicks\\.spec':
      'early-clicks.test and early-input.test repeat what visitors do before a page is interactive',
    'shell/tooling/e2e/(prerender|without-scripts)\\.spec':
      'prerender-site.test and plain-forms.test read the HTML and send its forms, prerendered-page.test hydrates it, and the journey remote-failures reads a page without its scripts',
    'shell/tooling/e2e/(learning|marketing)\\.spec':
      'lesson-page.test, player.test, progress.test, contact-form.test and home-page.test render the pages; the journey buy-and-watch plays a lesson, and routes opens each page',
    'shell/tooling/e2e/(canary|open-tab|previous-release|served-versions|staff-view)\\.spec':
      'choose-releases.test, update-on-navigation.test, preview-request.test and staff-view.test choose the release; the journey remote-failures loads the live one, and none that was modified',
    'shell/tooling/e2e/beacons\\.spec':
      'beacons.test and telemetry.test, of the shell and of the API, check what is sent and counted',
    'shell/tooling/e2e/deltas\\.spec':
      'deltas.test and release-deltas.test send deltas from a real server and compare what they decode to',
    'shell/tooling/e2e/(live-remote|trusted-types)\\.spec':
      'security-headers.test and page-policy.test check the headers and the policy of each page, script-hashes.test the hashes',
    'shell/tooling/e2e/(hosting|origins|without-origin)\\.spec':
      'nginx.test runs the shipped configuration; site-server.test and origins.hostile send requests to every origin, and site-bucket.test checks what the bucket gets',
    'shell/tooling/e2e/ops\\.spec':
      'operators-pages.test, release-action.test and watcher.test send the same forms and abort the same canary',
    'shell/tooling/e2e/(development|own-repository)\\.spec':
      'development-server.hostile and watch-types.test serve sources, isa.test starts the command, and generate.test compares what is generated',
    'shell/tooling/e2e/(independent-release|release-under-load)\\.spec':
      'promotion.test, changes.test and check.test promote, roll back and check releases of small apps',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Whether a file belongs to `npm test -- all` only. @param file relative to the project's root. */
export function isOnlyInAll(kind: keyof typeof ONLY_IN_ALL, file: string): boolean {
  return Object.keys(ONLY_IN_ALL[kind]).some((pattern) => new RegExp(pattern).test(file));
}
