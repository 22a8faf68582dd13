import { PRIVATE_PREFIX } from '@isa/contract/host';
import { createTabChannel } from '../browser/tab-channel';

const CHANNEL = 'isa-shell:forgotten-account';

/** Removes what this browser keeps of an account that was logged out or deleted. Each tab removes what it alone keeps. */
export function forgetAccount(account: string): void {
  removeStored(account);
  createTabChannel(CHANNEL).post(account);
}

/** @param signOut called before, because forms then keep what was typed. */
export function followForgottenAccounts(signOut: (account: string) => void): void {
  createTabChannel(CHANNEL).listen((account) => {
    signOut(account);
    removeStored(account);
  });
}

/** Removes what is stored for an account, and what remotes keep of the visitor. */
function removeStored(account: string): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        if (key.startsWith(PRIVATE_PREFIX) || key.endsWith(`:${account}`)) storage.removeItem(key);
      }
    }
  } catch {
    // The browser denies storage, so that nothing is kept there.
  }
}
