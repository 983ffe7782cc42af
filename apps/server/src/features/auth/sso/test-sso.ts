import type { SsoTestResult } from '@millrace/contract'
import type { SsoProvider } from '../../../platform/sso/sso-provider.ts'
import type { Flow } from './flow-cookie.ts'
import { identify, SsoFailure } from './identify.ts'

const maxClaims = 100
const maxLength = 1_000

/** Returns the result that a sign-in would have, without signing anybody in. */
export async function testSso(sso: SsoProvider, flow: Flow, address: URL): Promise<Omit<SsoTestResult, 'at'>> {
  try {
    const { identity, claims } = await identify(sso, flow, address)
    const { username, email, roles, workplaces } = identity
    return {
      failure: null,
      username,
      email,
      roles: roles === null ? null : [...roles],
      workplaces: workplaces === null ? null : [...workplaces],
      claims: Object.entries(claims)
        .slice(0, maxClaims)
        .map(([name, value]) => ({ name, value: present(value).slice(0, maxLength) })),
    }
  } catch (error) {
    if (!(error instanceof SsoFailure)) throw error
    const none = { username: null, email: null, roles: null, workplaces: null, claims: [] }
    return { failure: error.code === 'sso.unavailable' ? 'sso.unavailable' : 'sso.refused', ...none }
  }
}

function present(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
