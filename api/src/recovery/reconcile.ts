import { Users } from '../database/entities';
import { transaction } from '../database/transaction';
import type { OrderDeps } from '../features/orders/deps';
import { accountKey, eraseAccount, readErasures } from '../features/accounts/erasures';
import { reconcilePayments } from '../features/orders/reconcile-payments';
import type { Report } from './backup-folder';

/** Clocks differ, and PayPal's times have no fractions. What the backup knows already changes nothing. */
const MARGIN_MS = 10 * 60_000;

/**
 * Repeats deletions since a time until the site was closed, then settles payments.
 * @param logs of erasures, one of each machine.
 * @returns what is left for a person.
 */
export async function reconcile(
  deps: OrderDeps,
  {
    since,
    until = deps.now(),
    logs,
  }: { readonly since: Date; readonly until?: Date | undefined; readonly logs: readonly string[] },
  report: Report,
): Promise<readonly string[]> {
  const from = new Date(since.getTime() - MARGIN_MS);
  const erasures = await readErasures(logs, from, deps.env.secrets);
  const erased = await repeatErasures(deps, erasures.accountKeys);
  report(
    `${erasures.accountKeys.size} accounts were deleted since the backup; ${erased} of them were in it and are deleted again`,
  );
  const result = await reconcilePayments(deps, { since: from, until, erased: erasures.accountKeys }, report);
  report(
    `${result.ours} of ${result.listed} payments belong to orders of this site: ${result.restored} orders restored, ${result.updated} updated, ${result.unchanged} known`,
  );
  return [
    ...erasures.missing.map(
      (file) =>
        `there is no log of erasures ${file}: if accounts were deleted since the backup, name it with --erasures`,
    ),
    ...(erasures.damaged > 0 ? [`${erasures.damaged} lines of the log of erasures are damaged`] : []),
    ...(erasures.ofOtherSecrets > 0
      ? [
          `${erasures.ofOtherSecrets} erasures were written with another APP_SECRET: set APP_SECRET_SECOND to it and repeat this`,
        ]
      : []),
    ...result.forOperators,
    ...(result.completeUntil < until
      ? [
          `PayPal lists payments until ${result.completeUntil.toISOString()} only: repeat this later with --until ${until.toISOString()}`,
        ]
      : []),
  ];
}

async function repeatErasures({ db, env, security }: OrderDeps, keys: ReadonlySet<string>): Promise<number> {
  if (keys.size === 0) return 0;
  const users = await db.getRepository(Users).find();
  const named = users.filter((user) => env.secrets.some((secret) => keys.has(accountKey(user, secret))));
  for (const user of named) {
    await transaction(db, (manager) => eraseAccount(manager, user));
    security.write({ event: 'account-deleted', result: 'success', account: user.id });
  }
  return named.length;
}
