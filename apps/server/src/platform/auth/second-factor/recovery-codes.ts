import { createHmac, randomInt } from 'node:crypto'
import { secondFactorLimits } from '@millrace/contract'

/** Without characters that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** Returns new recovery codes of 79 bits each, such as `k7fh-92mx-p3ud-wq8r`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: secondFactorLimits.recoveryCodes }, createCode)
}

function createCode(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/**
 * Returns the digest under which a recovery code is stored: keyed, so that a copy of the database is not enough to guess
 * codes. Null for a text that cannot be a recovery code.
 *
 * @param secret of the installation.
 */
export function hashRecoveryCode(secret: string, userId: string, code: string): string | null {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  if (plain.length !== groups * groupLength || ![...plain].every((one) => alphabet.includes(one))) return null
  return createHmac('sha256', secret).update(`recovery code ${userId} ${plain}`).digest('hex')
}
