import { TOTP } from 'otpauth';

/** What an authenticator app with this secret shows (RFC 6238). */
export function oneTimeCode(secret: string, timestamp = Date.now()): string {
  return new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp });
}
