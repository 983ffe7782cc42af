import { appDecisionCalls, applicationCalls, appProcessCalls, emailTemplateCalls, formCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { db, admin, workplaceId, signIn } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'], username: 'grace', firstName: 'Grace', lastName: 'Hopper' })
await signIn({ username: 'ann', firstName: 'Ann', lastName: 'Lee', groups: ['clerks'] })
const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })
const created = await designer.call(applicationCalls.create, { body: { name: 'Orders', key: 'orders' } })
const appId = created.body.id
const process = await designer.call(appProcessCalls.create, {
  params: { appId },
  body: { name: 'Order', key: 'order' },
})
const params = { appId, processId: process.body.id }

describe('what a process may name', () => {
  it('is the forms of its application with their fields, processes, decisions, email templates and calendars', async () => {
    const form = await designer.call(formCalls.create, {
      params: { appId },
      body: { name: 'Travel', formKey: 'travel' },
    })
    const design = {
      schema: 2,
      id: 'travel',
      root: [
        { id: 'n1', type: 'number', key: 'amount', props: { label: 'Amount' } },
        {
          id: 'n2',
          type: 'select',
          key: 'means',
          props: { label: 'By', options: [{ value: 'train', label: 'Train' }] },
        },
      ],
    }
    const saved = await designer.call(formCalls.saveDesign, {
      params: { appId, formId: form.body.id },
      body: { designerJson: JSON.stringify(design) },
    })
    expect(saved.status).toBe(200)
    await admin.query(
      `insert into business_calendar (workplace_id, name, zone, hours, holidays, changed_at)
       values ($1, 'office', 'Europe/Berlin', '{"1": [["09:00", "17:00"]]}', '{2030-12-25}', now())`,
      [workplaceId],
    )
    const decision = { params: { appId }, body: { name: 'Rate', key: 'rate' } }
    expect((await designer.call(appDecisionCalls.create, decision)).status).toBe(200)
    const template = { name: 'Ordered', subject: 'Order', html: '' }
    expect((await designer.call(emailTemplateCalls.create, { body: template })).status).toBe(200)
    const { body } = await designer.call(appProcessCalls.surroundings, { params })
    expect(body).toEqual({
      forms: {
        isMore: false,
        items: [
          {
            id: form.body.id,
            key: 'travel',
            name: 'Travel',
            fields: [
              { name: 'amount', label: 'Amount', type: 'number', options: [] },
              { name: 'means', label: 'By', type: 'select', options: ['train'] },
            ],
          },
        ],
      },
      processes: { items: [{ key: 'order', name: 'Order' }], isMore: false },
      decisions: {
        items: [{ key: 'rate', name: 'Rate', result: { as: 'singleEntry', name: null } }],
        isMore: false,
      },
      emailTemplates: { items: [{ name: 'Ordered' }], isMore: false },
      adapters: { items: [], isMore: false },
      calendars: [
        { name: 'office', zone: 'Europe/Berlin', hours: { 1: [['09:00', '17:00']] }, holidays: ['2030-12-25'] },
      ],
    })
  })

  it('is nothing of another workplace', async () => {
    expect((await stranger.call(appProcessCalls.surroundings, { params })).status).toBe(404)
    const { body } = await stranger.call(appProcessCalls.people, { query: { kind: 'user', q: 'ann' } })
    expect(body).toEqual({ items: [], isMore: false })
  })

  it('is users and groups, found by a text in their name or key', async () => {
    const find = async (query: { kind: 'user' | 'group'; q?: string; keys?: string }) =>
      (await designer.call(appProcessCalls.people, { query })).body.items
    expect(await find({ kind: 'user', q: 'LEE' })).toEqual([{ id: 'ann', name: 'Ann Lee' }])
    expect(await find({ kind: 'user', q: 'grac' })).toEqual([{ id: 'grace', name: 'Grace Hopper' }])
    expect(await find({ kind: 'group', q: 'cle' })).toEqual([{ id: 'clerks', name: 'clerks' }])
    expect(await find({ kind: 'group', keys: 'clerks,nobody' })).toEqual([{ id: 'clerks', name: 'clerks' }])
    expect(await find({ kind: 'user', keys: 'ann,bob' })).toEqual([{ id: 'ann', name: 'Ann Lee' }])
    expect(await find({ kind: 'user', keys: '' })).toEqual([])
  })
})
