import { api } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { beforeAll, expect, it } from 'vitest'

const { signIn } = await createTestApp()
const chief = await signIn({ roles: ['RoleAdmin', 'RoleDesign', 'RoleUserAdmin'] })
const ada = await signIn({ roles: ['RoleUser'] })
const dan = await signIn({ roles: ['RoleUser', 'RoleDesign'] })

type Client = typeof ada
const ask = async (client: Client, kind: 'application' | 'process', thing: string, role?: string) => {
  const query = { kind, thing, ...(role === undefined ? {} : { role }) }
  const { body } = await chief.call(api.userRights.explain, { params: { id: client.user.id }, query })
  return Object.fromEntries(body.actions.map((action) => [action.action, action]))
}

let application: string

beforeAll(async () => {
  const { body } = await chief.call(api.applications.create, { body: { name: 'Loans', key: 'loans' } })
  application = body.id
  const params = { appId: body.id }
  await chief.call(api.appProcesses.create, { params, body: { name: 'Loan', key: 'loan' } })
  await chief.call(api.applications.deploy, { params, body: {} })
  const permissions = [{ kind: 'application' as const, thing: body.id, actions: ['see' as const, 'operate' as const] }]
  await chief.call(api.ownRoles.create, { body: { key: 'desk', name: 'Credit desk', permissions } })
})

it('names the role that allows something', async () => {
  const { design } = await ask(dan, 'application', application)
  expect(design).toMatchObject({ isAllowed: true, causes: [{ kind: 'role', name: 'RoleDesign', via: null }] })
})

it('says why something is refused as the product does, and with which roles it would be allowed', async () => {
  const { see, design } = await ask(ada, 'application', application)
  expect(see).toMatchObject({ isAllowed: false, wouldNeed: ['RoleDesign', 'Credit desk'] })
  const { error } = await ada.call(api.applications.get, { params: { appId: application } })
  expect(error.code).toBe('right.missing')
  expect(design).toMatchObject({ refusal: 'Expected the role RoleDesign, but you do not have it.' })
})

it('answers for a role that the user does not have, and changes nothing by that', async () => {
  const { see, design } = await ask(ada, 'application', application, 'desk')
  expect(see).toMatchObject({ isAllowed: true, causes: [{ kind: 'ownRole', name: 'Credit desk' }] })
  expect(design?.isAllowed).toBe(false)
  expect((await ada.call(api.applications.list)).error.code).toBe('right.missing')
})

it('names the group that gives the role, and says the same as the product', async () => {
  const body = { name: 'Desk', key: 'desk-people', ownRoles: ['desk'] }
  const { body: group } = await chief.call(api.groups.create, { body })
  await chief.call(api.groups.addMember, { params: { id: group.id }, body: { username: ada.user.username } })
  const { operate, work } = await ask(ada, 'process', 'loan')
  expect(operate).toMatchObject({ isAllowed: true, causes: [{ kind: 'ownRole', name: 'Credit desk', via: 'Desk' }] })
  expect(work?.isAllowed).toBe(false)
  expect((await ada.call(api.definitions.list)).body.items.map(({ key }) => key)).toEqual(['loan'])
})

it('says that the user is enough where no role is needed, and what is needed together', async () => {
  const { see, start } = await ask(ada, 'process', 'loan')
  expect(see?.causes).toEqual([{ kind: 'person', name: ada.user.username, via: null }])
  expect(start).toMatchObject({ isAllowed: true, causes: [{ kind: 'role', name: 'RoleUser', via: null }] })
})

it('does not know what does not exist, and answers to administrators only', async () => {
  const of = (id: string, thing: string, role?: string) => ({
    params: { id },
    query: { kind: 'application' as const, thing, ...(role === undefined ? {} : { role }) },
  })
  for (const [id, thing, role] of [
    ['nobody', application],
    [ada.user.id, 'nothing'],
    [ada.user.id, application, 'RoleNothing'],
  ] as const)
    expect((await chief.call(api.userRights.explain, of(id, thing, role))).error.code).toBe('thing.not-found')
  const keeper = await signIn({ roles: ['RoleUserAdmin'] })
  expect((await keeper.call(api.userRights.explain, of(ada.user.id, application))).error.code).toBe('right.missing')
})
