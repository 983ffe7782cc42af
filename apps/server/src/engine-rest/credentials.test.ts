import { type Role, roles, type Scope, scopes } from '@millrace/contract'
import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Route } from './http/call.ts'
import { routes } from './routes.ts'
import { unknownId } from './testing/models.ts'

/**
 * Every call, with each kind of credential. What is expected is written by hand, by groups of calls: which roles are let
 * in, and what an API token of a user with every role has to be good for. Whoever is not let in is told nothing and does
 * nothing; `operations.test.ts` walks each operation with real things.
 */
const { app, db, admin, workplaceId, signIn } = await createTestApp()
const password = 'the password of all'

interface Group {
  readonly calls: RegExp
  readonly roles: readonly Role[] | 'everybody'
  /** All of them. */
  readonly scopes: readonly Scope[]
  /** The count of the calls. */
  readonly count: number
}

const operators: readonly Role[] = ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI']
const programs: readonly Role[] = ['RoleFullAPI']
const workers: readonly Role[] = ['RoleUser', 'RoleFullAPI']
const keepers: readonly Role[] = ['RoleUserAdmin']

/** The first that fits. */
const groups: readonly Group[] = [
  // People and rights.
  { calls: /^(GET|OPTIONS) \/(user|group|tenant)\b/, roles: keepers, scopes: ['administer'], count: 18 },
  { calls: /^POST \/group(\/count)?$/, roles: keepers, scopes: ['administer'], count: 2 },
  {
    calls: /^(POST|PUT|DELETE) \/user\/:id\b/,
    roles: ['RoleUserAdmin', 'RoleAdmin'],
    scopes: ['administer'],
    count: 4,
  },
  { calls: /^(POST|PUT|DELETE) \/(user|group|tenant)\b/, roles: keepers, scopes: ['administer'], count: 13 },
  { calls: /^GET \/authorization\/check$/, roles: 'everybody', scopes: ['read'], count: 1 },
  {
    calls: /^(GET|OPTIONS) \/authorization\b/,
    roles: ['RoleAdmin', 'RoleUserAdmin'],
    scopes: ['administer'],
    count: 5,
  },
  { calls: /^(POST|PUT|DELETE) \/authorization\b/, roles: ['RoleAdmin'], scopes: ['administer'], count: 3 },
  { calls: /^GET \/identity\/groups$/, roles: keepers, scopes: ['administer'], count: 1 },
  { calls: /^POST \/identity\/verify$/, roles: keepers, scopes: ['administer'], count: 1 },
  { calls: /^(GET|POST) \/identity\/password-policy$/, roles: 'everybody', scopes: [], count: 2 },
  { calls: /^GET \/version$/, roles: 'everybody', scopes: [], count: 1 },
  {
    calls: /^(GET|POST) \/(schema\/log|telemetry\/configuration)$/,
    roles: ['RoleAdmin', 'RoleFullAPI'],
    scopes: ['read'],
    count: 4,
  },
  // Filters.
  { calls: /^POST \/filter\/create$/, roles: programs, scopes: ['work'], count: 1 },
  { calls: /^(PUT|DELETE) \/filter\/:id$/, roles: programs, scopes: ['work'], count: 2 },
  { calls: /^POST \/filter\/:id\//, roles: programs, scopes: ['read'], count: 3 },
  // To start and to work.
  { calls: /^POST \/process-definition\/.*\/(start|submit-form)$/, roles: workers, scopes: ['start'], count: 6 },
  {
    calls: /^POST \/task\/:id\/(claim|unclaim|complete|resolve|submit-form)$/,
    roles: workers,
    scopes: ['work'],
    count: 5,
  },
  { calls: /^POST \/external-task(\/count)?$/, roles: programs, scopes: ['read'], count: 2 },
  { calls: /^POST \/external-task\/retries-async$/, roles: operators, scopes: ['operate'], count: 1 },
  { calls: /^POST \/process-instance\/message-async$/, roles: programs, scopes: ['work'], count: 1 },
  { calls: /^POST \/external-task\//, roles: programs, scopes: ['work'], count: 7 },
  { calls: /^POST \/(signal|condition)$/, roles: programs, scopes: ['start', 'work'], count: 2 },
  { calls: /^POST \/message$/, roles: programs, scopes: ['work'], count: 1 },
  { calls: /^POST \/execution\/:id\/messageSubscriptions/, roles: programs, scopes: ['work'], count: 1 },
  { calls: /^POST \/decision-definition\/.*\/evaluate$/, roles: programs, scopes: ['work'], count: 3 },
  { calls: /^POST \/history\/cleanup$/, roles: operators, scopes: ['operate'], count: 1 },
  // To read, also what is asked by a body.
  { calls: /^(GET|OPTIONS) /, roles: programs, scopes: ['read'], count: 177 },
  {
    calls: /^POST \/(history\/[\w-]+|[\w-]+)(\/count)?$/,
    roles: programs,
    scopes: ['read'],
    count: 26,
  },
  { calls: /^POST \/process-definition\/:id\/restart(-async)?$/, roles: operators, scopes: ['start'], count: 2 },
  // To deploy and to operate.
  { calls: /^(POST|DELETE) \/deployment\b/, roles: operators, scopes: ['deploy'], count: 3 },
  // Whoever has started an instance may cancel it.
  { calls: /^DELETE \/process-instance\/:id$/, roles: ['RoleUser', ...operators], scopes: ['operate'], count: 1 },
  { calls: /^(POST|PUT|DELETE) /, roles: operators, scopes: ['operate'], count: 99 },
]

const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const)
const groupOf = (name: string) => groups.find(({ calls }) => calls.test(name)) as Group

const basic = (username: string, secret: string) => `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
const byRole = new Map<Role, string>()
for (const role of roles) {
  const { username } = await createUser(db, { workplaceId, roles: [role], password })
  byRole.set(role, basic(username, password))
}
const whole = await createUser(db, { workplaceId, roles, password })
const member = await createUser(db, { workplaceId, roles: [], groups: ['camunda-admin'], password })
const disabled = await createUser(db, { workplaceId, roles, password })
const tokensOf = new Map<string, string>()
for (const held of [...scopes.map((scope) => [scope]), ['start', 'work'] as Scope[]])
  tokensOf.set(held.join(), `Bearer ${await createApiToken(db, whole, { scopes: held })}`)
const strangers: Record<string, string | null> = {
  'no credentials': null,
  'a wrong password': basic(whole.username, 'wrong'),
  'a user who is not there': basic('nobody-of-that-name', password),
  'a disabled user': basic(disabled.username, password),
  'an API token that has ended': `Bearer ${await createApiToken(db, whole, { expiresAt: '2020-01-01T00:00:00Z' })}`,
  'an API token of a disabled user': `Bearer ${await createApiToken(db, disabled)}`,
  'an API token that is none': 'Bearer AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'another scheme': 'Digest username="ada"',
}
await admin.query(`update app_user set status = 'disabled' where id = $1`, [disabled.id])

/** @param from strangers come from elsewhere: too many wrong passwords from one address are no verdict. */
const send = async ({ method, path }: Route, authorization: string | null, from = '192.0.2.1') => {
  const userId = authorization?.startsWith('Basic')
    ? Buffer.from(authorization.slice(6), 'base64').toString().split(':')[0]
    : whole.username
  const response = await app.inject({
    method,
    url: `/engine-rest${path.replaceAll(/:\w+/g, unknownId)}`,
    headers: { 'x-forwarded-for': from, ...(authorization === null ? {} : { authorization }) },
    ...(method === 'GET' || method === 'OPTIONS' ? {} : { payload: { ...bodyFor(path), userId } }),
  })
  return { status: response.statusCode, body: response.body }
}

/** Enough to get past the form of the request: then what counts is who asks. */
function bodyFor(path: string): object {
  if (path.endsWith('/fetchAndLock')) return { workerId: 'w', maxTasks: 1, topics: [] }
  if (path === '/signal') return { name: 'nothing waits' }
  if (path === '/message') return { messageName: 'nothing waits' }
  if (path === '/condition') return { variables: { n: { value: 1 } } }
  if (path === '/user/create') return { profile: { id: '' } }
  return { workerId: 'w', errorCode: 'x', retries: 1, lockDuration: 1, newDuration: 1, password: 'x' }
}

it('has an expectation for every call that is described, and none for a call that is not there', async () => {
  const { paths } = (await app.inject('/engine-rest/openapi.json')).json()
  const described = Object.entries<object>(paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(described.toSorted()).toEqual(named.map(([name]) => name).toSorted())
  expect(described.filter((name) => groupOf(name) === undefined)).toEqual([])
  // Whoever adds a call says here where it belongs.
  expect(groups.map((group) => [`${group.calls}`, described.filter((name) => groupOf(name) === group).length])).toEqual(
    groups.map(({ calls, count }) => [`${calls}`, count]),
  )
})

describe.each(Object.entries(strangers))('%s', (_, authorization) => {
  it('is asked by every call who is there', async () => {
    for (const [name, route] of named) {
      const { status, body } = await send(route, authorization, '198.51.100.1')
      expect([name, status, body]).toEqual([name, expect.toBeOneOf([401, 429]), expect.anything()])
      if (status === 401) expect(body).toBe('')
    }
  })
})

describe.each(roles)('%s', (role) => {
  it('is let in where it is named, and nowhere else', async () => {
    for (const [name, route] of named) {
      const { roles: allowed } = groupOf(name)
      await expectVerdict(name, route, byRole.get(role) ?? '', allowed === 'everybody' || allowed.includes(role))
    }
  })
})

it('a user who is in camunda-admin is let in as by RoleFullAPI', async () => {
  for (const [name, route] of named) {
    const { roles: allowed } = groupOf(name)
    const isLetIn = allowed === 'everybody' || allowed.includes('RoleFullAPI')
    await expectVerdict(name, route, basic(member.username, password), isLetIn)
  }
})

it('a user who has every role is let in everywhere', async () => {
  for (const [name, route] of named) await expectVerdict(name, route, basic(whole.username, password), true)
})

describe.each([...tokensOf.keys()])('an API token that is good to %s', (held) => {
  it('is let in where that is enough, and nowhere else', async () => {
    for (const [name, route] of named) {
      const isEnough = groupOf(name).scopes.every((scope) => held.split(',').includes(scope))
      await expectVerdict(name, route, tokensOf.get(held) ?? '', isEnough)
    }
  })
})

it('the session of a browser is no credential: a signed-in user has to send credentials', async () => {
  const session = await signIn({ roles })
  for (const [name, { method, path }] of named) {
    const url = `/engine-rest${path.replaceAll(/:\w+/g, unknownId)}`
    expect([name, (await session.send({ method, url })).status]).toEqual([name, 401])
  }
})

/** What tells of all there is, or concerns all of it: nothing for a token that is good for certain processes. */
const aboutAll: readonly RegExp[] = [
  /^GET \/deployment\/(registered|:id)/,
  /^GET \/process-definition\/statistics$/,
  /^GET \/decision-requirements-definition\/(:id|key)/,
  /^GET \/task\/report\//,
  /^GET \/external-task\/topic-names$/,
  /^GET \/history\/(process-instance|task)\/report$/,
  /^GET \/history\/(detail|job-log|external-task-log|decision-instance)\/:id/,
  /^GET \/(history\/decision-requirements-definition|metrics)\b/,
  /^(GET|POST) \/(schema\/log|telemetry\/configuration|history\/cleanup)\b/,
  /^POST \/task\/create$/,
  // What is done to many goes on after the call, without its token.
  /^(GET|PUT|DELETE) \/(history\/)?batch\b/,
  /^POST \/process-instance\/(delete|job-retries|message-async)(-historic-query-based)?$/,
  /^POST \/(job\/retries|external-task\/retries-async)$/,
  /^POST \/history\/(process|decision)-instance\/delete$/,
  /^POST \/(signal|condition)$/,
]

it('an API token for one process is let in by its scopes, but not where all processes are concerned', async () => {
  const held: readonly Scope[] = ['read', 'start', 'work', 'operate']
  const token = `Bearer ${await createApiToken(db, whole, { scopes: held, processKeys: ['mine'] })}`
  for (const [name, route] of named) {
    if (aboutAll.some((pattern) => pattern.test(name)))
      expect([name, (await send(route, token)).status]).toEqual([name, 403])
    else
      await expectVerdict(
        name,
        route,
        token,
        groupOf(name).scopes.every((scope) => held.includes(scope)),
      )
  }
  expect(aboutAll.filter((pattern) => !named.some(([name]) => pattern.test(name)))).toEqual([])
})

/** The same for everybody who may call. */
const revealsNothing = /^(GET|POST) \/identity\/password-policy$|^GET \/version$/

it('an API token for one topic works on external tasks, and on nothing else', async () => {
  const token = `Bearer ${await createApiToken(db, whole, { scopes: ['work'], topics: ['print'] })}`
  for (const [name, route] of named) {
    const isWork = /^POST \/external-task\/(fetchAndLock|:id\/\w+)$/.test(name)
    await expectVerdict(name, route, token, isWork || revealsNothing.test(name))
  }
})

it.each([
  ['process', { processKeys: ['mine'] }],
  ['topic', { topics: ['print'] }],
])(
  'an API token for one %s keeps no users, groups, tenants and authorizations, whatever its scopes',
  async (_, limit) => {
    const token = `Bearer ${await createApiToken(db, whole, { scopes, ...limit })}`
    const keeping = named.filter(([name]) => groupOf(name).scopes.includes('administer'))
    expect(keeping.length).toBeGreaterThan(40)
    for (const [name, route] of keeping) await expectVerdict(name, route, token, false)
  },
)

async function expectVerdict(name: string, route: Route, authorization: string, isLetIn: boolean): Promise<void> {
  const { status, body } = await send(route, authorization)
  if (isLetIn) {
    // What it names is not there, or the request says too little.
    expect([name, status]).toEqual([name, expect.toBeOneOf([200, 204, 400, 404])])
  } else if (route.readers !== null) {
    expect([name, status, JSON.parse(body)]).toEqual([
      name,
      403,
      { type: 'AuthorizationException', message: expect.stringMatching(/^Expected .+\.$/), code: null },
    ])
  } else {
    // An operation is refused for who asks, or because what it names is not there.
    expect([name, status]).toEqual([name, expect.toBeOneOf([400, 403, 404])])
  }
}
