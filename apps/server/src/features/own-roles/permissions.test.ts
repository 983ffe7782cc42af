import { process } from '@millrace/bpmn/builder'
import { api, ownRoleCalls, roleCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { multipart } from '../../runtime/testing/multipart.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const app = await createTestApp()
const { signIn } = app
const chief = await signIn({ roles: ['RoleAdmin', 'RoleDesign', 'RoleUser'] })

type Permissions = readonly {
  readonly kind: string
  readonly thing: string | null
  readonly actions: readonly string[]
}[]

let count = 0
/** Somebody who has the role of users, and an own role. */
async function withRole(permissions: Permissions) {
  count += 1
  const key = `role-${count}`
  const { body: role, status } = await chief.call(ownRoleCalls.create, {
    body: { key, name: key, permissions: permissions as never },
  })
  expect(status).toBe(200)
  const somebody = await signIn({ roles: ['RoleUser'] })
  await chief.call(roleCalls.addMember, { params: { roleName: key, id: somebody.user.id } })
  return { somebody, role, key }
}

async function createApplication(name: string) {
  const { body } = await chief.call(api.applications.create, { body: { name, key: name.toLowerCase() } })
  const params = { appId: body.id }
  const process = (
    await chief.call(api.appProcesses.create, {
      params,
      body: { name: `${name} process`, key: `${name.toLowerCase()}Process` },
    })
  ).body
  return { params, id: body.id, process }
}

let one: Awaited<ReturnType<typeof createApplication>>
let other: Awaited<ReturnType<typeof createApplication>>

beforeAll(async () => {
  one = await createApplication('One')
  other = await createApplication('Other')
})

describe('a permission on an application', () => {
  it('to see opens it, and no other one', async () => {
    const { somebody } = await withRole([{ kind: 'application', thing: one.id, actions: ['see'] }])
    expect((await somebody.call(api.applications.list)).body.items.map(({ name }) => name)).toEqual(['One'])
    expect((await somebody.call(api.appProcesses.list)).body.items.map(({ name }) => name)).toEqual(['One process'])
    expect((await somebody.call(api.applications.get, { params: one.params })).status).toBe(200)
    expect((await somebody.call(api.applications.get, { params: other.params })).error.code).toBe('right.missing')
    const ofOther = { appId: one.id, processId: other.process.id }
    expect((await somebody.call(api.appProcesses.get, { params: ofOther })).error.code).toBe('thing.not-found')
    const body = { name: 'Changed', key: 'one' }
    expect((await somebody.call(api.applications.save, { params: one.params, body })).error.code).toBe('right.missing')
  })

  it('to design changes it and what is in it, and creates none', async () => {
    const { somebody } = await withRole([{ kind: 'application', thing: one.id, actions: ['design'] }])
    const body = { name: 'A new form', formKey: 'newForm' }
    expect((await somebody.call(api.forms.create, { params: one.params, body })).status).toBe(200)
    expect((await somebody.call(api.forms.create, { params: other.params, body })).error.code).toBe('right.missing')
    const created = await somebody.call(api.applications.create, { body: { name: 'Third', key: 'third' } })
    expect(created.error.code).toBe('right.missing')
    expect((await somebody.call(api.applications.deploy, { params: one.params, body: {} })).error.code).toBe(
      'right.missing',
    )
    const copies = { processes: [{ sourceId: other.process.id, applicationId: one.id, name: 'Copy', key: 'copy' }] }
    expect((await somebody.call(api.appProcesses.saveMultiple, { body: copies as never })).error.code).toBe(
      'right.missing',
    )
  })

  it('to deploy deploys it; then to operate reaches its processes', async () => {
    const { somebody } = await withRole([{ kind: 'application', thing: one.id, actions: ['deploy'] }])
    expect((await somebody.call(api.applications.deploy, { params: other.params, body: {} })).error.code).toBe(
      'right.missing',
    )
    expect((await somebody.call(api.applications.deploy, { params: one.params, body: {} })).status).toBe(200)
    await chief.call(api.applications.deploy, { params: other.params, body: {} })
    expect((await somebody.call(api.definitions.list)).error.code).toBe('right.missing')
    const { somebody: operator } = await withRole([{ kind: 'application', thing: one.id, actions: ['operate'] }])
    const definitions = (await operator.call(api.definitions.list)).body.items
    expect(definitions.map(({ key }) => key)).toEqual(['oneProcess'])
    const all = (await (await signIn({ roles: ['RoleProcessAdmin'] })).call(api.definitions.list)).body.items
    const foreign = all.find(({ key }) => key === 'otherProcess')?.id ?? ''
    expect((await operator.call(api.definitions.get, { params: { id: foreign } })).error.code).toBe('thing.not-found')
    const suspended = { isSuspended: true, includesInstances: false }
    const suspend = (id: string) => operator.call(api.definitions.suspend, { params: { id }, body: suspended })
    expect((await suspend(foreign)).error.code).toBe('thing.not-found')
    expect((await suspend(definitions[0]?.id ?? '')).status).toBe(204)
  })
})

describe('a permission on a process', () => {
  it('to operate opens the jobs and all parts of its instances, and of no other process', async () => {
    const scenario = await createScenario(app.runtime, app.workplaceId)
    const start = async (key: string) => {
      const model = process(key, { name: key })
        .start()
        .parallelGateway('fork')
        .serviceTask('print', { 'camunda:type': 'external', 'camunda:topic': 'print' })
        .end('printed')
        .moveTo('fork')
        .serviceTask('later', { 'camunda:asyncBefore': 'true', 'camunda:expression': '${1}' })
        .end('done')
      return scenario.start(await scenario.deploy(model.toXml()))
    }
    const [mine, theirs] = [await start('mine'), await start('theirs')]
    const { somebody } = await withRole([{ kind: 'process', thing: 'mine', actions: ['operate'] }])
    const { somebody: reader } = await withRole([{ kind: 'process', thing: 'mine', actions: ['see'] }])
    const boss = await signIn({ roles: ['RoleProcessAdmin'] })

    const jobs = (await somebody.call(api.jobs.list)).body.items
    expect(jobs.map(({ instance }) => instance?.id)).toEqual([mine])
    expect((await somebody.call(api.jobs.filters)).body.processes.map(({ key }) => key)).toEqual(['mine'])
    expect((await somebody.call(api.jobs.listCount)).body.total).toBe(1)
    const all = (await boss.call(api.jobs.list)).body.items
    const foreign = all.find(({ instance }) => instance?.id === theirs)?.id ?? ''
    const own = jobs[0]?.id ?? ''
    expect((await somebody.call(api.jobs.get, { params: { id: own } })).status).toBe(200)
    expect((await somebody.call(api.jobs.get, { params: { id: foreign } })).error.code).toBe('thing.not-found')
    const body = { isSuspended: true }
    expect((await somebody.call(api.jobs.suspend, { params: { id: own }, body })).status).toBe(204)
    expect((await somebody.call(api.jobs.suspend, { params: { id: foreign }, body })).error.code).toBe(
      'thing.not-found',
    )

    const parts = async (client: typeof somebody, id: string) => {
      const params = { id }
      const calls = [api.processes.externalTasks, api.processes.subscriptions, api.processes.undoable] as const
      const statuses: number[] = []
      for (const call of calls) statuses.push((await client.call(call, { params })).status)
      return statuses
    }
    expect(await parts(somebody, mine)).toEqual([200, 200, 200])
    expect(await parts(somebody, theirs)).toEqual([404, 404, 404])
    expect(await parts(reader, mine)).toEqual([200, 200, 403])
    const permissionsOf = async (client: typeof somebody) =>
      (await client.call(api.processes.instance, { params: { id: mine } })).body.permissions
    expect(await permissionsOf(somebody)).toMatchObject({ retry: true, seeJobs: true, seeBatches: true })
    expect(await permissionsOf(reader)).toMatchObject({ retry: false, seeJobs: false, seeBatches: false })
    expect(await permissionsOf(boss)).toMatchObject({ retry: true, seeJobs: true, seeBatches: true })
    expect((await reader.call(api.jobs.list)).error.code).toBe('right.missing')
  })
})

describe('a permission on a data list', () => {
  it('opens that list, and to design changes it', async () => {
    const create = async (name: string) =>
      (
        await chief.call(api.dataLists.create, {
          body: { name, key: name, columns: [{ key: 'code', name: 'Code', type: 'text', isKey: true }] } as never,
        })
      ).body
    const [colours, sizes] = [await create('colours'), await create('sizes')]
    const { somebody } = await withRole([{ kind: 'dataList', thing: colours.id, actions: ['see'] }])
    expect((await somebody.call(api.dataLists.list)).body.items.map(({ name }) => name)).toEqual(['colours'])
    expect((await somebody.call(api.dataLists.rows, { params: { id: colours.id } })).status).toBe(200)
    expect((await somebody.call(api.dataLists.rows, { params: { id: sizes.id } })).error.code).toBe('right.missing')
    const disable = { params: { id: colours.id }, query: { deletedReason: 'Old' } }
    expect((await somebody.call(api.dataLists.disable, disable)).error.code).toBe('right.missing')
    const { somebody: keeper } = await withRole([{ kind: 'dataList', thing: null, actions: ['design'] }])
    expect((await keeper.call(api.dataLists.disable, disable)).status).toBe(200)
  })
})

describe('an own role', () => {
  it('gives nothing while it is disabled, and again when it is restored', async () => {
    const { somebody, key } = await withRole([{ kind: 'application', thing: null, actions: ['see'] }])
    const sees = async () => (await somebody.call(api.applications.list)).status
    expect(await sees()).toBe(200)
    await chief.call(ownRoleCalls.disable, { params: { id: key }, query: { deletedReason: 'Audit' } })
    expect(await sees()).toBe(403)
    await chief.call(ownRoleCalls.restore, { params: { id: key } })
    expect(await sees()).toBe(200)
    await chief.call(roleCalls.removeMember, { params: { roleName: key, id: somebody.user.id } })
    expect(await sees()).toBe(403)
  })

  it('stays when other roles of the user are replaced', async () => {
    const { somebody, key } = await withRole([{ kind: 'application', thing: null, actions: ['see'] }])
    const keeper = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'] })
    const params = { id: somebody.user.id, change: 'replace' } as never
    const { status } = await keeper.call(api.userAccounts.updateRoles, {
      params,
      body: { roles: ['RoleUser'] } as never,
    })
    expect(status).toBeLessThan(300)
    const { body } = await chief.call(roleCalls.members, { params: { roleName: key } })
    expect(body.items.map(({ username }) => username)).toEqual([somebody.user.username])
  })

  it('comes with a group, which nobody gives who lacks what it permits', async () => {
    const { key } = await withRole([{ kind: 'application', thing: null, actions: ['design'] }])
    const keeper = await signIn({ roles: ['RoleUserAdmin'] })
    const designing = await signIn({ roles: ['RoleUserAdmin', 'RoleDesign'] })
    const body = { name: 'Designers', key: 'designers', ownRoles: [key] }
    expect((await keeper.call(api.groups.create, { body })).error.code).toBe('right.missing')
    const { body: group, status } = await designing.call(api.groups.create, { body })
    expect(status).toBe(200)
    expect(group.ownRoles).toEqual([{ key, name: key, isDisabled: false }])
    const member = await signIn({ roles: ['RoleUser'] })
    const joining = { params: { id: group.id }, body: { username: member.user.username } }
    expect((await keeper.call(api.groups.addMember, joining)).error.code).toBe('right.missing')
    expect((await designing.call(api.groups.addMember, joining)).status).toBe(204)
    expect((await member.call(api.applications.list)).status).toBe(200)
    const { body: givers } = await chief.call(roleCalls.groups, { params: { roleName: key } })
    expect(givers.items.map(({ name }) => name)).toEqual(['Designers'])
    // Who keeps accounts without the right does not get the account of somebody who has it.
    const password = { params: { id: member.user.id }, query: { deletedReason: 'Gone' } }
    expect((await keeper.call(api.userAccounts.disable, password as never)).error.code).toBe('right.missing')
    const without = { name: 'Designers', revision: group.revision, ownRoles: [] }
    expect((await designing.call(api.groups.save, { params: { id: group.id }, body: without })).status).toBe(200)
    expect((await member.call(api.applications.list)).status).toBe(403)
  })

  it('refuses what does not exist, and keys of the product', async () => {
    const create = (body: object) => chief.call(ownRoleCalls.create, { body: body as never })
    const thing = '00000000-0000-7000-8000-000000000000'
    const permissions = [{ kind: 'application', thing, actions: ['see'] }]
    const { error } = await create({ key: 'x', name: 'x', permissions })
    expect([error.code, error.details?.[0]?.where]).toEqual(['thing.not-found', 'permissions.0.thing'])
    for (const key of ['RoleAdmin', 'ROLE_ADMIN', 'millrace.design', 'new'])
      expect((await create({ key, name: key })).error.code).toBe('request.invalid')
    const wrong = [{ kind: 'dataList', thing: null, actions: ['deploy'] }]
    expect((await create({ key: 'y', name: 'y', permissions: wrong })).error.code).toBe('request.invalid')
  })
})

describe('a permission on email templates', () => {
  const text = { subject: 'Hello', html: '<p>Hello</p>', missingValues: 'refuse' } as const
  const createTemplate = async (name: string) =>
    (await chief.call(api.emailTemplates.create, { body: { name, ...text } })).body.id

  it('to see opens one template, and changes none', async () => {
    const [id, hidden] = [await createTemplate('Seen'), await createTemplate('Hidden')]
    const { somebody } = await withRole([{ kind: 'emailTemplate', thing: id, actions: ['see'] }])
    expect((await somebody.call(api.emailTemplates.list)).body.items.map(({ name }) => name)).toEqual(['Seen'])
    expect((await somebody.call(api.emailTemplates.get, { params: { id } })).status).toBe(200)
    expect((await somebody.call(api.emailTemplates.get, { params: { id: hidden } })).error.code).toBe('right.missing')
    const body = { name: 'Changed', ...text }
    expect((await somebody.call(api.emailTemplates.save, { params: { id }, body })).error.code).toBe('right.missing')
  })

  it('to design changes it, and creates only with a permission for all', async () => {
    const [id, other] = [await createTemplate('Own'), await createTemplate('Other mail')]
    const { somebody } = await withRole([{ kind: 'emailTemplate', thing: id, actions: ['design'] }])
    const body = { name: 'Own text', ...text }
    expect((await somebody.call(api.emailTemplates.save, { params: { id }, body })).status).toBe(200)
    expect((await somebody.call(api.emailTemplates.save, { params: { id: other }, body })).error.code).toBe(
      'right.missing',
    )
    const create = { body: { name: 'Third mail', ...text } }
    expect((await somebody.call(api.emailTemplates.create, create)).error.code).toBe('right.missing')
    const { somebody: all } = await withRole([{ kind: 'emailTemplate', thing: null, actions: ['design'] }])
    expect((await all.call(api.emailTemplates.create, create)).status).toBe(200)
  })
})

describe('a permission on system templates', () => {
  it.each(['see', 'design'])('to %s', async (action) => {
    const { somebody } = await withRole([{ kind: 'systemTemplate', thing: null, actions: [action] }])
    const mail = (await somebody.call(api.systemTemplates.list)).body[0]?.mail ?? ''
    const params = { mail } as never
    const { body } = await somebody.call(api.systemTemplates.get, { params })
    const { subject, html, revision } = body
    const saved = await somebody.call(api.systemTemplates.save, {
      params,
      body: { subject, html, language: '', revision },
    })
    expect(saved.status).toBe(action === 'design' ? 200 : 403)
  })
})

describe('a permission on deployments', () => {
  const upload = async (client: typeof chief) => {
    const content = process('ownDeployed', { name: 'Own' }).start().userTask('t').end('end').toXml()
    const { headers, payload } = multipart([{ name: 'own.bpmn', content }], {})
    const answer = await client.send({ method: 'POST', url: '/api/processengine/deployments', headers, payload })
    return { status: answer.status, id: (answer.body as { deployment?: { id: string } }).deployment?.id ?? '' }
  }

  it('to deploy deploys files and reads deployments, and deletes none', async () => {
    const { somebody } = await withRole([{ kind: 'deployment', thing: null, actions: ['deploy'] }])
    const { status, id } = await upload(somebody)
    expect(status).toBe(200)
    expect((await somebody.call(api.deployments.get, { params: { id } })).status).toBe(200)
    expect((await somebody.call(api.deployments.list)).body.items.map((one) => one.id)).toContain(id)
    const gone = { params: { id }, query: { cascade: 'true' } } as const
    expect((await somebody.call(api.deployments.delete, gone)).error.code).toBe('right.missing')
    const { somebody: cleaner } = await withRole([{ kind: 'deployment', thing: null, actions: ['delete'] }])
    expect((await cleaner.call(api.deployments.delete, gone)).status).toBeLessThan(300)
  })

  it('to see deploys nothing, and cannot be about one deployment', async () => {
    const { somebody } = await withRole([{ kind: 'deployment', thing: null, actions: ['see'] }])
    expect((await somebody.call(api.deployments.list)).status).toBe(200)
    expect((await upload(somebody)).status).toBe(403)
    const one = [{ kind: 'deployment', thing: 'a', actions: ['see'] }] as never
    const body = { key: 'wrong', name: 'wrong', permissions: one }
    expect((await chief.call(ownRoleCalls.create, { body })).status).toBe(400)
  })
})
