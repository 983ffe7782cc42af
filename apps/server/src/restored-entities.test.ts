import { auditCalls, type RestorableEntity, restorableEntities } from '@millrace/contract'
import { createUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { designCases } from './testing/restores/design-cases.ts'
import { externalCases } from './testing/restores/external-cases.ts'
import { peopleCases } from './testing/restores/people-cases.ts'
import { createRestoreTest, designOf, type Json, later, type RestoreCase } from './testing/restores/restore-test.ts'
import { workplaceCases } from './testing/restores/workplace-cases.ts'

/**
 * Every kind of entity that can be restored from the audit: it is made, changed and restored, and the audit has the
 * restore.
 */
const test = await createRestoreTest()
const {
  root,
  send,
  post,
  put,
  make,
  application,
  history,
  stateAt,
  preview,
  restore,
  newestOf,
  db,
  admin,
  workplaceId,
} = test

/** Administrators with each role that changes entities, and with none of them. */
const administrators = later(() =>
  Promise.all(
    (['RoleUser', 'RoleDesign', 'RoleIntegration', 'RoleUserAdmin', 'RoleProcessAdmin'] as const).map(
      async (role) => [role, await test.signIn({ roles: ['RoleAdmin', role] })] as const,
    ),
  ),
)

const cases: Readonly<Record<RestorableEntity, RestoreCase>> = {
  ...designCases(test),
  ...externalCases(test),
  ...peopleCases(test),
  ...workplaceCases(test),
}

/** Expects that a restore is offered to the users whose restore is not refused. */
async function expectOfferedIfAllowed(entity: string, id: string, number: number): Promise<void> {
  const params = { entity, number: String(number) }
  for (const [roles, client] of [['all', root] as const, ...(await administrators())]) {
    const { mayRestore } = (await client.call(auditCalls.state, { params, query: { id } })).body
    const { status } = await preview(entity, id, number, client)
    expect([roles, mayRestore]).toEqual([roles, status === 200])
  }
}

describe('an entity', () => {
  it.each(restorableEntities)(
    'of the kind %s can be restored by all users who see the button, and the audit has the restore',
    async (entity) => {
      const { make: create, change, columns: restored, what, operation = 'update' } = cases[entity]
      const id = await create()
      const number = await newestOf(entity, id)
      await change(id)
      const wanted = await stateAt(entity, id, number)
      const shown = await preview(entity, id, number)
      expect([shown.status, shown.error]).toEqual([200, shown.body])
      expect(Object.keys(shown.body.after).sort()).toEqual([...restored].sort())
      await expectOfferedIfAllowed(entity, id, number)
      const { status, body, error } = await restore(entity, id, { number, seen: shown.body.seen })
      expect([status, error]).toEqual([200, { number: expect.any(Number) }])
      const now = await stateAt(entity, id, body.number)
      const free = restored.filter((column) => column !== 'version')
      const pick = (values: Record<string, unknown>) => Object.fromEntries(free.map((name) => [name, values[name]]))
      expect(pick(now)).toEqual(pick(wanted))
      const [first] = await history(entity, id)
      expect(first).toMatchObject({
        number: body.number,
        operation,
        restoredFrom: number,
        user: { username: 'root' },
      })
      const { body: list } = await root.call(auditCalls.list, { query: { number: String(body.number) } })
      expect(list.items[0]).toMatchObject({
        restoredFrom: number,
        what: expect.arrayContaining([expect.stringMatching(what)]),
      })
      // Twice: by the same knowledge it is refused, and by new knowledge nothing would change.
      expect((await restore(entity, id, { number, seen: shown.body.seen })).error.code).toBe('thing.changed')
      expect((await preview(entity, id, number)).error.code).toBe('audit.same')
      expect((await restore(entity, id, { number, seen: body.number })).error.code).toBe('audit.same')
      expect(await newestOf(entity, id)).toBe(body.number)
    },
  )

  it('has its design or rows again, as a new version', async () => {
    const forms = `/applications/${await application()}/appforms`
    const id = await make(forms, { name: 'Survey', formKey: 'survey' })
    await post(`${forms}/${id}/saveFormDesign`, designOf('First'))
    const number = await newestOf('form', id)
    await post(`${forms}/${id}/saveFormDesign`, designOf('Second'))
    const { body } = await preview('form', id, number)
    expect(body.effects).toEqual([{ effect: 'design', count: 1 }])
    await restore('form', id, { number, seen: body.seen })
    const { rows } = await admin.query(
      'select version, restored_from, designer_json from form_version where form_id = $1 order by version',
      [id],
    )
    expect(rows.map((row) => [row.version, row.restored_from])).toEqual([
      [1, null],
      [2, null],
      [3, 1],
    ])
    expect(JSON.stringify(rows[2].designer_json)).toBe(JSON.stringify(rows[0].designer_json))
    const cities = (await root.call(auditCalls.history, { params: { entity: 'data-list' } })).body.items[0]?.key ?? ''
    const { rows: cells } = await admin.query(
      'select cells from data_list_row where data_list_id = $1 and until is null',
      [cities],
    )
    expect(cells).toEqual([{ cells: ['LIS'] }])
  })

  it('that was disabled is enabled again, with what belongs to it', async () => {
    const id = await make('/usersgroups/groups', { key: 'porters', name: 'Porters', roles: ['RoleUser'] })
    await createUser(db, { workplaceId, username: 'tom', groups: ['porters'] })
    const number = await newestOf('group', id)
    await put(`/usersgroups/groups/${id}`, { name: 'Carriers', roles: ['RoleUser'] })
    await send('DELETE', `/usersgroups/groups/${id}?deletedReason=Old`)
    const { body } = await preview('group', id, number)
    expect(body).toMatchObject({
      before: { name: 'Carriers' },
      after: { name: 'Porters' },
      isEnabled: true,
      effects: [{ effect: 'members', count: 1 }],
    })
    expect((await restore('group', id, { number, seen: body.seen })).status).toBe(200)
    expect(await send('GET', `/usersgroups/groups/${id}`)).toMatchObject({ name: 'Porters', disabled: null })
  })

  it('that was deleted is not restored, except a calendar, which models name', async () => {
    const id = await make('/categories', { name: 'Gone' })
    const number = await newestOf('category', id)
    await send('DELETE', `/categories/${id}`)
    const refused = await preview('category', id, number)
    expect([refused.status, refused.error.code]).toEqual([409, 'audit.not-restorable'])
    expect(refused.error.message).toContain('was deleted')
    await put('/processengine/calendars/night', { zone: 'UTC', hours: {}, holidays: [] })
    const saved = await newestOf('business-calendar', 'night')
    await send('DELETE', '/processengine/calendars/night')
    const seen = await newestOf('business-calendar', 'night')
    expect((await restore('business-calendar', 'night', { number: saved, seen })).status).toBe(200)
    const calendars: Json[] = await send('GET', '/processengine/calendars')
    expect(calendars.map(({ name }) => name)).toContain('night')
  })
})
