import { process } from '@millrace/bpmn/builder'
import { calendarCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin } = await createTestApp({ now: '2030-01-04T16:00:00Z' })
const scenario = await createScenario(runtime, workplaceId)
const operator = () => signIn({ roles: ['RoleProcessAdmin'], firstName: 'Grace', lastName: 'Hopper' })
const day = [['09:00', '17:00']] as [string, string][]
const office = { zone: 'Europe/London', hours: { 1: day, 2: day, 3: day, 4: day, 5: day }, holidays: ['2030-01-07'] }

describe('business calendars', () => {
  it('are for process administrators', async () => {
    const user = await signIn()
    const params = { name: 'office' }
    expect((await anonymous().call(calendarCalls.list)).status).toBe(401)
    expect((await user.call(calendarCalls.list)).error.code).toBe('right.missing')
    expect((await user.call(calendarCalls.save, { params, body: office })).error.code).toBe('right.missing')
    expect((await user.call(calendarCalls.delete, { params })).error.code).toBe('right.missing')
  })

  it('are saved, listed by name, replaced and deleted', async () => {
    const client = await operator()
    const params = { name: 'Büro 2' }
    await client.call(calendarCalls.save, { params, body: { zone: 'UTC', hours: {} } })
    const { body } = await client.call(calendarCalls.save, { params, body: office })
    expect(body).toEqual({
      ...office,
      name: 'Büro 2',
      changedAt: '2030-01-04T16:00:00.000Z',
      changedBy: { username: client.user.username, displayName: 'Grace Hopper' },
    })
    expect((await client.call(calendarCalls.list)).body).toEqual([body])
    const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleProcessAdmin'] })
    expect((await stranger.call(calendarCalls.delete, { params })).error.code).toBe('thing.not-found')
    expect((await client.call(calendarCalls.delete, { params })).status).toBe(204)
    expect((await client.call(calendarCalls.list)).body).toEqual([])
  })

  it('are 100 at the most, of which one can still be changed', async () => {
    const place = await createWorkplace(db)
    const client = await signIn({ workplaceId: place, roles: ['RoleProcessAdmin'] })
    await admin.query(
      `insert into business_calendar (workplace_id, name, zone, hours, holidays, changed_at)
       select $1, 'c' || n, 'UTC', '{}', '{}', now() from generate_series(1, 100) n`,
      [place],
    )
    const { status, error } = await client.call(calendarCalls.save, { params: { name: 'one more' }, body: office })
    expect([status, error.code, error.message]).toEqual([
      409,
      'calendar.too-many',
      'Expected fewer than 100 business calendars, but there are 100. Remove one first.',
    ])
    expect((await client.call(calendarCalls.save, { params: { name: 'c7' }, body: office })).status).toBe(200)
    expect((await client.call(calendarCalls.list)).body).toHaveLength(100)
  })

  it.each([
    ['a name that models use otherwise', 'dueDate', office],
    ['a name with a slash', 'a/b', office],
    ['an unknown zone', 'a', { ...office, zone: 'Middle/Earth' }],
    ['an hour that is none', 'a', { ...office, hours: { 1: [['25:00', '26:00']] } }],
    ['hours that end before they begin', 'a', { ...office, hours: { 1: [['17:00', '09:00']] } }],
    [
      'hours that overlap',
      'a',
      {
        ...office,
        hours: {
          1: [
            ['09:00', '12:00'],
            ['11:00', '17:00'],
          ],
        },
      },
    ],
    ['an eighth day', 'a', { ...office, hours: { 8: day } }],
    ['a holiday that is no day', 'a', { ...office, holidays: ['2030-02-30'] }],
  ])('refuse %s', async (_, name, body) => {
    const { status, error } = await (await operator()).call(calendarCalls.save, { params: { name }, body })
    expect([status, error.code]).toEqual([400, 'request.invalid'])
  })

  it('count the working time of timers and due dates that name them', async () => {
    await (await operator()).call(calendarCalls.save, { params: { name: 'office' }, body: office })
    const timer = (duration: string) =>
      `<timerEventDefinition flowable:businessCalendarName="office"><timeDuration>${duration}</timeDuration></timerEventDefinition>`
    const definition = await scenario.deploy(
      process('timed', {}, 'flowable')
        .start()
        .userTask('do', { 'flowable:dueDate': 'PT2H', 'flowable:businessCalendarName': 'office' })
        .boundary('late', timer('P1D'))
        .end()
        .toXml(),
    )
    const instanceId = await scenario.start(definition)
    const { rows } = await admin.query(
      'select (select due_at from task where instance_id = $1) as task, (select due_at from job where instance_id = $1) as job',
      [instanceId],
    )
    // From Friday at four: an hour is left of the day, Monday is a holiday.
    expect(rows).toEqual([{ task: new Date('2030-01-08T10:00:00Z'), job: new Date('2030-01-08T16:00:00Z') }])
  })

  it('count for timers that start a process, too', async () => {
    await (await operator()).call(calendarCalls.save, { params: { name: 'office' }, body: office })
    const inside = `<timerEventDefinition flowable:businessCalendarName="office"><timeDuration>PT3H</timeDuration></timerEventDefinition>`
    const { id } = await scenario.deploy(
      process('begun', {}, 'flowable').start('s', { inside }).userTask('do').end().toXml(),
    )
    const { rows } = await admin.query('select due_at from job where definition_id = $1', [id])
    expect(rows).toEqual([{ due_at: new Date('2030-01-08T11:00:00Z') }])
  })
})
