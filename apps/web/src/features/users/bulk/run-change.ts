import {
  api,
  type SelectedUser,
  type UserChangeOfMany,
  type UserChangeOutcome,
  userChangeLimits,
} from '@millrace/contract'
import { call } from '../../../lib/api/call.ts'

/** The result of a change for one user. */
export interface UserResult {
  readonly user: SelectedUser
  readonly outcome: UserChangeOutcome
}

interface Run {
  readonly users: readonly SelectedUser[]
  readonly change: UserChangeOfMany
  /** Whether nothing is changed. */
  readonly isPreview: boolean
  readonly onProgress: (results: readonly UserResult[]) => void
  /** Asked before each part. */
  readonly isStopped: () => boolean
}

/** Previews or applies a change, part by part. Returns the results until it was stopped. */
export async function runChange({ users, change, isPreview, onProgress, isStopped }: Run): Promise<UserResult[]> {
  const contract = isPreview ? api.userChanges.preview : api.userChanges.apply
  const results: UserResult[] = []
  const size = userChangeLimits.atOnce
  for (let from = 0; from < users.length && !isStopped(); from += size) {
    const part = users.slice(from, from + size)
    const outcomes = await call(contract, { body: { ids: part.map(({ id }) => id), change } })
    for (const outcome of outcomes) {
      const user = part.find(({ id }) => id === outcome.id)
      if (user !== undefined) results.push({ user, outcome })
    }
    onProgress([...results])
  }
  return results
}
