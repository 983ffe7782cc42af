import { type AnswerOf, api } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createStartable } from '../../testing/things.ts'

const task = (number: number): AnswerOf<typeof api.search.tasks>['items'][number] => ({
  id: `t${number}`,
  name: `Check invoice ${number}`,
  title: 'Purchase request PR-1',
  process: 'Purchase request',
  dueAt: null,
  place: 'unclaimed',
})
const found: AnswerOf<typeof api.search.find> = {
  tasks: { items: Array.from({ length: 20 }, (_, index) => task(index)), isMore: true },
  instances: {
    items: [
      {
        ...{ id: 'i1', title: 'Invoice Żabka', process: 'Purchase request' },
        ...{ state: 'completed', startedAt: '2026-11-24T16:32:00.000Z' },
      },
    ],
    isMore: false,
  },
  files: {
    items: [
      {
        ...{ id: 'f1', name: 'invoice.pdf', instanceId: null, title: 'Pay it', at: '2026-11-24T16:32:00.000Z' },
        task: { id: 't99', place: 'involved' },
      },
    ],
    isMore: false,
  },
}
const home = answer(api.categories.processes, () => [createStartable({ name: 'Invoice approval' })])
const nothing = { items: [], isMore: false }

describe('the page of a search', () => {
  it('shows the best of each kind, how many there are, and marks the words', async () => {
    await renderApp('/search?q=inv', { answers: [home, answer(api.search.find, () => found)] })
    const kinds = within(await screen.findByRole('navigation', { name: 'Kinds of results' }))
    await kinds.findByRole('link', { name: 'Tasks 20+' })
    for (const name of ['Instances 1', 'Processes 1', 'Files 1']) kinds.getByRole('link', { name })
    const tasks = within(screen.getByRole('list', { name: 'Tasks' }))
    expect(tasks.getAllByRole('listitem')).toHaveLength(5)
    expect(tasks.getByRole('link', { name: 'Check invoice 0' }).innerHTML).toContain('<mark')
    expect(screen.getByRole('link', { name: 'Invoice approval' }).getAttribute('href')).toBe(
      '/processes/viewprocess/definition-1',
    )
    expect(screen.getByRole('link', { name: 'invoice.pdf' }).getAttribute('href')).toBe(
      '/tasks/viewtask/involvingme/t99',
    )
    expect(screen.getByRole('link', { name: 'All tasks' }).getAttribute('href')).toBe('/search?q=inv&kind=tasks')
  })

  it('continues page by page, and back to the first', async () => {
    const { user, network } = await renderApp('/search?q=inv&kind=tasks', {
      answers: [
        home,
        answer(api.search.find, () => found),
        answer(api.search.tasks, ({ query }) =>
          query.after === undefined ? { items: [task(1)], next: 'mark' } : { items: [task(2)], next: null },
        ),
      ],
    })
    await screen.findByRole('link', { name: 'Check invoice 1' })
    await user.click(screen.getByRole('link', { name: 'Next page' }))
    await screen.findByRole('link', { name: 'Check invoice 2' })
    expect(network.callsTo(api.search.tasks).map(({ query }) => query)).toEqual([
      { q: 'inv' },
      { q: 'inv', after: 'mark' },
    ])
    expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull()
    screen.getByText(/^End of the results\./)
    await user.click(screen.getByRole('link', { name: 'First page' }))
    await screen.findByRole('link', { name: 'Check invoice 1' })
  })

  it('says what to type, what is not there, and what failed', async () => {
    const none = { tasks: nothing, instances: nothing, files: nothing }
    const { user, network } = await renderApp('/search', {
      answers: [answer(api.categories.processes, () => []), answer(api.search.find, () => none)],
    })
    await screen.findByRole('heading', { name: 'Enter search terms' })
    expect(network.callsTo(api.search.find)).toHaveLength(0)
    await user.type(screen.getByRole('searchbox', { name: 'Search terms' }), 'zebra')
    await screen.findByRole('heading', { name: 'No results for “zebra”' })
    expect(location.search).toBe('?q=zebra')
    network.answer(answer(api.search.find, () => refuse('internal', 'A fault of the program.')))
    await user.type(screen.getByRole('searchbox', { name: 'Search terms' }), 's')
    expect((await screen.findByRole('alert')).textContent).toContain('Error while searching')
    network.answer(answer(api.search.find, () => found))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('list', { name: 'Tasks' })
  })

  it('looks for a hundred characters of what is longer, and for nothing of invalid signs', async () => {
    const { network } = await renderApp(`/search?q=${encodeURIComponent(`\0${'x'.repeat(10_000)}`)}`, {
      answers: [home, answer(api.search.find, () => found)],
    })
    await screen.findByText('Only the first 100 characters are used.')
    await waitFor(() => expect(network.callsTo(api.search.find)).toHaveLength(1))
    expect(network.callsTo(api.search.find)[0]?.query).toEqual({ q: 'x'.repeat(100), size: '20' })
  })
})
