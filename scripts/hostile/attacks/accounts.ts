import type { Attack, Attacker } from '../attack.ts'

const password = 'a password that the attacker knows'

/** Attacks by a user administrator who takes over the accounts of others to get their rights. */
export const accounts: readonly Attack[] = [
  {
    name: 'a user administrator who takes over accounts with more rights',
    within: 30_000,
    ends: ['held'],
    isShort: true,
    run: async (attacker) => {
      const startedAt = performance.now()
      const victims = await prepareVictims(attacker)
      const taken: string[] = []
      for (const { title, ...call } of listTries(attacker, victims)) {
        const { status } = await attacker.callAs(attacker.keeper, call.method, call.path, call.body)
        if (status !== 403) taken.push(`${title}: ${status}`)
      }
      return { end: taken.length === 0 ? 'held' : taken.join(', '), ms: performance.now() - startedAt }
    },
  },
]

/** An account in camunda-admin, and one with an authorization, which the administrator creates. */
async function prepareVictims({ call }: Attacker): Promise<readonly string[]> {
  const names = ['engine-administrator', 'authorized']
  for (const id of names)
    await call('POST', '/user/create', { profile: { id }, credentials: { password: 'the first password' } })
  await call('PUT', `/group/camunda-admin/members/${names[0]}`)
  await call('POST', '/group/create', { id: 'authorized-group', name: 'Authorized' })
  for (const whom of [{ userId: 'authorized' }, { groupId: 'authorized-group' }, { userId: 'not-yet-there' }])
    await call('POST', '/authorization/create', {
      type: 1,
      permissions: ['ALL'],
      resourceType: 6,
      resourceId: '*',
      ...whom,
    })
  return names
}

interface Try {
  readonly title: string
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body: object
}

function listTries({ keeper: { username } }: Attacker, victims: readonly string[]): readonly Try[] {
  const ofVictims = victims.flatMap((name): Try[] => [
    { title: `password of ${name}`, method: 'PUT', path: `/user/${name}/credentials`, body: { password } },
    {
      title: `mail address of ${name}`,
      method: 'PUT',
      path: `/user/${name}/profile`,
      body: { email: 'me@example.org' },
    },
    { title: `group of ${name}`, method: 'PUT', path: `/group/authorized-group/members/${name}`, body: {} },
    { title: `deletion of ${name}`, method: 'DELETE', path: `/user/${name}`, body: {} },
  ])
  const created = { profile: { id: 'not-yet-there' }, credentials: { password } }
  const authorization = { type: 1, permissions: ['ALL'], resourceType: 6, resourceId: '*', userId: username }
  return [
    ...ofVictims,
    ...['camunda-admin', 'authorized-group'].map(
      (group): Try => ({
        title: `joining ${group}`,
        method: 'PUT',
        path: `/group/${group}/members/${username}`,
        body: {},
      }),
    ),
    { title: 'a name with authorizations', method: 'POST', path: '/user/create', body: created },
    { title: 'an authorization for oneself', method: 'POST', path: '/authorization/create', body: authorization },
  ]
}
