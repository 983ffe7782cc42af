import type { OpenedForm } from '@millrace/contract'
import { compile, type JsonValues } from '@millrace/forms'
import { beforeEach, describe, expect, it } from 'vitest'
import { type DraftOwner, findLocalDraft, findOlderDraft, keepLocalDraft } from './local-draft.ts'
import { openForm } from './opening.ts'

const owner: DraftOwner = { workplace: 'halden', user: 'ines', kind: 'task', subject: 'task-1' }
const field = (id: string, type: string, key: string, more: object = {}) => ({
  ...{ id, type, key },
  props: { label: key.toUpperCase(), ...more },
})
const compiled = compile(
  {
    ...{ schema: 2, id: 'f' },
    root: [
      field('n1', 'text', 'note'),
      field('n2', 'currency', 'amount', { currency: 'EUR' }),
      { ...field('n3', 'repeater', 'rows'), children: [field('n4', 'text', 'item')] },
      field('n5', 'user', 'who'),
    ],
  },
  { language: { compile: () => ({ ok: false, problems: [] }), presentDay: (day) => day } },
)
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
const { form: document } = compiled
const { hash } = document
const basis = { revision: 'two', changedAt: '2026-11-20T10:00:00.000Z' }
const early = '2026-11-20T09:00:00.000Z'
const late = '2026-11-20T11:00:00.000Z'

const formWith = (values: JsonValues, draft: OpenedForm['draft'] = null): OpenedForm => ({
  ...{ document, values, draft, basis, variables: {}, dates: [], dayZone: 'UTC', unsupported: [], isStandIn: false },
  names: [{ kind: 'user', id: 'otto', name: 'Otto Berg' }],
})
const kept = (values: JsonValues, more: object = {}) => ({ values, hash, revision: 3, savedAt: early, ...more })

beforeEach(() => localStorage.clear())

describe('a draft of which the answer was lost, such as by a reload just after typing', () => {
  const mine = { note: 'mine', amount: 12 }
  const there = (values: JsonValues) => formWith({}, kept(values, { basis: 'two', revision: 4 }))
  const openAfter = (here: JsonValues, values: JsonValues, unanswered?: JsonValues[]) => {
    keepLocalDraft(owner, kept(here, { basis: 'two', ...(unanswered === undefined ? {} : { unanswered }) }))
    return openForm(there(values), owner, 0)
  }

  it('is no conflict where the server has what this browser has', () => {
    expect(openAfter(mine, mine)).toMatchObject({ state: { kind: 'idle' }, values: mine, revision: 4, typed: null })
    expect(findLocalDraft(owner)).toBeNull()
  })

  it('continues where the server has something that this browser sent before', () => {
    const opening = openAfter({ note: 'mine too' }, mine, [{ note: 'm' }, mine])
    expect(opening).toMatchObject({ state: { kind: 'waiting' }, typed: { note: 'mine too' }, revision: 4, sent: mine })
  })

  it.each([
    { why: 'nothing was sent from here', unanswered: undefined },
    { why: 'another value was sent from here', unanswered: [{ note: 'mine' }] },
    { why: 'the keys only are the same', unanswered: [{ note: 'mine', amount: 13 }] },
  ])('is a conflict where $why', ({ unanswered }) => {
    expect(openAfter({ note: 'mine too' }, mine, unanswered).state).toMatchObject({ kind: 'conflict', revision: 4 })
  })
})

describe('a draft that is older than the values of its form', () => {
  it('is offered beside them, with both times and what differs', () => {
    const mine = { note: 'mine', amount: 12, rows: [{ item: 'a' }], who: 'otto' }
    const current = { note: 'theirs', amount: 12, rows: [{ item: 'b' }], who: null }
    const opening = openForm(formWith(current, kept(mine, { basis: 'one' })), owner, 0)
    expect(opening).toMatchObject({
      ...{ values: current, draft: null, typed: null, revision: 3, state: { kind: 'older' } },
      offer: {
        ...{ values: mine, savedAt: early, changedAt: basis.changedAt, isOnServer: true },
        differences: [
          { label: 'NOTE', mine: 'mine', current: 'theirs' },
          { label: 'ROWS · 1 · ITEM', mine: 'a', current: 'b' },
          { label: 'WHO', mine: 'Otto Berg', current: '' },
        ],
      },
    })
  })

  it('is known by its time where it was saved before drafts had a basis', () => {
    expect(openForm(formWith({ note: 'theirs' }, kept({ note: 'mine' })), owner, 0).offer).not.toBeNull()
    const newer = openForm(formWith({ note: 'theirs' }, kept({ note: 'mine' }, { savedAt: late })), owner, 0)
    expect([newer.offer, newer.values]).toEqual([null, { note: 'mine' }])
  })

  it('is offered from this browser too, where what is typed meanwhile does not write over it', () => {
    keepLocalDraft(owner, kept({ amount: 7 }, { basis: 'one', revision: 0 }))
    const opening = openForm(formWith({ amount: 9.5 }), owner, 0)
    expect(opening.values).toEqual({ amount: 9.5 })
    expect(opening.offer).toMatchObject({
      isOnServer: false,
      differences: [{ label: 'AMOUNT', mine: '7.00', current: '9.50' }],
    })
    expect([findLocalDraft(owner), findOlderDraft(owner)?.values]).toEqual([null, { amount: 7 }])
    // The page is loaded again after something was typed over the values.
    keepLocalDraft(owner, kept({ amount: 10 }, { basis: 'two', revision: 0 }))
    const again = openForm(formWith({ amount: 9.5 }), owner, 0)
    expect([again.values, again.state.kind, again.offer?.values]).toEqual([{ amount: 10 }, 'older', { amount: 7 }])
  })

  it('is no matter where it has the same values, and one of the same basis is opened as ever', () => {
    expect(openForm(formWith({ note: 'a' }, kept({ note: 'a' }, { basis: 'one' })), owner, 0).offer).toBeNull()
    const same = openForm(formWith({ note: 'a' }, kept({ note: 'b' }, { basis: 'two' })), owner, 0)
    expect([same.offer, same.values, same.draft?.savedAt]).toEqual([null, { note: 'b' }, early])
  })

  it('with another number of rows differs by that number', () => {
    const form = formWith({ rows: [{ item: 'a' }] }, kept({ rows: [{ item: 'a' }, { item: 'b' }] }, { basis: 'one' }))
    expect(openForm(form, owner, 0).offer?.differences).toEqual([{ label: 'ROWS', mine: '2', current: '1' }])
  })
})
