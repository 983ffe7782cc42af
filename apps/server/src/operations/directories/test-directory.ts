import type { DirectoryTest } from '@millrace/contract'
import { directoryLimits } from '@millrace/contract/lists/directories'
import type { Request } from '../../platform/auth/request.ts'
import { locationOf } from '../../platform/directory/directory-place.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadDirectory, rulesOf } from './load-directory.ts'
import { readGroups, readUsers } from './read-directory.ts'

/** Reads the first users and groups of a saved directory, outside of any transaction, and changes nothing. */
export async function testDirectory(
  context: OperationContext & { readonly secret: string },
  request: Request,
  id: string,
): Promise<DirectoryTest | Refusal> {
  const row = await loadDirectory(context, request, id)
  if (row instanceof Refusal) return row
  const { place, signIn } = locationOf(row, context.secret)
  const rules = rulesOf(row)
  const most = directoryLimits.examples
  const startedAt = performance.now()
  const end = () => Math.round(performance.now() - startedAt)
  try {
    const read = await context.runtime.directories.withSession(place, signIn, async (session) => ({
      users: await readUsers(session, rules, { most: most + 1, isCut: true }),
      groups: await readGroups(session, rules, { most, isCut: true }),
    }))
    return {
      ms: end(),
      fault: null,
      examples: read.users
        .slice(0, most)
        .map(({ key, managerDn: _, ...entry }) => ({ ...entry, hasKey: key !== null })),
      groups: read.groups.map(({ name }) => name),
      hasMore: read.users.length > most,
    }
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return { ms: end(), fault: error.message, examples: [], groups: [], hasMore: false }
  }
}
