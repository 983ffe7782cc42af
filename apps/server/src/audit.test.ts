import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { process } from '@millrace/bpmn/builder'
import {
  accountCalls,
  authCalls,
  bindingCalls,
  calendarCalls,
  categoryCalls,
  deploymentCalls,
  profileCalls,
  roles,
  sampleCalls,
  taskCalls,
  themeCalls,
  userCalls,
} from '@millrace/contract'
import { loadScriptEngine } from '@millrace/expressions'
import { createTestDatabase, createUser, createWorkplace } from '@millrace/server/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { createRestTest } from './engine-rest/testing/rest-test.ts'
import { jobActor } from './jobs/job-actor.ts'
import { prepareAdministrator } from './operations/administrators/prepare-administrator.ts'
import { installSamples } from './operations/samples/install-samples.ts'
import { listRevisionEntries, listRevisions } from './platform/audit/audit-queries.ts'
import { createInstallationKey } from './platform/auth/installation-key.ts'
import type { Database } from './platform/db/database.ts'
import { multipart } from './runtime/testing/multipart.ts'
import { runWorkplaceCommand } from './workplace-command.ts'

/** Every way to change what is audited leaves its rows there: both surfaces, sign-in, the start, and each command. */
const { db, admin, clock, runtime, workplaceId, rest, signIn, anonymous } = await createRestTest()
await loadScriptEngine()
const root = await signIn({ username: 'root', roles, password: 'a password of root' })
const folder = mkdtempSync(join(tmpdir(), 'millrace-audit-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Who, by what, and each change as `operation entity`, in the order of revisions; changes of one kind once. */
interface AuditSummary {
  readonly by: string | null
  readonly cause: string | null
  readonly changes: readonly string[]
}

async function summariesOf(
  operation: () => Promise<unknown>,
  place = workplaceId,
  of: Database = db,
): Promise<AuditSummary[]> {
  const before = await lastRevision(of, place)
  await operation()
  return of.read({ workplaceId: place }, async (tx) => {
    const summaries: AuditSummary[] = []
    const revisions = await listRevisions(tx, place, { limit: 1000 })
    for (const { number, userId, cause } of revisions.filter((revision) => revision.number > before).reverse()) {
      const entries = await listRevisionEntries(tx, place, { revision: number, limit: 1000 })
      const changes = [...new Set(entries.map(({ operation, entity }) => `${operation} ${entity}`))]
      summaries.push({ by: userId, cause, changes })
    }
    return summaries
  })
}

async function lastRevision(of: Database, place: string): Promise<number> {
  const [last] = await of.read({ workplaceId: place }, (tx) => listRevisions(tx, place, { limit: 1 }))
  return last?.number ?? 0
}

/** What the last change says, as `before → after` of one column. */
async function lastChange(entity: string): Promise<{ before: unknown; after: unknown; key: string }> {
  const { rows } = await admin.query(
    'select key, before, after from audit_entry where workplace_id = $1 and entity = $2 order by revision desc, id desc limit 1',
    [workplaceId, entity],
  )
  return rows[0]
}

const model = (key: string) => process(key).start().userTask('work').end().toXml()
const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what a test is about to tell.
  return body as any
}

let tokenId = ''
let themeId = ''
let deploymentId = ''
const binding = (text: string) => ({ params: { name: 'greeter' }, body: { kind: 'expression', language: 'uel', text } })
const calendar = (zone: string) => ({
  params: { name: 'office' },
  body: { zone, hours: { 1: [['09:00', '17:00']] }, holidays: [] },
})
const themed = async (productName: string) => {
  const form = new FormData()
  form.append('productName', productName)
  form.append('themeCode', 'theme-default')
  form.append(
    'logo',
    new Blob([`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>${productName}</text></svg>`]),
  )
  const encoded = new Response(form)
  return ok(
    root.call(themeCalls.save, {
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      body: Buffer.from(await encoded.arrayBuffer()),
    }),
  )
}

describe('/api', () => {
  it.each<[string, () => Promise<unknown>, string[]]>([
    [
      'POST /api/profiles/tokens',
      async () => {
        tokenId = (await ok(root.call(accountCalls.createToken, { body: { name: 'ci' } }))).id
      },
      ['insert api-token'],
    ],
    [
      'DELETE /api/profiles/tokens/{id}',
      () => ok(root.call(accountCalls.removeToken, { params: { id: tokenId } })),
      ['delete api-token'],
    ],
    [
      'POST /api/profiles/password',
      () => {
        const body = { currentPassword: 'a password of root', newPassword: 'another one of his' }
        return ok(root.call(accountCalls.changePassword, { body }))
      },
      ['update user'],
    ],
    [
      'POST /api/profiles',
      () => ok(root.call(profileCalls.save, { body: { customer_reference: 'C1' } })),
      ['insert user-profile'],
    ],
    [
      'POST /api/profiles',
      () => ok(root.call(profileCalls.save, { body: { customer_reference: 'C2' } })),
      ['update user-profile'],
    ],
    [
      'PUT /api/processengine/bindings/{name}',
      () => ok(root.call(bindingCalls.save, binding('${1}'))),
      ['insert java-binding'],
    ],
    [
      'PUT /api/processengine/bindings/{name}',
      () => ok(root.call(bindingCalls.save, binding('${2}'))),
      ['update java-binding'],
    ],
    [
      'DELETE /api/processengine/bindings/{name}',
      () => ok(root.call(bindingCalls.delete, { params: { name: 'greeter' } })),
      ['delete java-binding'],
    ],
    [
      'PUT /api/processengine/calendars/{name}',
      () => ok(root.call(calendarCalls.save, calendar('UTC'))),
      ['insert business-calendar'],
    ],
    [
      'PUT /api/processengine/calendars/{name}',
      () => ok(root.call(calendarCalls.save, calendar('Europe/Berlin'))),
      ['update business-calendar'],
    ],
    [
      'DELETE /api/processengine/calendars/{name}',
      () => ok(root.call(calendarCalls.delete, { params: { name: 'office' } })),
      ['delete business-calendar'],
    ],
    ['POST /api/admin/themes-api', () => themed('Ours'), ['insert site-theme', 'insert site-picture']],
    ['POST /api/admin/themes-api', () => themed('Still ours'), ['update site-theme', 'update site-picture']],
    ['POST /api/admin/themes-api/remove-logo', () => ok(root.call(themeCalls.removeLogo)), ['delete site-picture']],
    [
      'POST /api/admin/themes-api/user-defined-theme/save',
      async () => {
        const body = { name: 'Dark', code: 'dark', variables: '{}' }
        themeId = (await ok(root.call(themeCalls.saveTheme, { body }))).data.id
      },
      ['insert theme'],
    ],
    [
      'POST /api/admin/themes-api/user-defined-theme/save',
      () =>
        ok(root.call(themeCalls.saveTheme, { body: { id: themeId, name: 'Darker', code: 'dark', variables: '{}' } })),
      ['update theme'],
    ],
    [
      'DELETE /api/admin/themes-api/user-defined-theme/{id}',
      () => ok(root.call(themeCalls.removeTheme, { params: { id: themeId } })),
      ['delete theme'],
    ],
    [
      'POST /api/processengine/deployments',
      async () => {
        const files = multipart([{ name: 'a.bpmn', content: model('shown') }], { name: 'A' })
        deploymentId = (await ok(root.send({ method: 'POST', url: '/api/processengine/deployments', ...files })))
          .deployment.id
      },
      ['insert deployment', 'insert deployment-resource', 'insert process-definition'],
    ],
    [
      'DELETE /api/processengine/deployments/{id}',
      () => ok(root.call(deploymentCalls.delete, { params: { id: deploymentId } })),
      ['delete deployment', 'delete deployment-resource', 'delete process-definition'],
    ],
  ])('%s is recorded with its caller', async (cause, operation, changes) => {
    const summaries = await summariesOf(operation)
    expect(summaries.map((one) => [one.by, one.cause])).toEqual(summaries.map(() => ['root', cause]))
    expect(summaries.flatMap((one) => one.changes).toSorted()).toEqual(changes.toSorted())
  })

  it('records a lock-out by sign-in, which nobody did, of the unlock, and not of what comes before', async () => {
    const lena = await createUser(db, { workplaceId, username: 'lena', password: 'a password of lena' })
    const attempt = (password: string) => anonymous().call(authCalls.login, { body: { username: 'lena', password } })
    expect(await summariesOf(() => attempt('a password of lena'))).toEqual([])
    expect(
      await summariesOf(async () => {
        for (let times = 0; times < 4; times++) await attempt('wrong')
      }),
    ).toEqual([])
    expect(await summariesOf(() => attempt('wrong'))).toEqual([
      { by: null, cause: 'sign-in', changes: ['update user'] },
    ])
    expect(await lastChange('user')).toMatchObject({
      key: lena.id,
      before: { status: 'enabled' },
      after: { status: 'locked' },
    })
    const unlock = () => {
      const headers = { 'x-xsrf-token': root.cookies.get('XSRF-TOKEN') ?? '' }
      return ok(root.call(userCalls.unlock, { params: { id: lena.id }, headers }))
    }
    expect(await summariesOf(unlock)).toEqual([
      { by: 'root', cause: `GET /api${userCalls.unlock.path}`, changes: ['update user'] },
    ])
    expect(await lastChange('user')).toMatchObject({ before: { status: 'locked' }, after: { status: 'enabled' } })
  })

  it('records a password that is chosen at the sign-in, by its user', async () => {
    await createUser(db, { workplaceId, username: 'nora', password: 'a first password' })
    const body = { username: 'nora', password: 'a first password', newPassword: 'a second one of hers' }
    expect(await summariesOf(() => ok(anonymous().call(authCalls.login, { body })))).toEqual([
      { by: 'nora', cause: 'sign-in', changes: ['update user'] },
    ])
  })

  it('records nothing of what is refused, of live state, of reading, and of what somebody keeps for himself', async () => {
    await ok(rest.deploy({ 'live.bpmn': model('live') }))
    expect(
      await summariesOf(async () => {
        const { status } = await root.call(bindingCalls.save, { params: { name: 'x' }, body: { kind: 'nothing' } })
        expect(status).toBe(400)
        await ok(root.call(categoryCalls.addFavourite, { params: { key: 'live' } }))
        await ok(rest.post('/process-definition/key/live/start'))
        const [task] = await ok(rest.get('/task'))
        await ok(rest.post(`/task/${task.id}/claim`, { userId: 'ada' }))
        await ok(rest.post(`/task/${task.id}/complete`))
        await ok(root.call(taskCalls.assigned))
        await ok(root.call(userCalls.list))
      }),
    ).toEqual([])
  })
})

describe('/engine-rest', () => {
  const ids: Record<string, string> = {}
  it.each<[string, () => Promise<unknown>, string[]]>([
    [
      'POST /engine-rest/user/create',
      () =>
        ok(
          rest.post('/user/create', {
            profile: { id: 'bob', firstName: 'Bob' },
            credentials: { password: 'a password of his' },
          }),
        ),
      ['insert user', 'insert user-role'],
    ],
    [
      'PUT /engine-rest/user/{id}/profile',
      () => ok(rest.put('/user/bob/profile', { id: 'bob', firstName: 'Robert' })),
      ['update user'],
    ],
    [
      'PUT /engine-rest/user/{id}/credentials',
      () => ok(rest.put('/user/bob/credentials', { password: 'another one of his' })),
      ['update user'],
    ],
    [
      'POST /engine-rest/group/create',
      () => ok(rest.post('/group/create', { id: 'auditors', name: 'Auditors' })),
      ['insert group'],
    ],
    [
      'PUT /engine-rest/group/{id}',
      () => ok(rest.put('/group/auditors', { id: 'auditors', name: 'Who audits' })),
      ['update group'],
    ],
    [
      'PUT /engine-rest/group/{id}/members/{userId}',
      () => ok(rest.put('/group/auditors/members/bob')),
      ['insert group-member'],
    ],
    [
      'DELETE /engine-rest/group/{id}/members/{userId}',
      () => ok(rest.delete('/group/auditors/members/bob')),
      ['delete group-member'],
    ],
    [
      'POST /engine-rest/tenant/create',
      () => ok(rest.post('/tenant/create', { id: 'north', name: 'North' })),
      ['insert tenant'],
    ],
    [
      'PUT /engine-rest/tenant/{id}',
      () => ok(rest.put('/tenant/north', { id: 'north', name: 'The north' })),
      ['update tenant'],
    ],
    [
      'PUT /engine-rest/tenant/{id}/user-members/{memberId}',
      () => ok(rest.put('/tenant/north/user-members/bob')),
      ['insert tenant-member'],
    ],
    [
      'DELETE /engine-rest/tenant/{id}/user-members/{memberId}',
      () => ok(rest.delete('/tenant/north/user-members/bob')),
      ['delete tenant-member'],
    ],
    [
      'PUT /engine-rest/tenant/{id}/group-members/{memberId}',
      () => ok(rest.put('/tenant/north/group-members/auditors')),
      ['insert tenant-member'],
    ],
    [
      'DELETE /engine-rest/tenant/{id}',
      () => ok(rest.delete('/tenant/north')),
      ['delete tenant', 'delete tenant-member'],
    ],
    ['DELETE /engine-rest/group/{id}', () => ok(rest.delete('/group/auditors')), ['delete group']],
    ['DELETE /engine-rest/user/{id}', () => ok(rest.delete('/user/bob')), ['delete user', 'delete user-role']],
    [
      'POST /engine-rest/deployment/create',
      async () => {
        const dmn = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="rules" name="Rules" namespace="test">
          <decision id="rule" name="Rule"><literalExpression><text>1</text></literalExpression></decision>
          <decision id="other" name="Other"><literalExpression><text>2</text></literalExpression></decision></definitions>`
        const later = process('later').start().userTask('wait', { 'camunda:asyncBefore': true }).end().toXml()
        const answer = await ok(rest.deploy({ 'later.bpmn': later, 'rules.dmn': dmn }))
        ids.deployment = answer.id
        ids.definition = Object.keys(answer.deployedProcessDefinitions)[0] ?? ''
        ids.decision = Object.keys(answer.deployedDecisionDefinitions)[0] ?? ''
        ids.job = (await ok(rest.get('/job-definition', { processDefinitionId: ids.definition })))[0].id
      },
      [
        'insert deployment',
        'insert deployment-resource',
        'insert process-definition',
        'insert decision-definition',
        'insert decision-requirements',
      ],
    ],
    [
      'PUT /engine-rest/process-definition/{id}/suspended',
      () => ok(rest.put(`/process-definition/${ids.definition}/suspended`, { suspended: true })),
      // As in Camunda 7, its job definitions too.
      ['update process-definition', 'update job-definition'],
    ],
    [
      'PUT /engine-rest/process-definition/{id}/history-time-to-live',
      () => ok(rest.put(`/process-definition/${ids.definition}/history-time-to-live`, { historyTimeToLive: 7 })),
      ['update process-definition'],
    ],
    [
      'PUT /engine-rest/decision-definition/{id}/history-time-to-live',
      () => ok(rest.put(`/decision-definition/${ids.decision}/history-time-to-live`, { historyTimeToLive: 7 })),
      ['update decision-definition'],
    ],
    [
      'PUT /engine-rest/job-definition/{id}/jobPriority',
      () => ok(rest.put(`/job-definition/${ids.job}/jobPriority`, { priority: 9 })),
      ['update job-definition'],
    ],
    [
      'PUT /engine-rest/job-definition/{id}/suspended',
      () => ok(rest.put(`/job-definition/${ids.job}/suspended`, { suspended: false })),
      ['update job-definition'],
    ],
    [
      'DELETE /engine-rest/process-definition/{id}',
      () => ok(rest.delete(`/process-definition/${ids.definition}`)),
      ['delete process-definition'],
    ],
    [
      'DELETE /engine-rest/deployment/{id}',
      () => ok(rest.delete(`/deployment/${ids.deployment}`)),
      ['delete deployment', 'delete deployment-resource', 'delete decision-definition', 'delete decision-requirements'],
    ],
  ])('%s is recorded with its caller', async (cause, operation, changes) => {
    const summaries = await summariesOf(operation)
    expect(summaries.map((one) => [one.by, one.cause])).toEqual(summaries.map(() => ['ada', cause]))
    expect(summaries.flatMap((one) => one.changes).toSorted()).toEqual(changes.toSorted())
  })

  it('says the same of a call below the other name of the engine', async () => {
    const made = () => ok(rest.post('/engine/default/group/create', { id: 'others', name: 'Others' }))
    expect(await summariesOf(made)).toEqual([
      { by: 'ada', cause: 'POST /engine-rest/group/create', changes: ['insert group'] },
    ])
  })
})

describe('the operator’s commands', () => {
  const run = (...args: string[]) =>
    runWorkplaceCommand(
      {
        ...{ db, clock, files: runtime.files, storesOf: () => runtime.files, publicUrl: '', print: () => {} },
        ...{ version: '0', installationKey: () => createInstallationKey('the secret of a test, long enough for one') },
      },
      args,
    )
  const idOf = async (reference: string): Promise<string> =>
    (await admin.query('select workplace_id as id from workplace where reference = $1', [reference])).rows[0].id

  it('are recorded in the workplace that they concern, by their commands', async () => {
    await run('create', 'south', '--name', 'South Ltd')
    const south = await idOf('south')
    expect(await summariesOf(async () => {}, south)).toEqual([])
    const { rows } = await admin.query(
      `select r.number, r.user_id, r.cause, array_agg(distinct e.entity order by e.entity) as entities from audit_revision r join audit_entry e on e.workplace_id = r.workplace_id and e.revision = r.number
       where r.workplace_id = $1 group by 1, 2, 3 order by 1`,
      [south],
    )
    const cause = 'command workplace create south'
    expect(rows).toEqual([
      { number: '1', user_id: null, cause, entities: ['group', 'group-member', 'user', 'user-role', 'workplace'] },
    ])
    const file = join(folder, 'south.tar.gz')
    const summariesBy = (verb: string, ...args: string[]) => summariesOf(() => run(verb, 'south', ...args), south)
    for (const summaries of [
      await summariesBy('suspend'),
      await summariesBy('resume'),
      await summariesBy('export', '--file', file),
    ])
      expect(summaries).toMatchObject([{ by: null, changes: ['update workplace'] }])
    expect(
      (
        await admin.query('select cause from audit_revision where workplace_id = $1 order by number', [south])
      ).rows.slice(1),
    ).toEqual([
      { cause: 'command workplace suspend south' },
      { cause: 'command workplace resume south' },
      { cause: 'command workplace export south' },
    ])
  })

  it('that delete a workplace take its audit with it, and are recorded in that of the platform', async () => {
    await createWorkplace(db, { reference: 'gone' })
    const gone = await idOf('gone')
    await run('suspend', 'gone')
    expect(await lastRevision(db, gone)).toBe(2)
    await run('delete', 'gone')
    for (const table of ['audit_revision', 'audit_entry', 'audit_counter'])
      expect((await admin.query(`select from ${table} where workplace_id = $1`, [gone])).rowCount).toBe(0)
    const platform = '00000000-0000-0000-0000-000000000000'
    const read = (tx: Parameters<Parameters<Database['read']>[1]>[0]) =>
      tx.batch([
        {
          name: 'test_platform',
          text: `select r.cause, e.operation, e.entity, e.key, e.before->>'name' from audit_revision r join audit_entry e on e.workplace_id = r.workplace_id and e.revision = r.number where r.workplace_id = $1`,
          values: [platform],
        },
      ])
    expect(await db.readPlatform(read)).toEqual([
      [['command workplace delete gone', 'delete', 'workplace', 'gone', 'gone']],
    ])
    expect(await db.read({ workplaceId }, read)).toEqual([[]])
  })
})

describe('the start', () => {
  it('is recorded when it creates the first administrator, and when it sets their new password', async () => {
    const fresh = await createTestDatabase()
    const summariesOfStart = (password: string | null) =>
      summariesOf(() => prepareAdministrator(fresh, password), fresh.workplaceId, fresh.db)
    expect(await summariesOfStart('the first')).toEqual([
      { by: null, cause: 'start', changes: ['insert user', 'insert user-role', 'insert group', 'insert group-member'] },
    ])
    expect(await summariesOfStart('the first')).toEqual([])
    expect(await summariesOfStart('the second')).toEqual([{ by: null, cause: 'start', changes: ['update user'] }])
  })

  it('is recorded when it creates the default workplace', async () => {
    const fresh = await createTestDatabase()
    await fresh.admin.query('delete from workplace')
    await prepareAdministrator(fresh, 'the first')
    const { rows } = await fresh.admin.query(
      `select cause from audit_revision r join workplace w using (workplace_id) where w.is_default order by number`,
    )
    expect(rows).toEqual([{ cause: 'start' }, { cause: 'start' }])
  })

  it('is recorded when it installs the samples, and so is the user who removes them', async () => {
    const place = await createWorkplace(db)
    const summaries = await summariesOf(() => installSamples({ db, runtime, clock }, place), place)
    expect(new Set(summaries.map(({ by, cause }) => `${by} ${cause}`))).toEqual(new Set(['null samples']))
    expect(new Set(summaries.flatMap(({ changes }) => changes))).toEqual(
      new Set([
        'insert user',
        'update user',
        'insert user-role',
        'insert group',
        'insert group-member',
        'insert deployment',
        'insert deployment-resource',
        'insert process-definition',
        'insert decision-definition',
      ]),
    )
    const boss = await signIn({ workplaceId: place, username: 'boss', roles: ['RoleAdmin'] })
    const gone = await summariesOf(() => ok(boss.call(sampleCalls.remove)), place)
    expect(new Set(gone.map(({ by, cause }) => `${by} ${cause}`))).toEqual(new Set(['boss DELETE /api/samples']))
    expect(new Set(gone.flatMap(({ changes }) => changes))).toEqual(
      new Set([
        'delete user',
        'delete user-role',
        'delete group',
        'delete group-member',
        'delete deployment',
        'delete deployment-resource',
        'delete process-definition',
        'delete decision-definition',
      ]),
    )
  })
})

describe('a job', () => {
  it('acts by its kind and id', () => {
    const job = {
      workplaceId,
      id: '7',
      rootId: '8',
      kind: 'timer',
      isExclusive: false,
      attempts: 0,
      host: null,
      workerId: 'w',
    } as const
    expect(jobActor(job)).toMatchObject({ workplaceId, userId: null, cause: 'job timer 7' })
  })
})
