import { listGroups } from './groups/group-resource.ts'
import { isValues } from './patch/canonical.ts'
import { resultLimit } from './schemas.ts'
import { invalid, ScimError } from './scim-error.ts'
import { listAnswer, readPage, type ScimAnswer, type ScimCall, type ScimPage, type ScimRoute } from './scim-route.ts'
import { isAskedFor, readAsked, selectAttributes } from './select-attributes.ts'
import { listUsers } from './users/user-resource.ts'

type Kind = 'users' | 'groups'

/** The routes of lists whose query is in the body (RFC 7644, section 3.4.3). */
export const searchRoutes: readonly ScimRoute[] = [
  { method: 'POST', path: '/.search', handle: (call) => search(call, ['users', 'groups']) },
  { method: 'POST', path: '/Users/.search', handle: (call) => search(call, ['users']) },
  { method: 'POST', path: '/Groups/.search', handle: (call) => search(call, ['groups']) },
]

async function search(call: ScimCall, kinds: readonly Kind[]): Promise<ScimAnswer> {
  const query = readQuery(call.body)
  const page = readPage(query)
  const asked = readAsked(query)
  const resources: unknown[] = []
  let total = 0
  for (const kind of kinds) {
    // What comes before is behind the first ones of the kind, or they are on this page.
    const offset = Math.max(0, page.offset - total)
    const limit = Math.max(0, page.limit - resources.length)
    const { total: ofKind, found } = await list(
      call,
      kind,
      { ...page, offset, limit },
      {
        hasMembers: isAskedFor(asked, 'members'),
        isAlone: kinds.length === 1,
      },
    )
    resources.push(...found.map(({ resource }) => selectAttributes(resource, asked)))
    total += ofKind
  }
  return listAnswer(total, page, resources)
}

interface Options {
  readonly hasMembers: boolean
  readonly isAlone: boolean
}

async function list(
  { context, request, base }: ScimCall,
  kind: Kind,
  page: ScimPage,
  { hasMembers, isAlone }: Options,
) {
  try {
    return await context.db.read(request, (tx) =>
      kind === 'users'
        ? listUsers(tx, request.user, base, page)
        : listGroups(tx, request.user, base, { ...page, hasMembers }),
    )
  } catch (error) {
    // An attribute of users alone is met by no group.
    if (!isAlone && error instanceof ScimError && error.scimType === 'invalidFilter') return { total: 0, found: [] }
    throw error
  }
}

/** The body as the query of an address. */
function readQuery(body: unknown): Record<string, string> {
  if (!isValues(body)) throw invalid('invalidSyntax', 'Expected a JSON object with the query.')
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if (Array.isArray(value)) return [[name, value.slice(0, resultLimit).map(String).join(',')]]
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
    }),
  )
}
