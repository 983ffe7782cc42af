import { api, type MoveIn } from '@millrace/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const roles = ['RoleUser', 'RoleAdmin'] as const
const checking: MoveIn = {
  ...{ id: 'one', vendor: 'postgresql', host: 'db.example.org', port: 5432, database: 'camunda', schema: '' },
  ...{ username: 'reader', encryption: 'verified', timeZone: 'UTC', since: null, definitions: null },
  ...{ state: 'checking', isDryRun: true, product: null, step: null, done: 0, total: null, message: '' },
  ...{ counts: [], codes: [], omissions: [], notes: [], createdAt: '2030-01-07T09:00:00.000Z', endedAt: null },
}
const checked: MoveIn = {
  ...checking,
  ...{ state: 'checked', product: 'Operaton, tables of version 7.24.0', step: 'rest' },
  counts: [{ table: 'running instances', definition: 'order', source: 12, moved: 11, earlier: 0, left: 1 }],
  codes: [{ code: 'element-missing', count: 1 }],
  omissions: [{ code: 'element-missing', table: 'ACT_RU_EXECUTION', id: '77', message: 'Expected an element x.' }],
}

/** A server whose move is at some step; the next read finds it at the next one. */
const createServer = (first: MoveIn | null) => {
  let item = first
  return {
    is: (next: MoveIn | null) => {
      item = next
      return next as MoveIn
    },
    answers: [answer(api.moveIns.read, () => ({ item }))],
  }
}
const open = (server: ReturnType<typeof createServer>, ...more: ReturnType<typeof answer>[]) =>
  renderApp('/admin/importexport/moveIn', { roles, answers: [...server.answers, ...more] })

describe('the page that moves another engine in', () => {
  it('connects to a source, and checks it', async () => {
    const server = createServer(null)
    const { user, network } = await open(
      server,
      answer(api.moveIns.connect, () => server.is(checking)),
    )
    const button = await screen.findByRole('button', { name: 'Connect and check' })
    expect(await findViolations()).toEqual([])
    expect(button).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: 'Host' }), 'db.example.org')
    await user.type(screen.getByRole('textbox', { name: 'Name of the database' }), 'camunda')
    await user.type(screen.getByRole('textbox', { name: 'User' }), 'reader')
    await user.type(screen.getByLabelText('Password'), 'hush')
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show password' }))
    await user.keyboard('{Enter}')
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text')
    await user.type(screen.getByRole('textbox', { name: 'Processes' }), 'order, invoice')
    await user.type(screen.getByRole('textbox', { name: 'History since' }), 'soon')
    await user.tab()
    screen.getByText('Enter a day as DD/MM/YYYY.')
    expect(button).toHaveProperty('disabled', true)
    await user.clear(screen.getByRole('textbox', { name: 'History since' }))
    await user.type(screen.getByRole('textbox', { name: 'History since' }), '31/01/2026')
    await user.click(button)
    await screen.findByText('Connecting to the source')
    expect(network.callsTo(api.moveIns.connect)[0]?.body).toEqual({
      ...{ vendor: 'postgresql', host: 'db.example.org', port: 5432, database: 'camunda', schema: '' },
      ...{ username: 'reader', password: 'hush', encryption: 'verified', timeZone: 'UTC' },
      ...{ definitions: ['order', 'invoice'], since: '2026-01-31T00:00:00.000Z' },
    })
  })

  it('keeps the entries when the source is refused, and marks the field', async () => {
    const { user } = await open(
      createServer(null),
      answer(api.moveIns.connect, () =>
        refuse('move-in.invalid', 'Expected a time zone.', [{ where: 'timeZone', message: 'Expected a time zone.' }]),
      ),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Host' }), 'db')
    await user.type(screen.getByRole('textbox', { name: 'Name of the database' }), 'camunda')
    await user.type(screen.getByRole('textbox', { name: 'User' }), 'reader')
    await user.click(screen.getByRole('button', { name: 'Connect and check' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The source was not saved')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Host' }).value).toBe('db')
    screen.getByText('Enter a time zone.')
  })

  it('shows the report of a dry run, and starts after a question', async () => {
    const server = createServer(checked)
    const { user, network } = await open(
      server,
      answer(api.moveIns.start, () =>
        server.is({ ...checked, state: 'moving', isDryRun: false, step: 'instances', done: 5, total: 12 }),
      ),
    )
    await screen.findByRole('row', { name: 'running instances order 12 11 0 1' })
    screen.getByRole('row', { name: /element-missing Expected an element x/ })
    expect(
      within(screen.getByRole('list', { name: 'Rows left out, by reason:' })).getByRole('listitem').textContent,
    ).toBe('element-missing 1')
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Start move' }))
    const dialog = await screen.findByRole('dialog', { name: 'Move camunda into this workplace?' })
    await user.click(within(dialog).getByRole('button', { name: 'Start move' }))
    await screen.findByText('Running instances: 5 of 12')
    expect(network.callsTo(api.moveIns.start)[0]?.params).toEqual({ id: 'one' })
  })

  it('follows the move, stops it, and continues it', async () => {
    const moving: MoveIn = { ...checked, state: 'moving', isDryRun: false, step: 'history', done: 1, total: null }
    const server = createServer(moving)
    const { user } = await open(
      server,
      answer(api.moveIns.stop, () => server.is({ ...moving, state: 'stopping' })),
      answer(api.moveIns.start, () => server.is(moving)),
    )
    await screen.findByText('Ended instances: 1')
    server.is({ ...moving, done: 2 })
    await screen.findByText('Ended instances: 2')
    await user.click(screen.getByRole('button', { name: 'Stop move' }))
    server.is({ ...moving, state: 'stopped' })
    await screen.findByRole('heading', { name: 'Stopped' })
    await user.click(screen.getByRole('button', { name: 'Continue move' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Continue move' }))
    await screen.findByText('Ended instances: 1')
  })

  it('says why a move failed, and deletes the source', async () => {
    const server = createServer({ ...checked, state: 'failed', message: 'Expected a public address.' })
    const { user } = await open(
      server,
      answer(api.moveIns.forget, () => {
        server.is(null)
        return undefined
      }),
    )
    await screen.findByText('Expected a public address.')
    await user.click(screen.getByRole('button', { name: 'Delete source' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete the source camunda?' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete source' }))
    await screen.findByRole('button', { name: 'Connect and check' })
    expect(screen.queryByText('Expected a public address.')).toBeNull()
  })

  it('shows a failure with its cause, and can be tried again', async () => {
    const server = createServer(null)
    const { user, network } = await open(
      server,
      answer(api.moveIns.read, () => refuse('internal', 'A fault of the program.')),
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching the move')
    network.answer(...server.answers)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('button', { name: 'Connect and check' })
  })
})
