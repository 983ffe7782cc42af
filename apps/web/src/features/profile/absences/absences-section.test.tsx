import { type Absence, api } from '@millrace/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { findViolations } from '../../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { entriesOf, readAbsence } from './absence-entries.ts'

const [sam, ines] = [
  { username: 'sam', displayName: 'Sam Standin' },
  { username: 'ines.duarte', displayName: 'Ines Duarte' },
]
const planned: Absence = {
  id: 'absence-1',
  person: ines,
  from: new Date(2030, 6, 1).toISOString(),
  until: new Date(2030, 6, 15).toISOString(),
  substitute: sam,
  note: 'Ask the office.',
  processes: [{ key: 'purchase', name: 'Purchase request' }],
}
const people = answer(api.absences.findPeople, () => [sam, ines])
const list = (own: Absence[], standsInFor: Absence[] = []) => answer(api.absences.list, () => ({ own, standsInFor }))
const open = (...answers: Answer[]) => renderApp('/user/profile', { answers: [people, ...answers] })
const section = async (name = 'Out of office') => within(await screen.findByRole('region', { name }))

beforeEach(() => vi.useRealTimers())

describe('out of office', () => {
  it('is said in whole days, with who stands in', async () => {
    const { user, network } = await open(
      list([]),
      answer(api.absences.create, () => ({ id: 'absence-2' })),
    )
    await user.click(await (await section()).findByRole('button', { name: 'Add absence' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Out of office' }))
    await user.click(dialog.getByRole('button', { name: 'Save absence' }))
    dialog.getByText('Choose the first day.')
    dialog.getByText('Choose a substitute.')
    await user.type(dialog.getByRole('textbox', { name: /^From/ }), '01/07/2030')
    await user.type(dialog.getByRole('textbox', { name: /^Until/ }), '30/06/2030')
    dialog.getByText('Choose a day on or after the first day.')
    await user.clear(dialog.getByRole('textbox', { name: /^Until/ }))
    await user.type(dialog.getByRole('textbox', { name: /^Until/ }), '14/07/2030')
    await user.click(dialog.getByRole('combobox', { name: /^Substitute/ }))
    await user.click(await screen.findByRole('option', { name: 'Sam Standin (sam)' }))
    expect(await findViolations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save absence' }))
    await screen.findByText('Absence saved')
    expect(network.callsTo(api.absences.create)[0]?.body).toEqual({
      from: planned.from,
      until: planned.until,
      substitute: 'sam',
      processKeys: null,
      note: null,
      username: null,
    })
  })

  it('is shown with its days, state and tasks, and for whom one stands in', async () => {
    await open(list([planned], [{ ...planned, id: 'absence-3', person: sam, substitute: ines, processes: null }]))
    const shown = await section()
    const own = within(await shown.findByRole('table', { name: 'Out of office' }))
    const row = own.getByRole('row', { name: /Sam Standin 01\/07\/2030 14\/07\/2030 Planned/ })
    within(row).getByText(/Purchase request/)
    within(row).getByText('Ask the office.')
    within(shown.getByRole('table', { name: 'You are the substitute of' })).getByText('Sam Standin')
    expect(await findViolations()).toEqual([])
  })

  it('is removed after a question, and a refusal says why', async () => {
    const { user } = await open(
      list([planned]),
      answer(api.absences.remove, () => refuse('thing.not-found', 'Expected an absence.')),
    )
    await user.click(await (await section()).findByRole('button', { name: 'Remove the absence from 01/07/2030' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this absence?' }))
    await user.click(dialog.getByRole('button', { name: 'Remove absence' }))
    await dialog.findByText('The absence could not be removed')
  })

  it('keeps what was typed when the substitute cannot stand in', async () => {
    const { user } = await open(
      list([planned]),
      answer(api.absences.change, () => refuse('absence.substitute', 'Expected a substitute who is there.')),
    )
    await user.click(await (await section()).findByRole('button', { name: 'Change the absence from 01/07/2030' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change absence' }))
    await user.click(dialog.getByRole('button', { name: 'Save absence' }))
    await dialog.findByText(/This user cannot be your substitute at that time/)
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^From/ }).value).toBe('01/07/2030')
  })
})

it('a user administrator enters absences and managers of others', async () => {
  const account = {
    ...{ id: 'user-7', name: 'Sam', username: 'sam', firstName: 'Sam', lastName: null, email: null },
    ...{ isEnabled: true, state: 'active' as const, roles: [], ownRoles: [], groups: [], lastSignInAt: null },
  }
  const { user, network } = await renderApp('/user/profile', {
    roles: ['RoleUser', 'RoleUserAdmin'],
    answers: [
      people,
      list([]),
      answer(api.users.list, () => ({ items: [{ ...account, manager: null }], from: 1, next: null, previous: null })),
      answer(api.users.setManager, () => undefined),
    ],
  })
  const shown = await section('Other users')
  await user.click(shown.getByRole('combobox', { name: /^User/ }))
  await user.click(await screen.findByRole('option', { name: 'Sam Standin (sam)' }))
  await user.click(await shown.findByRole('combobox', { name: /^Manager/ }))
  await user.click(await screen.findByRole('option', { name: 'Ines Duarte (ines.duarte)' }))
  await screen.findByText('Manager saved')
  expect(network.callsTo(api.users.setManager)[0]).toMatchObject({ body: { username: 'ines.duarte' } })
  expect(network.callsTo(api.absences.list).map(({ query }) => query)).toContainEqual({ username: 'sam' })
})

it('days of an absence are the same after they were read and written', () => {
  const read = readAbsence(entriesOf(planned))
  expect(read).toEqual({
    span: {
      from: planned.from,
      until: planned.until,
      substitute: 'sam',
      processKeys: ['purchase'],
      note: 'Ask the office.',
    },
  })
})
