import { scopeOf } from '@millrace/contract'
import { hasRole, type Person } from '../platform/auth/user.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools/index.ts'

/** Lists the tools that a person may use with their API token. Each call of a tool checks the rights again. */
export function offeredTools(person: Person): Tool[] {
  return tools.filter(({ calls }) => calls.some((call) => isOpenTo(person, call)))
}

function isOpenTo(person: Person, call: Tool['calls'][number]): boolean {
  const { audience } = call
  const scope = scopeOf(call)
  if (scope === 'browser') return false
  if (scope !== null && person.token?.scopes.includes(scope) !== true) return false
  return audience === 'public' || audience === 'signed-in' || hasRole(person, audience)
}
