import { api, type ExternalCallDetail, type ExternalCallRow } from '@millrace/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const calls = api.externalCalls
const row: ExternalCallRow = {
  ...{ id: '7', at: '2026-11-19T10:42:18.000Z', ms: 1234, origin: 'process', outcome: 'refused', status: 422 },
  ...{ fault: 'Expected a success.', requestBytes: 120, answerBytes: 7 },
  ...{ system: 'Shop', connection: 'REST', adapter: 'Send order' },
}
const detail: ExternalCallDetail = {
  ...row,
  ...{ systemId: '1', connectionId: '2', adapterId: '3', request: 'POST /orders', answer: '{"error":"no"}' },
  ...{ idempotencyKey: 'key-1', replayOf: '6', replayedBy: ines, canReplay: true, isRepeatable: false },
}
const open = (path: string, ...answers: Answer[]) =>
  renderApp(`/integrate/calls${path}`, { roles: ['RoleIntegration'], answers })
const get = (found: ExternalCallDetail) => answer(calls.get, () => found)

it('calls are listed with their results', async () => {
  await open(
    '',
    answer(calls.list, () => createPage([row])),
  )
  const found = within(await screen.findByRole('row', { name: /Send order/ }))
  found.getByText('Rejected')
  found.getByText('Process')
  found.getByText('1,234')
  expect(found.getByRole('link').getAttribute('href')).toBe('/integrate/calls/7')
  expect(await findViolations()).toEqual([])
})

it('a failure of the list, and no calls, are said', async () => {
  await open(
    '',
    answer(calls.list, () => refuse('internal', 'A fault of the program.')),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching the calls')
})

it('without calls the list says how to get the first one', async () => {
  await open(
    '',
    answer(calls.list, () => createPage([])),
  )
  await screen.findByText(/Test an adapter to see the first one/)
})

it('a call shows its request and its response, and is replayed after a question', async () => {
  const { user, network } = await open(
    '/7',
    get(detail),
    answer(calls.replay, () => ({ fault: null, ms: 5 })),
  )
  await screen.findByRole('heading', { level: 1, name: 'Call of Send order' })
  expect((await screen.findByRole('region', { name: 'Text of the request' })).textContent).toBe('POST /orders')
  expect(screen.getByRole('region', { name: 'Text of the response' }).textContent).toBe('{"error":"no"}')
  expect(screen.getByRole('link', { name: 'Earlier call' }).getAttribute('href')).toBe('/integrate/calls/6')
  expect(await findViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Replay call' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Replay this call?' }))
  dialog.getByText(/the change may be made twice/)
  expect(network.callsTo(calls.replay)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Replay call' }))
  await screen.findByText('The call was replayed')
  expect(network.callsTo(calls.replay)).toHaveLength(1)
})

it('a replay that fails says why, and a call without values has none', async () => {
  const { user } = await open(
    '/7',
    get({ ...detail, isRepeatable: true }),
    answer(calls.replay, () => ({ fault: 'Expected an answer.', ms: 5 })),
  )
  await user.click(await screen.findByRole('button', { name: 'Replay call' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Replay this call?' }))
  expect(dialog.queryByText(/twice/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Replay call' }))
  await screen.findByText('Expected an answer.')
})

it('a call whose adapter is deleted cannot be replayed, and one that is removed says so', async () => {
  await open('/7', get({ ...detail, adapter: '', adapterId: null, canReplay: false, answer: null, fault: null }))
  await screen.findByText('No response.')
  screen.getByRole('heading', { level: 1, name: 'Call of a deleted adapter' })
  expect(screen.queryByRole('button', { name: 'Replay call' })).toBeNull()
})

it('a call that the log no longer has says how long calls are kept', async () => {
  await open(
    '/8',
    answer(calls.get, () => refuse('thing.not-found', 'None.')),
  )
  await screen.findByRole('heading', { name: 'Call not found' })
})
