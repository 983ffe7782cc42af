import { api, type InstanceWait } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { writeWatched } from '../../lib/live/watched.ts'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createInstance, createPage, modelWithoutDrawing } from '../../testing/things.ts'

const at = (minute: number) => `2026-11-19T08:${String(minute).padStart(2, '0')}:00.000Z`
const ines = { username: 'ines.duarte', displayName: 'Ines Duarte' }

const wait = (more: Partial<InstanceWait>): InstanceWait => ({
  id: 'w1',
  kind: 'task',
  elementId: 'delivery',
  step: 'Confirm delivery date',
  since: at(0),
  until: null,
  taskId: 'task-1',
  assignee: null,
  candidates: [],
  event: null,
  calledInstanceId: null,
  ...more,
})

const moment = (place: number, more: object = {}) => ({
  at: at(place),
  previous: place === 1 ? null : at(place - 1),
  next: place === 3 ? null : at(place + 1),
  place,
  elements: [{ elementId: 'received', active: 0, completed: 1, cancelled: 0, incidents: 0 }],
  takenFlows: [],
  open: [`Step ${place}`],
  ...more,
})

const event = (id: string, more: object) => ({
  id,
  at: at(2),
  kind: 'task-completed' as const,
  by: ines,
  to: null,
  elementId: 'check',
  name: 'Check',
  text: null,
  ...more,
})

const parts = [
  answer(api.processes.instance, () => createInstance({ endedAt: at(3), state: 'completed', waitsAt: [], waits: [] })),
  answer(api.processes.diagram, () => ({
    xml: modelWithoutDrawing,
    processKey: 'purchase',
    isSuspended: false,
    elements: [],
    takenFlows: [],
  })),
  answer(api.processes.moments, () => ({
    from: at(1),
    to: at(3),
    total: 3,
    marks: [1, 2, 3].map((minute) => ({ at: at(minute), count: 1, kind: 'step' as const })),
  })),
  answer(api.processes.moment, ({ query }) =>
    moment(query.at === undefined ? 3 : Number((query.at as string).slice(14, 16))),
  ),
  answer(api.processes.history, ({ query }) =>
    query.after === undefined
      ? {
          items: [event('e3', {}), event('e2', { kind: 'variable-set', name: 'amount', text: '8140' })],
          isCapped: true,
          next: '1-1',
        }
      : { items: [event('e1', { kind: 'started', name: null })], isCapped: false, next: null },
  ),
]

const path = '/processes/processinstance/instance-1/timeline'

describe('an instance as its users have it', () => {
  it('shows its waiting step, the users who have it, since when, and when a timer continues it', async () => {
    const since = new Date(Date.now() - 2 * 86_400_000).toISOString()
    await renderApp(path, {
      answers: [
        ...parts,
        answer(api.processes.instance, () =>
          createInstance({
            waits: [
              wait({ id: '1', candidates: ['Finance'], since }),
              wait({ id: '2', assignee: ines, step: 'Check', since }),
              wait({ id: '3', kind: 'timer', step: 'Three days', until: '2026-11-22T08:00:00.000Z' }),
              wait({ id: '4', kind: 'message', step: 'Answer', event: 'Reply', since }),
              wait({ id: '5', kind: 'incident', step: 'Book', since }),
              wait({ id: '6', kind: 'called', step: 'Pay', calledInstanceId: 'instance-2', since }),
            ],
          }),
        ),
      ],
    })
    const items = within(await screen.findByRole('list', { name: 'Waiting for' })).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent?.trim())).toEqual([
      'Has waited 2 d for Finance to claim “Confirm delivery date”.',
      'Has waited 2 d for Ines Duarte at “Check”.',
      expect.stringMatching(/^Waits at “Three days” and continues automatically on 22\/11\/2026 \d\d:\d\d:\d\d\.$/),
      'Has waited 2 d for the message “Reply” at “Answer”.',
      '“Book” failed 2 d ago. Nothing is lost. A process administrator has to check it.',
      'Has waited 2 d for the called process “Pay”. Open the called instance',
    ])
    expect(
      within(items[5] as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/processes/processinstance/instance-2/timeline')
  })

  it('says who did what, page by page, data and the system only when asked', async () => {
    const { user } = await renderApp(path, { answers: parts })
    const list = await screen.findByRole('list', { name: 'Timeline' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('Task Check completed by Ines Duarte')])
    await user.click(screen.getByRole('switch', { name: 'Show data and system events' }))
    within(list).getByText(/amount set/)
    await user.click(screen.getByRole('button', { name: 'Show older' }))
    await within(list).findByText('Purchase request started')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull())
  })

  it('is looked at from its first moment on, and continues being so when it has ended', async () => {
    const id = '0199f000-0000-7000-8000-00000000000a'
    const instances = [createInstance({ id }), createInstance({ id, state: 'cancelled', endedAt: at(3) })]
    const { user, network } = await renderApp(path.replace('instance-1', id), {
      answers: [
        ...parts,
        answer(api.processes.instance, () => {
          expect(writeWatched()).toBe(`instance:${id}`)
          return (instances.length > 1 ? instances.shift() : instances[0]) as (typeof instances)[0]
        }),
        answer(api.processes.cancel, () => undefined),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Cancel instance' }))
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Ordered twice')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel instance' }))
    await screen.findByText('Cancelled')
    expect(network.callsTo(api.processes.instance).length).toBeGreaterThan(1)
    expect(writeWatched()).toBe(`instance:${id}`)
  })

  it('goes through time by buttons and keys, and keeps the moment in its address', async () => {
    const { user, network } = await renderApp(path, { answers: parts })
    const slider = await screen.findByRole('slider', { name: 'Selected time' })
    expect(slider.getAttribute('aria-valuetext')).toBe('State at the end')
    await waitFor(() => expect(network.callsTo(api.processes.moment)).toHaveLength(1))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Earlier' }).getAttribute('aria-disabled')).toBe('false'),
    )
    await user.click(screen.getByRole('button', { name: 'Earlier' }))
    await screen.findByText(/Active steps on .*: Step 2/)
    screen.getByText(/2 of 3 points in time/)
    expect(new URLSearchParams(location.search).get('at')).toBe(at(2))
    slider.focus()
    await user.keyboard('{ArrowLeft}')
    await screen.findByText(/Active steps on .*: Step 1/)
    await user.keyboard('{ArrowRight}')
    await screen.findByText(/Active steps on .*: Step 2/)
    await user.keyboard('{Home}')
    await screen.findByText(/Active steps on .*: Step 1/)
    await user.click(screen.getByRole('button', { name: 'End' }))
    await waitFor(() => expect(screen.queryByText(/Active steps on/)).toBeNull())
    expect(new URLSearchParams(location.search).has('at')).toBe(false)
  })

  it('shows the data of the moment that its address names', async () => {
    const { network } = await renderApp(`/processes/processinstance/instance-1/variables?at=${at(2)}`, {
      answers: [...parts, answer(api.processes.variables, () => ({ items: [], isCapped: false }))],
    })
    await screen.findByText('This instance has no variables.')
    expect(network.callsTo(api.processes.variables)[0]?.query).toEqual({ at: at(2) })
  })

  it('shows people, files and related instances, and what is not for the user without a link', async () => {
    const { user } = await renderApp(path, {
      answers: [
        ...parts,
        answer(api.processes.participants, () => ({
          items: [
            { person: ines, group: null, parts: [{ kind: 'completed' as const, name: 'Check', at: at(2) }] },
            { person: null, group: 'Finance', parts: [{ kind: 'may-claim' as const, name: 'Pay', at: null }] },
          ],
          isCapped: false,
        })),
        answer(api.comments.files, () => [
          {
            ...{ id: 'f1', name: 'offer.pdf', description: null, size: 2_048, url: null, by: ines, at: at(1) },
            ...{ task: null, field: 'offer', canDelete: false },
          },
        ]),
        answer(api.processes.related, () => ({
          items: [
            {
              id: 'instance-2',
              relation: 'called' as const,
              title: null,
              definition: { id: 'd', key: 'pay', name: 'Payment', version: 1 },
              step: 'Pay',
              startedAt: at(1),
              endedAt: null,
              canOpen: false,
            },
          ],
          isCapped: false,
        })),
      ],
    })
    await user.click(await screen.findByRole('tab', { name: 'People' }))
    const people = await screen.findByRole('list', { name: 'People' })
    within(people).getByText(/Completed Check/)
    within(people).getByText('Finance')
    await user.click(screen.getByRole('tab', { name: 'Files' }))
    const files = await screen.findByRole('list', { name: 'Files' })
    within(files).getByText(/2 kB.*from a form/)
    within(files).getByRole('button', { name: 'Download offer.pdf' })
    await user.click(screen.getByRole('tab', { name: 'Related instances' }))
    const related = await screen.findByRole('list', { name: 'Related instances' })
    within(related).getByText(/No access/)
    expect(within(related).queryByRole('link')).toBeNull()
    expect(await findViolations()).toEqual([])
  })

  it('takes comments and links for the instance itself, and says of others which task they are about', async () => {
    const about = {
      ...{ id: 'c1', by: ines, at: at(1), editedAt: null, message: 'Too dear', mentions: [] },
      ...{ task: { id: 'task-1', name: 'Check' }, canChange: false },
    }
    const { user, network } = await renderApp('/processes/processinstance/instance-1/comments', {
      answers: [
        ...parts,
        answer(api.comments.list, () => ({ total: 1, items: [about], hasMore: false })),
        answer(api.comments.add, () => ({ id: 'c2' })),
        answer(api.comments.files, () => []),
        answer(api.comments.attach, () => ({ id: 'f2' })),
      ],
    })
    const list = await screen.findByRole('list', { name: 'Comments' })
    expect(list.textContent).toContain('Too dear')
    expect(list.textContent).toContain('on Check')
    await user.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'Agreed')
    await user.click(screen.getByRole('button', { name: 'Add comment' }))
    const params = { of: 'instance', id: 'instance-1' }
    await waitFor(() =>
      expect(network.callsTo(api.comments.add)).toEqual([
        expect.objectContaining({ params, body: { message: 'Agreed' } }),
      ]),
    )
    await user.click(screen.getByRole('tab', { name: 'Files' }))
    await user.click(await screen.findByRole('button', { name: 'Attach link' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Attach a link' }))
    await user.type(dialog.getByRole('textbox', { name: /Address/ }), 'https://example.org/offer')
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Offer')
    await user.click(dialog.getByRole('button', { name: 'Attach link' }))
    await waitFor(() => expect(network.callsTo(api.comments.attach)[0]).toEqual(expect.objectContaining({ params })))
  })

  it('prints what was sent, what was said and who did what, once all of it is there', async () => {
    const { user } = await renderApp(path, {
      answers: [
        ...parts,
        answer(api.processes.participants, () => ({
          items: [{ person: ines, group: null, parts: [{ kind: 'completed' as const, name: 'Check', at: at(2) }] }],
          isCapped: false,
        })),
        answer(api.comments.files, () => []),
        answer(api.processes.related, () => ({ items: [], isCapped: false })),
        answer(api.comments.list, () => ({
          total: 1,
          items: [
            {
              ...{ id: 'c1', by: ines, at: at(1), editedAt: null, message: 'Too dear', mentions: [] },
              ...{ task: null, canChange: false },
            },
          ],
          hasMore: false,
        })),
        answer(api.processes.forms, () => ({
          items: [{ id: 's1', name: 'Request', by: ines, at: at(1), canOpen: false }],
          isCapped: false,
        })),
      ],
    })
    let printed = ''
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      printed = document.body.textContent ?? ''
    })
    await user.click(await screen.findByRole('button', { name: 'Print' }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce(), { timeout: 30_000 })
    for (const text of ['Too dear', 'Request', 'Completed Check']) expect(printed).toContain(text)
    print.mockRestore()
  })

  it('keeps the page when one part fails, and says so when the instance is not for the user', async () => {
    const { user } = await renderApp(path, {
      answers: [...parts, answer(api.processes.forms, () => refuse('internal', 'A fault of the program.'))],
    })
    await user.click(await screen.findByRole('tab', { name: 'Forms' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching the forms')
    screen.getByRole('slider', { name: 'Selected time' })
  })

  it('has no data and no way to cancel for who may not', async () => {
    await renderApp(path, {
      answers: [
        ...parts,
        answer(api.processes.instance, () =>
          createInstance({
            permissions: {
              cancel: false,
              retry: false,
              restart: false,
              seeVariables: false,
              seeIncidents: false,
              seeJobs: false,
              seeBatches: false,
            },
          }),
        ),
      ],
    })
    await screen.findByRole('tab', { name: 'Timeline' })
    expect(screen.queryByRole('tab', { name: /Variables/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cancel instance' })).toBeNull()
    screen.getByRole('button', { name: 'Copy link' })
  })
})

it('the list of what involves the user leads to each of it', async () => {
  await renderApp('/processes/involvingme', {
    answers: [answer(api.processes.involvingMe, () => createPage([createInstance()]))],
  })
  const row = await screen.findByRole('row', { name: /Purchase request/ })
  within(row).getByText('Tomasz Wieczorek', { selector: 'span[title]' })
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/processes/processinstance/instance-1/timeline')
})
