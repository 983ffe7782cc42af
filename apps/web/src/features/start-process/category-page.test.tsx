import { api, type StartDraftRow } from '@millrace/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, createStartable } from '../../testing/things.ts'

const processes = [
  createStartable(),
  createStartable({ key: 'invoice', name: 'Invoice approval', definitionId: 'definition-2', isFavourite: true }),
  createStartable({ key: 'absence', name: 'Absence request', definitionId: 'definition-3', category: 'People' }),
]
const noCounts = {
  ...{ assigned: 0, assignedOverdue: 0, assignedDueToday: 0, unclaimed: 0, unclaimedOverdue: 0 },
  ...{ unclaimedDueToday: 0, taskDrafts: 0, startDrafts: 0, news: 0, notices: 0 },
}
const home = answer(api.categories.processes, () => processes)

describe('the page of a category', () => {
  it('shows favourites first, then a section for each category', async () => {
    await renderApp('/category/view/Home', { answers: [home] })
    await screen.findByRole('region', { name: 'People' })
    const headings = screen.getAllByRole('heading', { level: 2 })
    expect(headings.map((heading) => heading.textContent)).toEqual(['Favourites', 'Finance', 'People', 'Categories'])
    const people = screen.getByRole('region', { name: 'People' })
    expect(within(people).getByRole('link', { name: 'Absence request' }).getAttribute('href')).toBe(
      '/processes/viewprocess/definition-3',
    )
    within(people).getByText('v12 · About 2 days')
  })

  it('shows the same as tiles, rows or a table, and remembers which', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home] })
    await user.click(await screen.findByRole('button', { name: 'Table' }))
    const row = (await screen.findAllByRole('row', { name: /Absence request/ }))[0]
    if (row === undefined) throw new Error('Expected a row.')
    within(row).getByText('People')
    within(row).getByRole('link', { name: 'Start Absence request' })
    expect(await findViolations()).toEqual([])
    cleanup()
    await renderApp('/category/view/Home', { answers: [home] })
    await screen.findAllByRole('row', { name: /Absence request/ })
    await user.click(screen.getByRole('button', { name: 'Tiles' }))
  })

  it('offers to continue with the draft that was saved last, and all of them where there are more', async () => {
    const draft: StartDraftRow = {
      ...{ id: 'draft-1', name: 'Absence request', definitionId: 'definition-3' },
      ...{ state: 'open', savedAt: '2026-11-24T16:32:00.000Z' },
    }
    const counts = { ...noCounts, startDrafts: 2 }
    await renderApp('/category/view/Home', {
      answers: [home, answer(api.tasks.counts, () => counts), answer(api.drafts.starts, () => createPage([draft]))],
    })
    const strip = within(await screen.findByRole('region', { name: 'Continue your draft' }))
    expect(strip.getByRole('link', { name: 'Open draft' }).getAttribute('href')).toBe(
      '/processes/viewprocess/definition-3',
    )
    expect(strip.getByRole('link', { name: 'All 2 drafts' }).getAttribute('href')).toBe('/processes/drafts')
  })

  it('does not speak of categories when there are none', async () => {
    await renderApp('/category/view/Home', {
      answers: [answer(api.categories.processes, () => [createStartable({ category: null })])],
    })
    await screen.findByRole('region', { name: 'Processes' })
  })

  it('finds by any words of name and description, and keeps them in the address', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home] })
    await user.type(await screen.findByRole('searchbox', { name: 'Search processes' }), 'APPROVAL goods')
    await waitFor(() => expect(location.search).toBe('?q=APPROVAL+goods'))
    expect(screen.getAllByRole('article')).toHaveLength(1)
  })

  it('says that nothing matches and clears the filters', async () => {
    const { user } = await renderApp('/category/view/Home?q=nothing&show=favourites', { answers: [home] })
    await screen.findByText('No processes match “nothing”.')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4))
    expect(location.search).toBe('')
  })

  it('shows what was started most often, that first', async () => {
    const used = [
      createStartable({ startCount: 2 }),
      createStartable({ key: 'invoice', name: 'Invoice approval', definitionId: 'definition-2', startCount: 7 }),
      createStartable({ key: 'absence', name: 'Absence request', definitionId: 'definition-3', startCount: 1 }),
    ]
    const { user } = await renderApp('/category/view/Home', {
      answers: [answer(api.categories.processes, () => used)],
    })
    await user.click(await screen.findByRole('button', { name: 'Most used 2' }))
    const names = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    await waitFor(() => expect(names()).toEqual(['Invoice approval', 'Purchase request']))
    expect(location.search).toBe('?show=most-used')
  })

  it('says how a process comes among those used most', async () => {
    await renderApp('/category/view/Home?show=most-used', { answers: [home] })
    await screen.findByText('No processes yet. A process appears here when you have started it twice.')
  })

  it('shows tiles or rows, as this browser was last reported, and tiles on phones', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home] })
    const choice = (name: string) => screen.findByRole('button', { name })
    expect((await choice('Tiles')).getAttribute('aria-pressed')).toBe('true')
    await user.click(await choice('List'))
    const people = screen.getByRole('region', { name: 'People' })
    // The program of the rows comes with the first ones.
    await waitFor(() => expect(document.querySelector('[class*="tile"]')).toBeNull())
    await within(people).findByRole('link', { name: 'Start Absence request' })
    within(people).getByText('v12 · About 2 days')
    expect(await findViolations()).toEqual([])
    cleanup()
    await renderApp('/category/view/Home', { answers: [home] })
    expect((await choice('List')).getAttribute('aria-pressed')).toBe('true')
    cleanup()
    await renderApp('/category/view/Home', { answers: [home], width: 360 })
    await screen.findByRole('region', { name: 'People' })
    expect(screen.queryByRole('button', { name: 'List' })).toBeNull()
    expect(document.querySelector('[class*="tile"]')).not.toBeNull()
  })

  it('marks a favourite at once and takes the mark back when the server refuses', async () => {
    const { user, network } = await renderApp('/category/view/Home', {
      answers: [
        home,
        answer(api.categories.addFavourite, () => refuse('thing.not-found', 'Expected a process, but …')),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Mark Purchase request as favourite' }))
    await screen.findByText('The favourites could not be changed')
    screen.getByRole('button', { name: 'Mark Purchase request as favourite' })
    expect(network.callsTo(api.categories.addFavourite)[0]?.params).toEqual({ key: 'purchase' })
  })

  it('explains an empty workplace and shows operators the way out', async () => {
    await renderApp('/category/view/Home', {
      roles: ['RoleUser', 'RoleProcessAdmin'],
      answers: [answer(api.categories.processes, () => [])],
    })
    await screen.findByRole('heading', { name: 'No processes to start' })
    screen.getByRole('link', { name: 'Deploy a process' })
  })

  it('shows the cause of a failure and retries', async () => {
    let isDown = true
    const { user } = await renderApp('/category/view/Home', {
      answers: [
        answer(api.categories.processes, () => (isDown ? refuse('internal', 'A fault of the program.') : processes)),
      ],
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Error while fetching processes')
    expect(alert.textContent).toContain('Request id request-1')
    isDown = false
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await screen.findByRole('region', { name: 'Finance' })
  })

  it('says so when there is no such category', async () => {
    await renderApp('/category/view/Nowhere', {
      answers: [answer(api.categories.processes, () => refuse('thing.not-found', 'Expected a category, but …'))],
    })
    await screen.findByRole('heading', { name: 'Category “Nowhere” not found' })
  })
})
