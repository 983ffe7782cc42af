import { api, type OpenedForm } from '@millrace/contract'
import { compile, type JsonValues } from '@millrace/forms'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { answer, stubNetwork } from '../../../testing/network.ts'
import { createDraftActions } from './draft-actions.ts'
import { createDraftStore } from './draft-store.ts'
import type { DraftOwner } from './local-draft.ts'
import { openForm } from './opening.ts'

const owner: DraftOwner = { workplace: 'halden', user: 'ines', kind: 'start', subject: 'order' }
const field = (id: string, key: string) => ({ id, type: 'text', key, props: { label: key } })
const compiled = compile(
  { schema: 2, id: 'f', root: [field('n1', 'what'), field('n2', 'why')] },
  { language: { compile: () => ({ ok: false, problems: [] }), presentDay: (day) => day } },
)
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
const { form: document } = compiled
const at = '2026-11-20T10:00:00.000Z'
const by = { username: 'ines', displayName: 'Ines Falk' }
const before = { instanceId: 'i1', formId: 'start' }

const formWith = (values: JsonValues, basis?: string): OpenedForm => ({
  ...{ document, values, draft: null, variables: {}, dates: [], dayZone: 'UTC', unsupported: [], isStandIn: false },
  ...{ names: [], ...(basis !== undefined && { basis: { revision: basis, changedAt: at } }) },
})

beforeEach(() => localStorage.clear())

/** A form as it is shown, which somebody may have typed into, and what it is filled as: that comes when `arrive` is called. */
function show(form: OpenedForm, typed: JsonValues | null = null) {
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  stubNetwork([
    answer(api.processes.form, async () => {
      asked.resolve()
      await late.promise
      return { id: 'start', name: 'Order', by, at, canOpen: true, form: formWith({ what: 'Paper', why: 'Used up' }) }
    }),
  ])
  onTestFinished(() => void vi.unstubAllGlobals())
  const store = createDraftStore(form, openForm(form, owner, 0), {
    save: async (_, { revision }) => ({ revision: revision + 1, savedAt: at }),
    keepHere: () => true,
    forgetHere: () => {},
  })
  const actions = (shown = form) =>
    createDraftActions(store, { form: shown, place: { kind: 'start', id: 'p1' } as never, owner })
  if (typed !== null) actions().type(() => typed)
  return { store, actions, asked: asked.promise, arrive: late.resolve }
}

describe('filling a form as another one was sent', () => {
  it('takes what nobody has typed', async () => {
    const { store, actions, arrive } = show(formWith({ what: null, why: null }), { what: null, why: 'Mine' })
    arrive()
    expect(await actions().fillAs(before, false)).toBe(true)
    expect(store.get().opening).toMatchObject({ number: 1, values: { what: 'Paper', why: 'Mine' }, filledAsAt: at })
  })

  it('comes too late once the form is being sent: it stays as it was sent', async () => {
    const { store, actions, asked, arrive } = show(formWith({ what: null, why: null }), { what: null, why: 'Mine' })
    const filled = actions().fillAs(before, false)
    await asked
    actions().submit()
    const { opening } = store.get()
    arrive()
    expect(await filled).toBeNull()
    expect(store.get().opening).toBe(opening)
    expect(store.get().isPaused).toBe(true)
  })

  it('by itself comes too late once somebody has typed', async () => {
    const { store, actions, asked, arrive } = show(formWith({ what: null, why: null }))
    const filled = actions().fillAs(before, true)
    await asked
    actions().type(() => ({ what: null, why: 'Mine' }))
    arrive()
    expect(await filled).toBeNull()
    expect(store.get().opening.number).toBe(0)
  })
})

describe('values that change while their form is shown', () => {
  const first = formWith({ what: 'Paper', why: null }, 'one')
  const second = formWith({ what: 'Pens', why: null }, 'two')

  it('are shown where nobody has typed', () => {
    const { store, actions } = show(first)
    actions(second).followValues()
    expect(store.get()).toMatchObject({ shownBasis: 'two', opening: { number: 1, values: { what: 'Pens' } } })
  })

  it('wait while the form is being sent', () => {
    const { store, actions } = show(first)
    actions().submit()
    actions(second).followValues()
    expect(store.get()).toMatchObject({ shownBasis: 'one', opening: { number: 0 } })
    store.dispatch({ kind: 'refused' })
    actions(second).followValues()
    expect(store.get().opening.number).toBe(1)
  })

  it('are offered beside what somebody has typed', () => {
    const { store, actions } = show(first, { what: 'Staples', why: null })
    actions(second).followValues()
    expect(store.get()).toMatchObject({ state: { kind: 'older' }, opening: { number: 0, values: { what: 'Paper' } } })
  })
})
