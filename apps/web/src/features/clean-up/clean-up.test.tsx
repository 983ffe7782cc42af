import { api, type CleanUp } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const none = { instances: 0, tasks: 0, decisions: 0, batches: 0, operations: 0 }
const cleanUp: CleanUp = {
  strategy: 'end',
  window: { from: '2026-11-30T01:00:00.000Z', to: '2026-11-30T05:00:00.000Z', isOpen: false },
  definitions: [
    {
      ...{ id: 'd1', key: 'order', name: 'Order', version: 3, isDeleted: false, timeToLive: 180, historyLevel: 'full' },
      ...{ ended: 10_000, removable: 12, oldestEndedAt: '2026-01-04T10:00:00.000Z' },
    },
    {
      ...{ id: 'd0', key: 'order', name: 'Order', version: 2, isDeleted: true, timeToLive: null, historyLevel: 'none' },
      ...{ ended: 1, removable: 0, oldestEndedAt: null },
    },
  ],
  hasMoreDefinitions: false,
  runs: [
    {
      ...{ id: 'r2', kind: 'asked', startedAt: '2026-11-29T10:00:00.000Z', endedAt: '2026-11-29T10:01:00.000Z' },
      ...{
        askedBy: { username: 'ann', displayName: 'Ann Lee' },
        isComplete: true,
        ...none,
        instances: 1_200,
        tasks: 1,
      },
    },
    {
      ...{ id: 'r1', kind: 'window', startedAt: '2026-11-29T01:00:00.000Z', endedAt: '2026-11-29T05:00:00.000Z' },
      ...{ askedBy: null, isComplete: false, ...none },
    },
  ],
} as CleanUp

const open = (data: CleanUp) =>
  renderApp('/processengine/clean-up', {
    roles: ['RoleUser', 'RoleProcessAdmin'],
    answers: [answer(api.cleanUp.get, () => data), answer(api.cleanUp.run, () => refuse('right.missing', 'No right.'))],
  })

describe('the page of the clean-up', () => {
  it('says of each version what is kept and how long, and what each run removed', async () => {
    await open(cleanUp)
    const kept = within(await screen.findByRole('table', { name: 'Kept history' }))
    const rows = kept.getAllByRole('row').map((row) => row.textContent)
    expect(rows[1]).toContain('Order, version 3Everything180 days10,000+12')
    expect(rows[2]).toContain('Order, version 2 (Deleted)NoneUnlimited10')
    expect(kept.getByRole('link', { name: 'Order, version 3' }).getAttribute('href')).toBe(
      '/processengine/processdefinitions/d1',
    )
    const runs = within(screen.getByRole('table', { name: 'Last runs' })).getAllByRole('row')
    expect(runs[1]?.textContent).toContain('On demand, Ann Lee')
    expect(runs[1]?.textContent).toContain('1,200 instances, 1 task')
    expect(runs[2]?.textContent).toContain('Stopped at the end of the window')
    expect(await findViolations()).toEqual([])
  })

  it('runs when it is confirmed, and says why it does not', async () => {
    const { user, network } = await open(cleanUp)
    await user.click(await screen.findByRole('button', { name: 'Run now' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Run clean-up' }))
    await waitFor(() => expect(network.callsTo(api.cleanUp.run)).toHaveLength(1))
    await dialog.findByText('The clean-up was not started')
  })

  it('says that it runs, or that it only does on demand', async () => {
    const [first] = cleanUp.runs
    if (first === undefined) throw new Error('Expected a run.')
    await open({ ...cleanUp, window: null, definitions: [], runs: [{ ...first, endedAt: null, isComplete: false }] })
    await screen.findByText('Only on demand')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Running' }).disabled).toBe(true)
    screen.getByText('No process is deployed yet.')
  })
})
