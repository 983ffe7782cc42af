import { api } from '@millrace/contract'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { call } from '../../lib/api/call.ts'

/**
 * Fetches the puzzle of the built-in captcha and solves it, which takes about a second.
 *
 * @returns the solution for the server.
 */
export async function solveRiddle(token: string): Promise<string> {
  const challenge = (await call(api.openForms.getCaptcha, { params: { token } })) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}
