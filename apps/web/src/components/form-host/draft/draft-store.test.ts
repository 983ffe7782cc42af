import type { JsonValues } from '@millrace/forms'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import type { Draft, DraftState } from './draft-machine.ts'
import { createDraftStore, type DraftPorts } from './draft-store.ts'
import type { Opening } from './opening.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const refuse = (code: ApiError['code'], status: number, details: ApiError['details'] = []) =>
  new ApiError({ code, status, message: 'No.', details })

type Save = (entry: { values: JsonValues; revision: number }) => Promise<{ revision: number; savedAt: string }>

const form = { values: { amount: 7 }, document: { hash: 'h' } } as unknown as Draft['form']
const plain: Opening = {
  ...{ number: 0, values: { amount: 7 }, draft: null, revision: 0, names: [], filledAsAt: null, offer: null },
  ...{ sent: {}, state: { kind: 'idle' }, typed: null },
}

/** The draft of a form with a note and an amount, and what it does. */
function create({
  start = {},
  save,
  ...more
}: { start?: Partial<Opening>; save?: Save } & Partial<Omit<DraftPorts, 'save'>> = {}) {
  const sent: JsonValues[] = []
  const states: DraftState[] = []
  let here: JsonValues | null = null
  let entries: JsonValues = { note: null, amount: 7 }
  const store = createDraftStore(
    form,
    { ...plain, ...start },
    {
      save: async (_, entry) => {
        if (save !== undefined) return save(entry)
        sent.push(entry.values)
        return { revision: sent.length, savedAt: `at ${sent.length}` }
      },
      keepHere: (_, values) => {
        here = values
        return true
      },
      forgetHere: () => {
        here = null
      },
      ...more,
    },
  )
  store.subscribe(() => states.push(store.get().state))
  const changes = () => store.readChanges()
  return {
    sent,
    states,
    get here() {
      return here
    },
    type: (note: string) => {
      entries = { ...entries, note }
      store.dispatch({ kind: 'typed', read: () => entries, at: Date.now() })
    },
    keeper: {
      flush: store.flush,
      begin: () => store.dispatch({ kind: 'started' }),
      retry: () => store.dispatch({ kind: 'online', changes: changes() }),
      pause: () => store.dispatch({ kind: 'submitted', changes: changes() }),
      resume: () => store.dispatch({ kind: 'refused' }),
      forget: () => store.dispatch({ kind: 'forgotten' }),
      saveOver: (revision: number) => store.dispatch({ kind: 'overwritten', revision, changes: changes() }),
    },
  }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('what is typed', () => {
  it('is kept in the browser soon, and on the server after a pause, as what differs', async () => {
    const form = create()
    form.type('a')
    form.type('ab')
    await pass(300)
    expect(form.here).toEqual({ note: 'ab' })
    expect(form.sent).toEqual([])
    await pass(1_200)
    expect(form.sent).toEqual([{ note: 'ab' }])
    expect(form.states.at(-1)).toEqual({ kind: 'saved', at: 'at 1' })
    // The server has it: nothing is left in a browser that others may use.
    expect(form.here).toBeNull()
    await pass(60_000)
    expect(form.sent).toHaveLength(1)
  })

  it('is sent every ten seconds although somebody types on and on', async () => {
    const form = create()
    for (let second = 0; second < 25; second++) {
      form.type(`${second}`)
      await pass(1_000)
    }
    expect(form.sent.length).toBe(2)
  })

  it('is not sent again when it is unchanged', async () => {
    const form = create()
    form.type('a')
    await pass(2_000)
    form.type('b')
    form.type('a')
    await pass(5_000)
    expect(form.sent).toEqual([{ note: 'a' }])
  })

  it('is sent one request at a time, and what comes meanwhile after it', async () => {
    let arrive: () => void = () => {}
    const revisions: number[] = []
    const form = create({
      save: async ({ revision }) => {
        revisions.push(revision)
        await new Promise<void>((resolve) => {
          arrive = resolve
        })
        return { revision: revision + 1, savedAt: 'now' }
      },
    })
    form.type('a')
    await pass(2_000)
    form.type('b')
    await pass(5_000)
    expect(revisions).toEqual([0])
    arrive()
    await pass(2_000)
    expect(revisions).toEqual([0, 1])
  })

  it('has arrived as a whole when the page has waited for it, also what came after what was on its way', async () => {
    const sent: JsonValues[] = []
    const arrivals: (() => void)[] = []
    const form = create({
      save: async ({ values }) => {
        sent.push(values)
        await new Promise<void>((arrive) => arrivals.push(arrive))
        return { revision: sent.length, savedAt: 'now' }
      },
    })
    form.type('a')
    const flushed = vi.fn()
    void form.keeper.flush()
    form.type('ab')
    void form.keeper.flush().then(flushed)
    arrivals[0]?.()
    await pass(0)
    expect({ sent, isDone: flushed.mock.calls.length }).toEqual({ sent: [{ note: 'a' }, { note: 'ab' }], isDone: 0 })
    arrivals[1]?.()
    await pass(0)
    expect(flushed).toHaveBeenCalledOnce()
  })

  it('waits in the browser while the server does not answer, and goes when it does', async () => {
    let isAway = true
    const form = create({
      save: async () => {
        if (isAway) throw refuse('network', 0)
        return { revision: 1, savedAt: 'now' }
      },
    })
    form.type('a')
    await pass(2_000)
    expect([form.states.at(-1), form.here]).toEqual([{ kind: 'waiting', isHere: true }, { note: 'a' }])
    form.type('ab')
    await pass(400)
    expect(form.here).toEqual({ note: 'ab' })
    isAway = false
    form.keeper.retry()
    await pass(0)
    expect([form.states.at(-1), form.here]).toEqual([{ kind: 'saved', at: 'now' }, null])
  })

  it('is nowhere when neither keeps it, and that is reported', async () => {
    const form = create({
      keepHere: () => false,
      save: () => Promise.reject(refuse('session.missing', 401)),
    })
    form.type('a')
    await pass(2_000)
    expect(form.states.at(-1)).toEqual({ kind: 'waiting', isHere: false })
  })

  it('is never saved over what was saved elsewhere, unless somebody says so', async () => {
    const saves: number[] = []
    const form = create({
      save: async ({ revision }) => {
        saves.push(revision)
        if (revision < 4)
          throw refuse('draft.changed', 409, [
            { where: 'savedAt', message: 'then' },
            { where: 'revision', message: '4' },
          ])
        return { revision: 5, savedAt: 'now' }
      },
    })
    form.type('a')
    await pass(2_000)
    expect(form.states.at(-1)).toEqual({ kind: 'conflict', savedAt: 'then', revision: 4 })
    form.type('ab')
    await pass(60_000)
    // Not sent, and not lost either.
    expect([saves, form.here]).toEqual([[0], { note: 'ab' }])
    form.keeper.saveOver(4)
    await pass(0)
    expect([saves, form.states.at(-1), form.here]).toEqual([[0, 4], { kind: 'saved', at: 'now' }, null])
  })

  it('stays in the browser when the form can be sent no more', async () => {
    const over = refuse('task.over', 409)
    const form = create({ save: () => Promise.reject(over) })
    form.type('a')
    await pass(2_000)
    form.type('ab')
    await pass(60_000)
    expect([form.states.at(-1), form.here]).toEqual([{ kind: 'over', error: over }, { note: 'ab' }])
  })

  it('is kept at once when the page goes, and not beside the form that is being sent', async () => {
    const form = create()
    form.type('a')
    form.keeper.flush()
    expect([form.here, form.sent]).toEqual([{ note: 'a' }, [{ note: 'a' }]])
    await pass(0)
    form.type('ab')
    form.keeper.pause()
    await pass(60_000)
    expect([form.here, form.sent.length]).toEqual([{ note: 'ab' }, 1])
    form.keeper.resume()
    await pass(2_000)
    expect(form.sent).toHaveLength(2)
    form.keeper.forget()
    form.keeper.flush()
    await pass(60_000)
    expect([form.here, form.sent.length]).toEqual([null, 2])
  })

  it('of an earlier visit is sent when the form opens', async () => {
    const form = create({
      start: { state: { kind: 'waiting', isHere: true }, typed: { note: 'before', amount: 7 } },
    })
    form.keeper.begin()
    await pass(0)
    expect([form.sent, form.states.at(-1)]).toEqual([[{ note: 'before' }], { kind: 'saved', at: 'at 1' }])
  })
})
