import { type Arrival, api, type InstanceRow } from '@millrace/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answer, refuse } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { createInstance, createPage, createStartable } from '../../../testing/things.ts'

const home = answer(api.categories.processes, () => [createStartable()])
const noTasks = answer(api.tasks.assigned, () => createPage([]))
const noInstance = answer(api.processes.instance, () => refuse('thing.not-found', 'Expected an instance.'))
const started = answer(api.processes.startedByMe, () =>
  createPage<InstanceRow>([createInstance({ id: 'i1', title: 'Alpha' })]),
)

/** What keeps the focus comes with what shows messages, when the browser has time. */
const atRest = () => waitFor(() => expect(document.querySelector('.mantine-Notifications-root')).not.toBeNull())
const focused = () => document.activeElement
const marked = () => document.querySelector('[data-action][data-selected]')?.textContent

describe('the palette', () => {
  it('takes what is typed while it is being loaded, marks the first entry, and offers what was chosen before', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home, noTasks] })
    await user.keyboard('{Control>}k{/Control}assigned')
    const search = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search pages and commands' })
    await waitFor(() => expect(focused()).toBe(search))
    expect(search.value).toBe('assigned')
    await waitFor(() => expect(marked()).toMatch(/^Assigned/))
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Assigned' })

    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(marked()).toMatch(/^Assigned/))
    expect(
      screen.getByRole('textbox', { name: 'Search pages and commands' }).closest('[role=dialog]')?.textContent,
    ).toMatch(/^AssignedMy Tasks.*Start process/)
  })

  it('that is left before it is there does not come, and takes no further key', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home, noTasks] })
    // One key comes soon after the other, even where this process is kept from the processor between them.
    vi.useFakeTimers({ toFake: ['Date'] })
    await user.keyboard('{Control>}k{/Control}ab{Escape}ga')
    await screen.findByRole('heading', { level: 1, name: 'Assigned' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the search of the palette', () => {
  const group = <Item,>(...items: Item[]) => ({ items, isMore: false })
  const task = { id: 't1', name: 'Check trip', title: 'Travel request Oslo', process: 'Travel request', dueAt: null }
  const found = {
    tasks: group({ ...task, place: 'unclaimed' as const }),
    instances: group({
      ...{ id: 'i1', title: 'Travel request Oslo', process: 'Travel request' },
      ...{ state: 'active' as const, startedAt: '2026-11-24T16:32:00.000Z' },
    }),
    files: group({
      ...{ id: 'f1', name: 'oslo.pdf', instanceId: 'i1', task: null, title: 'Travel request Oslo' },
      at: '2026-11-24T16:32:00.000Z',
    }),
  }
  const dialog = () => screen.findByRole('dialog', { name: 'Search pages and commands' })

  it('asks once for what was typed, and leads to tasks, instances and files', async () => {
    const asked: unknown[] = []
    const search = answer(api.search.find, ({ query }) => {
      asked.push(query.q)
      return query.q === 'oslo' ? found : { tasks: group<never>(), instances: group<never>(), files: group<never>() }
    })
    const { user } = await renderApp('/category/view/Home', { answers: [home, noTasks, noInstance, search] })
    await user.keyboard('{Control>}k{/Control}')
    const shown = within(await dialog())
    // Without a turn of the event loop between the keys: a slow machine must not make pauses of them.
    const field = await shown.findByRole('textbox', { name: 'Search pages and commands' })
    for (const value of ['o', 'os', 'osl', 'oslo']) fireEvent.change(field, { target: { value } })
    await shown.findByRole('button', { name: /^Check trip/ })
    shown.getByRole('button', { name: /^oslo\.pdf/ })
    expect(asked).toEqual(['oslo'])
    // What answers other words goes at once, so that Enter does not open it.
    await user.keyboard('x')
    expect(shown.queryByRole('button', { name: /^Check trip/ })).toBeNull()
    await user.keyboard('{Backspace}')
    await user.click(await shown.findByRole('button', { name: /^Travel request ?Oslo/ }))
    await waitFor(() => expect(location.pathname).toBe('/processes/processinstance/i1/timeline'))
  })

  it('opens what comes first when Enter was pressed before anything came, unless something else was typed since', async () => {
    const search = answer(api.search.find, ({ query }) =>
      query.q === 'oslo' ? { ...found, tasks: group<never>() } : { ...found, instances: group<never>() },
    )
    const { user } = await renderApp('/category/view/Home', { answers: [home, noTasks, noInstance, search] })
    await user.keyboard('{Control>}k{/Control}oslo{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/processes/processinstance/i1/timeline'))

    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(focused()?.getAttribute('aria-label')).toBe('Search pages and commands'))
    // In one turn of the event loop, so that no answer comes in between.
    const field = screen.getByRole('textbox', { name: 'Search pages and commands' })
    fireEvent.change(field, { target: { value: 'bergen' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(marked()).toBeUndefined()
    await user.keyboard('x')
    await within(await dialog()).findByRole('button', { name: /^Check trip/ })
    await waitFor(() => expect(marked()).toMatch(/^Check trip/))
    expect(location.pathname).toBe('/processes/processinstance/i1/timeline')
  })

  it('says that it failed, retries, and leads to all results', async () => {
    const { user, network } = await renderApp('/category/view/Home', {
      answers: [home, noTasks, answer(api.search.find, () => refuse('internal', 'A fault.'))],
    })
    await user.keyboard('{Control>}k{/Control}oslo')
    const shown = within(await dialog())
    const again = await shown.findByRole('button', { name: /^The search failed\. Try again\./ })
    network.answer(
      answer(api.search.find, ({ query }) => {
        expect(query.q).toBe('oslo')
        return { ...found, files: { ...found.files, isMore: true } }
      }),
    )
    await user.click(again)
    await user.click(await shown.findByRole('button', { name: 'All results for “oslo”' }))
    await screen.findByRole('heading', { level: 1, name: 'Search' })
    expect(location.pathname + location.search).toBe('/search?q=oslo')
    const files = within(await screen.findByRole('list', { name: 'Files' }))
    expect(files.getByRole('link', { name: 'oslo.pdf' }).getAttribute('href')).toBe(
      '/processes/processinstance/i1/files',
    )
  })
})

describe('an id in the palette', () => {
  const id = '3f2c8f1e-9a51-4c1e-8a7e-1d2b3c4d5e6f'
  const arrival = { id, instanceId: 'i1', name: 'Book it', about: 'TR-1', isOver: false }
  const open = async (...items: Arrival[]) => {
    const asked: unknown[] = []
    const rendered = await renderApp('/category/view/Home', {
      roles: ['RoleUser', 'RoleProcessAdmin'],
      answers: [
        ...[home, noTasks, noInstance],
        answer(api.search.goTo, ({ query }) => {
          asked.push(query.q)
          return { items }
        }),
      ],
    })
    await rendered.user.keyboard('{Control>}k{/Control}')
    return { ...rendered, asked }
  }

  it.each([
    ['instance', '/processengine/processes/processinstance/ID/variables'],
    ['task', '/processengine/tasks/ID'],
    ['job', '/processengine/jobs/ID'],
    ['externalTask', '/processengine/processes/processinstance/i1/externaltasks'],
    ['incident', '/processengine/processes/processinstance/i1/incidents'],
    ['cause', '/processengine/processFailure/ID'],
    ['definition', '/processengine/processdefinitions/ID'],
    ['decision', '/processengine/deployment/ID'],
    ['deployment', '/processengine/deployment/ID'],
  ] as const)('leads to what has it: %s', async (kind, path) => {
    const { user, asked } = await open({ ...arrival, kind })
    await user.paste(` ${id} `)
    await waitFor(() => expect(marked()).toMatch(/^Book it/))
    expect(asked).toEqual([id])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname).toBe(path.replace('ID', id)))
  })

  it('of an ended object leads to its instance, and says so', async () => {
    const { user } = await open({ ...arrival, kind: 'job', isOver: true })
    await user.paste(id)
    await waitFor(() => expect(marked()).toBe('Book itJob, ended · TR-1'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/processengine/processes/processinstance/i1/jobs'))
  })

  it('is not asked for by users who do not see all', async () => {
    const { user, network } = await renderApp('/category/view/Home', { answers: [home, noTasks] })
    await user.keyboard('{Control>}k{/Control}')
    await user.paste(id)
    await waitFor(() => expect(network.callsTo(api.search.find)).toHaveLength(1))
    expect(network.callsTo(api.search.goTo)).toEqual([])
  })
})

describe('what was chosen in the palette', () => {
  const inWorkplace = (reference: string) =>
    answer(api.shell.workplaces, () => ({
      workplaces: reference,
      selectedWorkplace: reference,
      selectedName: reference,
      advancedSso: false,
    }))
  const palette = () => screen.findByRole('dialog', { name: 'Search pages and commands' })

  it('is offered in its workplace alone, though another has a user of the same name', async () => {
    const first = await renderApp('/category/view/Home', { answers: [home, noTasks, inWorkplace('halden')] })
    await first.user.keyboard('{Control>}k{/Control}purchase')
    await waitFor(() => expect(marked()).toMatch(/^Purchase request/))
    await first.user.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/processes/viewprocess/definition-1'))
    cleanup()

    const none = answer(api.categories.processes, () => [])
    const second = await renderApp('/category/view/Home', { answers: [none, noTasks, inWorkplace('north')] })
    await second.user.keyboard('{Control>}k{/Control}')
    expect((await palette()).textContent).not.toMatch(/Recent|Purchase request/)
    cleanup()

    const third = await renderApp('/category/view/Home', { answers: [none, noTasks, inWorkplace('halden')] })
    await third.user.keyboard('{Control>}k{/Control}')
    const shown = await palette()
    await waitFor(() => expect(shown.textContent).toMatch(/Purchase request/))
  })
})

describe('the keys', () => {
  it('are all reported by the question mark, which gives the focus back', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home, noTasks] })
    const link = screen.getByRole('link', { name: 'Assigned' })
    link.focus()
    await atRest()
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const keys = within(dialog)
      .getAllByRole('definition')
      .map((one) => [...one.querySelectorAll('kbd')].map((key) => key.textContent).join(' '))
    const ofLists = [
      'J K',
      '↑ ↓ Home End',
      'Enter',
      'X',
      'Shift ↑ Shift ↓',
      'A Esc',
      'Ctrl Enter',
      'Ctrl S',
      'Alt Z',
      '← → Home End',
      '← → ↑ ↓',
    ]
    const ofTasks = ['C', 'R', 'D', 'W', 'T', 'F', 'P', 'M', 'S', 'N', 'Ctrl Shift Enter']
    expect(keys).toEqual(['Ctrl K', '/', '?', 'Esc', ...ofLists, ...ofTasks, 'G H', 'G S', 'G A', 'G U'])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe(link))
  })

  it('of data lists and categories are reported to the user who designs', async () => {
    const { user } = await renderApp('/category/view/Home', {
      answers: [home, noTasks],
      roles: ['RoleUser', 'RoleDesign'],
    })
    await atRest()
    await user.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    const keysOf = (action: string) =>
      [...(dialog.getByText(action).parentElement?.querySelectorAll('kbd') ?? [])].map((key) => key.textContent)
    expect(keysOf('Move the category')).toEqual(['Alt ↑', 'Alt ↓', 'Alt ←', 'Alt →'])
    expect(keysOf('Next cell of a data list, with Shift extend the selection')).toEqual(['←', '→', '↑', '↓'])
    expect(keysOf('To the ends of the row, or one page down or up')).toEqual(['Home', 'End', 'Page ↑', 'Page ↓'])
    expect(keysOf('Edit the cell, or start typing')).toEqual(['Enter', 'F2'])
    expect(keysOf('Clear the cell')).toEqual(['Delete'])
    expect(keysOf('Undo or redo a change in a data list')).toEqual(['Ctrl Z', 'Ctrl Y'])
  })

  it('Escape closes what lies over a page, and then leads back to the list unchanged', async () => {
    const { user } = await renderApp('/processes/startedbyme?sort=title', { answers: [started, noInstance] })
    await user.click(await screen.findByRole('link', { name: 'Alpha' }))
    await waitFor(() => expect(location.pathname).toBe('/processes/processinstance/i1/timeline'))
    await screen.findByRole('heading', { name: 'Instance not found' })
    await user.keyboard('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.pathname).toBe('/processes/processinstance/i1/timeline')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(location.pathname + location.search).toBe('/processes/startedbyme?sort=title'))
    // Nothing leads to a list.
    await user.keyboard('{Escape}')
    expect(location.pathname).toBe('/processes/startedbyme')
  })
})

describe('the focus', () => {
  it('goes back to the account when About closes', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home] })
    const account = screen.getByRole('button', { name: 'Ines Duarte' })
    account.focus()
    await atRest()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: 'About' }))
    await screen.findByRole('dialog', { name: 'About' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe(account))
  })

  it('stays on the page when a filter is set, changed and taken away', async () => {
    const { user } = await renderApp('/processes/startedbyme?state=active', { answers: [started] })
    const add = await screen.findByRole('button', { name: 'Filter' })
    add.focus()
    await atRest()
    const remove = screen.getByRole('button', { name: /^Remove filter/ })
    remove.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(remove.isConnected).toBe(false))
    await waitFor(() => expect(focused()).toBe(add))
  })
})
