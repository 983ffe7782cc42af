import { api, type OpenedForm } from '@millrace/contract'
import { compile, type FormLanguage } from '@millrace/forms'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createForm, createPage, createTask, ines, modelWithoutDrawing } from '../../testing/things.ts'

const definition = {
  id: 'definition-1',
  key: 'purchase',
  name: 'Purchase request',
  version: 12,
  description: null,
  category: 'Finance',
}
const form = answer(api.processes.startForm, () => ({ definition, form: createForm(), firstTasks: [] }))
const path = '/processes/viewprocess/definition-1'
const savedAt = '2026-11-24T10:00:00.000Z'

describe('the page that starts a process', () => {
  it('starts it with the values of its form and opens the next task', async () => {
    const { user, network } = await renderApp(path, {
      answers: [
        form,
        answer(api.processes.start, () => ({
          instanceId: 'instance-1',
          businessKey: 'PR-1',
          title: 'PR-1',
          nextTaskId: 'task-1',
        })),
        answer(api.tasks.assigned, () => createPage([])),
        answer(api.tasks.get, () => createTask()),
      ],
    })
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'Two conveyors')
    await user.click(screen.getByRole('button', { name: 'Start process' }))

    await waitFor(() => expect(location.pathname).toBe('/tasks/viewtask/assigned/task-1'))
    await screen.findByText('Process started')
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(network.callsTo(api.processes.startForm)[0]?.query).toEqual({ timeZone })
    await waitFor(() => expect(network.callsTo(api.tasks.get)[0]?.query).toEqual({ timeZone }))
    expect(network.callsTo(api.processes.start)[0]?.body).toMatchObject({
      timeZone,
      values: { comment: 'Two conveyors' },
      hash: createForm().document.hash,
      action: null,
    })
  })

  it('reports before what it is, what it asks for and who it goes to first', async () => {
    await renderApp(`${path}?tab=about`, {
      answers: [
        answer(api.processes.startForm, () => ({
          definition: { ...definition, description: 'Ask for goods.\nFinance decides.' },
          form: createForm(),
          firstTasks: [
            { name: 'Approve', groups: ['Line managers'], people: ['Rosa Keller'] },
            { name: 'Order', groups: [], people: [] },
          ],
        })),
      ],
    })
    await screen.findByText(/Finance decides/, { selector: 'p[class*=text]' })
    screen.getByText('Version 12, in Finance')
    expect(screen.getByRole('region', { name: 'Fields of the start form' }).textContent).toContain('Comment')
    screen.getByText('Rosa Keller, Line managers')
    screen.getByText('Decided while the process runs.')
  })

  it('says in the words of people when the form is one of another product', async () => {
    const reason = 'Expected a form that this product knows, but the model names “embedded:app:x.html”.'
    await renderApp(path, {
      answers: [
        answer(api.processes.startForm, () => ({
          definition,
          form: { ...createForm(), unsupported: [reason], isStandIn: true },
          firstTasks: [],
        })),
      ],
    })
    await screen.findByText('The form of this step cannot be shown')
    screen.getByText(/Your entries are kept/)
    expect(screen.getByText(reason).tagName).toBe('DETAILS')
  })

  it('leaves a user who has gone elsewhere before the answer where they are', async () => {
    let arrive = () => {}
    const late = new Promise<{ instanceId: string; businessKey: null; title: string; nextTaskId: string }>(
      (resolve) => {
        arrive = () => resolve({ instanceId: 'instance-1', businessKey: null, title: 'PR-1', nextTaskId: 'task-1' })
      },
    )
    const { user } = await renderApp(path, {
      answers: [form, answer(api.processes.start, () => late), answer(api.categories.processes, () => [])],
    })
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'Two conveyors')
    await user.click(screen.getByRole('button', { name: 'Start process' }))
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(location.pathname).toMatch(/^\/category\//))
    arrive()
    await screen.findByText('Process started')
    expect(location.pathname).toMatch(/^\/category\//)
  })

  it('is filled as last time by a press, and what was typed meanwhile stays', async () => {
    const sentBefore = { instanceId: 'instance-0', formId: 'start', at: savedAt }
    const before = () => ({ definition, form: { ...createTwoFields(), sentBefore }, firstTasks: [] })
    const sent = { id: 'start', name: 'Purchase request', by: ines, at: savedAt, canOpen: true }
    const { user, network } = await renderApp(path, {
      answers: [
        answer(api.processes.startForm, before),
        answer(api.processes.form, () => ({
          ...sent,
          form: { ...createTwoFields(), values: { what: 'Paper', why: 'It is used up' } },
        })),
        answer(api.processes.keepStartDraft, () => ({ revision: 1, savedAt })),
        answer(api.processes.discardStartDraft, () => undefined),
      ],
    })
    await user.type(await screen.findByRole('textbox', { name: /Why/ }), 'Mine')
    await user.click(await screen.findByRole('button', { name: 'Use my last entries' }))
    await screen.findByText(/^Filled in with your entries from 24\/11\/2026/)
    const typed = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
    expect([typed(/What/), typed(/Why/)]).toEqual(['Paper', 'Mine'])
    expect(network.callsTo(api.processes.form)[0]?.params).toEqual({ id: 'instance-0', formId: 'start' })
    // It is a draft like what is typed.
    await waitFor(() =>
      expect(network.callsTo(api.processes.keepStartDraft).at(-1)?.body).toMatchObject({
        values: { what: 'Paper', why: 'Mine' },
      }),
    )
    // What had the focus went with the form: it is where it says what has happened.
    expect(document.activeElement?.textContent).toContain('Filled in with your entries from')
    await user.click(screen.getByRole('button', { name: 'Start over' }))
    await waitFor(() => expect([typed(/What/), typed(/Why/)]).toEqual(['', '']))
    screen.getByRole('button', { name: 'Use my last entries' })
  })

  it('is filled over the draft that is on its way just then', async () => {
    const sentBefore = { instanceId: 'instance-0', formId: 'start', at: savedAt }
    const sent = { id: 'start', name: 'Purchase request', by: ines, at: savedAt, canOpen: true }
    let arrive = () => {}
    const late = new Promise<void>((resolve) => {
      arrive = resolve
    })
    let revision = 4
    const { user, network } = await renderApp(path, {
      answers: [
        answer(api.processes.startForm, () => ({
          definition,
          form: { ...createTwoFields(), sentBefore },
          firstTasks: [],
        })),
        answer(api.processes.form, () => ({ ...sent, form: { ...createTwoFields(), values: { what: 'Paper' } } })),
        answer(api.processes.keepStartDraft, async () => {
          if (revision === 4) await late
          revision += 1
          return { revision, savedAt }
        }),
      ],
    })
    const drafts = () => network.callsTo(api.processes.keepStartDraft)
    await user.type(await screen.findByRole('textbox', { name: /Why/ }), 'Mine')
    await waitFor(() => expect(drafts()).toHaveLength(1))
    await user.click(await screen.findByRole('button', { name: 'Use my last entries' }))
    await waitFor(() => expect(network.callsTo(api.processes.form)).toHaveLength(1))
    arrive()
    await screen.findByText(/^Filled in with your entries from/)
    await waitFor(() => expect(drafts()).toHaveLength(2))
    expect(drafts()[1]?.body).toMatchObject({ values: { what: 'Paper', why: 'Mine' }, revision: 5 })
  })

  describe('with an instance in its address', () => {
    const sent = { id: 'start', name: 'Purchase request', by: ines, at: savedAt, canOpen: true }
    const open = async (form: OpenedForm) =>
      renderApp(`${path}?as=instance-7`, {
        answers: [
          answer(api.processes.startForm, () => ({ definition, form, firstTasks: [] })),
          answer(api.processes.form, () => ({
            ...sent,
            form: { ...createTwoFields(), values: { what: 'Paper', why: 'It is used up' } },
          })),
        ],
      })

    it('is filled at once as that was started', async () => {
      const { network } = await open(createTwoFields())
      await screen.findByText(/^Filled in with your entries from/)
      expect(network.callsTo(api.processes.form)[0]?.params).toEqual({ id: 'instance-7', formId: 'start' })
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: /What/ }).value).toBe('Paper')
    })

    it('continues with a draft instead, where there is one', async () => {
      const draft = { values: { what: 'Ink' }, hash: createTwoFields().document.hash, revision: 3, savedAt }
      const { network, user } = await open({ ...createTwoFields(), draft })
      await screen.findByText(/^Restored your draft from/)
      await waitFor(() => expect(network.callsTo(api.processes.form)).toHaveLength(1))
      // By a press it takes over what the draft has not.
      const press = screen.getByRole<HTMLButtonElement>('button', { name: 'Use the entries of the earlier start' })
      await waitFor(() => expect(press.dataset.loading).toBeUndefined())
      await user.click(press)
      await screen.findByText(/^Filled in with your entries from/)
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: /What/ }).value).toBe('Ink')
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Why/ }).value).toBe('It is used up')
    })
  })

  it('is filled as an instance that was started after the draft, which is offered beside it', async () => {
    const draft = { values: { what: 'Ink' }, hash: createTwoFields().document.hash, revision: 3, savedAt }
    const at = '2026-12-24T10:00:00.000Z'
    const { user, network } = await renderApp(`${path}?as=instance-7`, {
      answers: [
        answer(api.processes.startForm, () => ({
          definition,
          form: { ...createTwoFields(), draft },
          firstTasks: [],
        })),
        answer(api.processes.form, () => ({
          ...{ id: 'start', name: 'Purchase request', by: ines, at, canOpen: true },
          form: { ...createTwoFields(), values: { what: 'Paper', why: 'It is used up' } },
        })),
        answer(api.processes.keepStartDraft, () => ({ revision: 4, savedAt })),
      ],
    })
    await screen.findByText(/is older than these values/)
    screen.getByRole('row', { name: 'What Ink Paper' })
    const what = () => screen.getByRole<HTMLInputElement>('textbox', { name: /What/ })
    expect(what().value).toBe('Paper')
    expect(network.callsTo(api.processes.keepStartDraft)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Use my draft' }))
    await waitFor(() => expect(what().value).toBe('Ink'))
  })

  it('says so when what was sent before is not kept any more', async () => {
    const sentBefore = { instanceId: 'instance-0', formId: 'start', at: savedAt }
    const { user } = await renderApp(path, {
      answers: [
        answer(api.processes.startForm, () => ({
          definition,
          form: { ...createTwoFields(), sentBefore },
          firstTasks: [],
        })),
        answer(api.processes.form, () => refuse('thing.not-found', 'Expected a form, but there is none.')),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Use my last entries' }))
    await screen.findByText('Your earlier entries no longer exist. The form was not changed.')
  })

  it('begins again with another process', async () => {
    const { user } = await renderApp(path, {
      answers: [
        answer(api.processes.startForm, ({ params }) => ({
          definition: {
            ...definition,
            id: params.id ?? '',
            key: params.id ?? '',
            name: params.id === 'definition-1' ? 'Purchase' : 'Travel',
          },
          form: createForm(),
          firstTasks: [],
        })),
        answer(api.processes.start, () => refuse('process.refused', 'The condition of “Approved?” failed.')),
      ],
    })
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'Two conveyors')
    await user.click(screen.getByRole('button', { name: 'Start process' }))
    await screen.findByRole('alert')
    history.pushState(null, '', '/processes/viewprocess/definition-2')
    await screen.findByRole('heading', { level: 1, name: 'Travel' })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Comment/ })
    expect(field.value).toBe('')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows what the server found at its field and keeps the input', async () => {
    const { user } = await renderApp(path, {
      answers: [
        form,
        answer(api.processes.start, () =>
          refuse('form.invalid', 'Expected values that fit the form, but one does not.', [
            { where: 'comment', message: 'Say it in other words.', code: 'value.check' },
          ]),
        ),
      ],
    })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Comment/ })
    await user.type(field, 'Two conveyors')
    await user.click(screen.getByRole('button', { name: 'Start process' }))

    await screen.findByText('Say it in other words.')
    expect(screen.getByText('The process could not be started').parentElement?.textContent).toContain(
      'Your entries are kept.',
    )
    expect(field.value).toBe('Two conveyors')
  })

  it('keeps what is typed as a draft again once sending it was refused', async () => {
    const { user, network } = await renderApp(path, {
      answers: [
        form,
        answer(api.processes.start, () => refuse('form.invalid', 'Expected values that fit the form.')),
        answer(api.processes.keepStartDraft, () => ({ revision: 1, savedAt })),
      ],
    })
    await user.click(await screen.findByRole('textbox', { name: /Comment/ }))
    await user.paste('Two conveyors')
    await user.click(screen.getByRole('button', { name: 'Start process' }))
    await screen.findByText('The process could not be started')
    await waitFor(() =>
      expect(network.callsTo(api.processes.keepStartDraft).at(-1)?.body).toMatchObject({
        values: { comment: 'Two conveyors' },
      }),
    )
  })

  it('keeps at once in this browser what was typed when the page goes', async () => {
    await renderApp(path, { answers: [form, answer(api.processes.keepStartDraft, () => ({ revision: 1, savedAt }))] })
    const kept = () => Object.entries({ ...localStorage }).filter(([name]) => name.startsWith('millrace.draft.'))
    fireEvent.change(await screen.findByRole('textbox', { name: /Comment/ }), { target: { value: 'Two conveyors' } })
    expect(kept()).toEqual([])
    // Before any pause has passed.
    dispatchEvent(new Event('pagehide'))
    expect(kept()).toEqual([[expect.any(String), expect.stringContaining('Two conveyors')]])
  })

  it('names each field that another system was to be asked for, and keeps the input', async () => {
    const unchecked = 'This could not be checked, because the other system gives no answer now.'
    const { user } = await renderApp(path, {
      answers: [
        form,
        answer(api.processes.start, () =>
          refuse('look-up.failed', 'Expected an answer of “cities”, but there is none at the moment.', [
            { where: 'comment', message: unchecked, code: 'look-up.unchecked' },
          ]),
        ),
      ],
    })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Comment/ })
    await user.type(field, 'Two conveyors')
    await user.click(screen.getByRole('button', { name: 'Start process' }))

    await screen.findByText(unchecked)
    expect(screen.getByText('The process could not be started').parentElement?.textContent).toMatch(
      /could not be checked\. Try again later\. ?Your entries are kept\./,
    )
    expect(field.value).toBe('Two conveyors')
  })

  it('keeps what was entered while the diagram is looked at, and when it is left behind', async () => {
    const { user, network } = await renderApp(path, {
      answers: [
        form,
        answer(api.categories.processes, () => []),
        answer(api.processes.discardStartDraft, () => undefined),
        answer(api.processes.definitionDiagram, () => ({ xml: modelWithoutDrawing, processKey: 'purchase' })),
      ],
    })
    // At once: a part of it would be saved by itself where somebody pauses within it, as a process does that has to wait.
    await user.click(await screen.findByRole('textbox', { name: /Comment/ }))
    await user.paste('Two conveyors')
    await user.click(screen.getByRole('tab', { name: 'Diagram' }))
    await screen.findByText('This process has no diagram')
    await user.click(screen.getByRole('tab', { name: 'Form' }))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Comment/ })).value).toBe('Two conveyors')

    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(location.pathname).toMatch(/^\/category\//))
    await waitFor(() => expect(network.callsTo(api.processes.keepStartDraft)).toHaveLength(1))
    expect(network.callsTo(api.processes.keepStartDraft)[0]?.body).toMatchObject({
      values: { comment: 'Two conveyors' },
      revision: 0,
    })
    // What the server has by then.
    const draft = { values: { comment: 'Two conveyors' }, hash: 'of another form', revision: 1, savedAt }
    network.answer(
      answer(api.processes.startForm, () => ({ definition, form: { ...createForm(), draft }, firstTasks: [] })),
    )
    history.back()
    await screen.findByText(/^Restored your draft from 24\/11\/2026/)
    screen.getByText(/The form has changed since/)
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Comment/ })).value).toBe('Two conveyors')
    await user.click(screen.getByRole('button', { name: 'Start over' }))
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Comment/ }).value).toBe(''))
    expect(screen.queryByText(/^Restored your draft/)).toBeNull()
    expect(network.callsTo(api.processes.discardStartDraft)).toHaveLength(1)
  })

  it('explains why a process cannot be started', async () => {
    await renderApp(path, {
      answers: [
        answer(api.processes.startForm, () =>
          refuse('definition.not-startable', 'The process Purchase request is suspended.'),
        ),
      ],
    })
    await screen.findByText('The process Purchase request is suspended.')
    screen.getByRole('link', { name: 'Back to the processes' })
  })
})

/** A form with two text fields, `what` and `why`. */
function createTwoFields(): OpenedForm {
  const text = (id: string, key: string, label: string) => ({ id, type: 'text', key, props: { label } })
  const root = [text('n1', 'what', 'What'), text('n2', 'why', 'Why')]
  const language: FormLanguage = { compile: () => ({ ok: false, problems: [] }), presentDay: (day) => day }
  const compiled = compile({ schema: 2, id: 'form', root }, { language })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return { ...createForm(), document: compiled.form }
}
