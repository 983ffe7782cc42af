import { api, type BatchDetail, type BatchItem, type BatchRow } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const open = (path: string, ...answers: Answer[]) => renderApp(path, { roles: ['RoleProcessAdmin'], answers })
const row: BatchRow = {
  ...{ id: 'batch-1', kind: 'instance-deletion', state: 'waiting', total: 1_200, done: 700, failed: 20, left: 480 },
  ...{ reason: 'Ordered twice', startedBy: ines, startedAt: '2026-11-19T08:00:00.000Z', endedAt: null },
}
const batch: BatchDetail = { ...row, query: { query: { state: 'active' } }, causeId: null, again: 2 }
const item: BatchItem = {
  ...{ position: 7, subject: 'instance', subjectId: 'instance-1', name: 'TR-1', state: 'failed', now: 'running' },
  ...{ code: 'process.refused', message: 'Expected a value, but there is none.' },
}
const items = answer(api.batches.items, () => ({ items: [item], isMore: false }))

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the list of batches', () => {
  const address = '/processengine/batches'
  const count = answer(api.batches.listCount, () => ({ total: 1, isCapped: false, isPartial: false }))

  it('shows of each how far it has come, for whom and why', async () => {
    const page = answer(api.batches.list, () => createPage([row]))
    await open(address, page, count)
    const found = within(await screen.findByRole('row', { name: /Cancel instances/ }))
    for (const text of ['Running', '1,200', '700', '20', '480', 'Ordered twice']) found.getByText(text)
    expect(found.getByRole('link', { name: 'Cancel instances' }).getAttribute('href')).toBe(`${address}/batch-1`)
    expect(await findViolations()).toEqual([])
  })

  it('says so when there is nothing or it fails', async () => {
    const { user, network } = await open(
      address,
      answer(api.batches.list, () => refuse('internal', 'A fault.')),
      count,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching batches')
    network.answer(answer(api.batches.list, () => createPage([])))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'No batches' })
  })
})

describe('the page of a batch', () => {
  const address = '/processengine/batches/batch-1'
  const one = (more: Partial<BatchDetail> = {}) => answer(api.batches.get, () => ({ ...batch, ...more }))

  it('shows its progress, what failed and why, and how each instance is now', async () => {
    await open(address, one(), items)
    await screen.findByRole('heading', { level: 1, name: 'Cancel instances' })
    screen.getByText('700 done, 20 failed, 480 remaining')
    screen.getByText('2 instances got an incident after the batch started.')
    const result = within(await screen.findByRole('row', { name: /TR-1/ }))
    // On phones, each value has the name of its column.
    expect(result.getByText('Running').dataset.label).toBe('Current state')
    expect(result.getByRole('link', { name: 'TR-1' }).getAttribute('href')).toBe(
      '/processengine/processes/processinstance/instance-1/variables',
    )
    expect(screen.getByRole('checkbox', { name: 'Failed items only' })).toHaveProperty('checked', true)
    expect(screen.getByRole('link', { name: 'Show matching instances' }).getAttribute('href')).toBe(
      '/processengine/processes?state=active',
    )
    expect(await findViolations()).toEqual([])
  })

  it('is paused, and cancelled after asking', async () => {
    const done = () => undefined
    const { user, network } = await open(
      address,
      one(),
      items,
      answer(api.batches.pause, done),
      answer(api.batches.cancel, done),
    )
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    await screen.findByText('Batch paused')
    network.answer(one({ state: 'cancelled' }))
    await user.click(screen.getByRole('button', { name: 'Cancel batch' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this batch?' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel batch' }))
    await screen.findByText('Batch cancelled')
    expect(network.callsTo(api.batches.cancel)).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull())
  })

  it('has what failed tried again after its end, and says what went wrong', async () => {
    const { user, network } = await open(
      address,
      one({ state: 'failed', left: 0, done: 1_180 }),
      items,
      answer(api.batches.retry, () => refuse('batch.running', 'Expected none under way.')),
    )
    await user.click(await screen.findByRole('button', { name: 'Retry failed items' }))
    await screen.findByText('The batch was not changed')
    network.answer(answer(api.batches.retry, () => undefined))
    await user.click(screen.getByRole('button', { name: 'Retry failed items' }))
    await screen.findByText('Failed items are retried')
    expect(screen.queryByRole('button', { name: 'Cancel batch' })).toBeNull()
  })

  it('shows no query of instances that were chosen by hand, and the query of an API client', async () => {
    const { network } = await open(address, one({ query: { ids: ['instance-1'] } }), items)
    await screen.findByRole('heading', { level: 1, name: 'Cancel instances' })
    expect(screen.queryByText('Selection')).toBeNull()
    network.answer(one({ query: { processInstanceQuery: { suspended: true } } }))
    await screen.findByText(/"suspended": true/)
    expect(screen.queryByRole('link', { name: 'Show matching instances' })).toBeNull()
  })

  it('keeps all loaded results while it progresses, and refreshes them until its end', async () => {
    let state: BatchItem['state'] = 'waiting'
    const { user, network } = await open(
      address,
      one({ failed: 0 }),
      answer(api.batches.items, ({ query: { after } }) =>
        after === '0'
          ? { items: [{ ...item, position: 1, name: 'TR-1', state }], isMore: true }
          : { items: [{ ...item, position: 2, name: 'TR-2', state: 'waiting' as const }], isMore: false },
      ),
    )
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    const second = await screen.findByRole('row', { name: /TR-2/ })
    state = 'done'
    network.answer(one({ failed: 0, state: 'done', done: 1_200, left: 0 }))
    await within(screen.getByRole('row', { name: /TR-1/ })).findByText('Done')
    expect(second.isConnected).toBe(true)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('refreshes after its end, because its instances change', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { network } = await open(address, one({ state: 'failed' }), items)
    await screen.findByText('Running')
    network.answer(
      one({ state: 'waiting' }),
      answer(api.batches.items, () => ({ items: [{ ...item, now: 'ended' as const }], isMore: false })),
    )
    await vi.advanceTimersByTimeAsync(15_000)
    await screen.findByText('Ended', { selector: 'td' })
    await screen.findByRole('button', { name: 'Pause' })
  })

  it('saves results with the texts of the page, and without formulas', async () => {
    const create = vi.fn((_: Blob) => 'blob:results')
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => {} }))
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const hostile = { ...item, name: 'Order;=HYPERLINK("x")' }
    const { user } = await open(
      address,
      one(),
      answer(api.batches.items, () => ({ items: [hostile], isMore: false })),
    )
    const row = await screen.findByRole('row', { name: /Order;/ })
    const refusal = within(row).getAllByRole('cell')[1]?.textContent ?? ''
    expect(refusal).not.toContain('Expected')
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(create).toHaveBeenCalledTimes(1))
    const [head, ...lines] = ((await create.mock.calls[0]?.[0].text()) ?? '').split('\r\n')
    expect(head).toMatch(/Number,Id,Item,State,Code,Message,Current state$/)
    expect(lines).toEqual([`7,instance-1,"Order;'=HYPERLINK(""x"")",Failed,process.refused,${refusal},Running`, ''])
  })

  it('forgets a refused cancellation when its dialog is closed', async () => {
    const { user } = await open(
      address,
      one(),
      items,
      answer(api.batches.cancel, () => refuse('batch.over', 'Expected a batch under way.')),
    )
    await user.click(await screen.findByRole('button', { name: 'Cancel batch' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this batch?' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel batch' }))
    await within(dialog).findByText('The batch was not changed')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Cancel batch' }))
    const again = await screen.findByRole('dialog', { name: 'Cancel this batch?' })
    expect(within(again).queryByText('The batch was not changed')).toBeNull()
  })

  it('leads back when it no longer exists', async () => {
    await open(
      address,
      answer(api.batches.get, () => refuse('thing.not-found', 'Expected a batch.')),
    )
    await screen.findByRole('heading', { name: 'Batch not found' })
  })
})
