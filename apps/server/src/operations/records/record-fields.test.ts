import { fields } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { Refusal } from '../../platform/errors/refusal.ts'
import { columnsOf, presentFields } from './record-fields.ts'

const { db, workplaceId, signIn } = await createTestApp()
const { user } = await signIn({ username: 'ines' })

const entered = z.object({
  name: z.string(),
  validFrom: fields.day(),
  isOpen: fields.flag(),
  costOwner: fields.person(),
})
const write = (given: z.input<typeof entered>) =>
  db.read({ workplaceId }, (tx) => columnsOf(tx, workplaceId, entered, entered.parse(given)))

it('writes each field into the column of its name', async () => {
  const given = { name: 'First', validFrom: '2030-01-07', isOpen: true, costOwner: user.username }
  expect(await write(given)).toEqual({
    name: 'First',
    valid_from: '2030-01-07',
    is_open: true,
    cost_owner: user.username,
  })
  expect(await write({ name: 'Second' })).toMatchObject({ valid_from: null, is_open: false, cost_owner: null })
})

it('refuses a user who is not there, at the field that names them', async () => {
  const refused = await write({ name: 'First', costOwner: 'nobody' })
  expect(refused).toBeInstanceOf(Refusal)
  const message = 'Expected a user “nobody”, but there is none. Choose somebody else.'
  expect(refused).toMatchObject({ code: 'thing.not-found', details: [{ where: 'costOwner', message }] })
})

it('shows rows with the people that they name, also users who no longer exist', async () => {
  const row = { name: 'First', valid_from: null, is_open: false }
  const rows = [
    { ...row, cost_owner: user.username },
    { ...row, cost_owner: 'gone' },
    { ...row, cost_owner: null },
  ]
  const shown = await db.read({ workplaceId }, (tx) => presentFields(tx, workplaceId, entered, rows))
  const plain = { name: 'First', validFrom: null, isOpen: false }
  expect(shown).toEqual([
    { ...plain, costOwner: { username: user.username, displayName: expect.any(String) } },
    { ...plain, costOwner: { username: 'gone', displayName: 'gone' } },
    { ...plain, costOwner: null },
  ])
})
