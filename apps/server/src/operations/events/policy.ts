import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needEngine } from '../rights.ts'

/** Null when the user may send messages and signals, and ask conditions: programs do. */
export function refuseEvent(user: User): Refusal | null {
  return needEngine(user)
}

/** Nothing waits for it, or several do where one was expected. */
export function unmatched(executions: number, starts: number): Refusal {
  const found = executions + starts === 0 ? 'nothing does' : `${executions + starts} do`
  return refuse('event.unmatched', `Expected one that waits for it, but ${found}.`, [
    { where: `executions:${executions}`, message: `${executions} executions wait for it.` },
    { where: `starts:${starts}`, message: `${starts} start events wait for it.` },
  ])
}
