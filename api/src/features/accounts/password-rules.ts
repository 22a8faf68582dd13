import { academy, messages } from '@isa/api-contract';
import { dictionary } from '@zxcvbn-ts/language-common';
import { ProblemError } from '../../http/problem-error';

/** The 10,000 most common passwords of leaked lists, in lower case. The dictionary begins with the most common. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, 10_000));
const SITE_WORDS = [...academy.name.split(' '), 'isa'];
/** The length from which words count; shorter ones occur inside of others by chance. */
const MIN_WORD_LENGTH = 3;
/** How many letters a password needs besides words of the context. */
const MIN_OTHER_LETTERS = 4;

interface Owner {
  readonly username: string;
  readonly email: string;
}

/**
 * Refuses passwords that a guesser tries first, such as the site's or the user's name with little else.
 * @param field of the body, where the message is shown.
 * @throws ProblemError `invalid-request`
 */
export function refuseGuessable(password: string, owner: Owner, field: 'password' | 'newPassword'): void {
  const message = guessableReason(password.toLowerCase(), owner);
  if (message === undefined) return;
  throw new ProblemError('invalid-request', { message, errors: [{ path: `body.${field}`, message }] });
}

function guessableReason(password: string, owner: Owner): string | undefined {
  if (COMMON.has(password)) return messages.account.passwordTooCommon;
  const letters = lettersOf(password);
  const others = contextWords(owner).reduce((rest, word) => rest.replaceAll(word, ''), letters);
  return others.length < Math.min(letters.length, MIN_OTHER_LETTERS)
    ? messages.account.passwordFromContext
    : undefined;
}

/** The words of the context, the longest first, so that a name is removed before its parts. */
function contextWords({ username, email }: Owner): string[] {
  const local = email.slice(0, email.lastIndexOf('@'));
  return [...SITE_WORDS, username, local, ...local.split(/[^\p{L}]+/u)]
    .map((word) => lettersOf(word.toLowerCase()))
    .filter(({ length }) => length >= MIN_WORD_LENGTH)
    .sort((a, b) => b.length - a.length);
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}
