import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { advance, type Draft, type DraftEvent, isUnkept, openDraft } from './draft-machine.ts'
import type { Offer, Opening } from './opening.ts'

const form = {
  values: {},
  basis: { revision: 'one', changedAt: null },
  document: { hash: 'h' },
} as unknown as Draft['form']
const opening: Opening = {
  ...{ number: 3, values: {}, draft: null, revision: 5, names: [], filledAsAt: null, offer: null },
  ...{ sent: {}, state: { kind: 'idle' }, typed: null },
}
const offer = { isTyped: true } as Offer
const note = { note: 'a' }
const longer = { note: 'ab' }
const idle = openDraft(form, opening)
const typed: Draft = { ...idle, read: () => note, firstChangeAt: 0, isKeepDue: true }
const sending: Draft = { ...typed, state: { kind: 'saving' }, isSending: true, isKeepDue: false, unanswered: [note] }
const waiting: Draft = { ...typed, state: { kind: 'waiting', isHere: true } }
const older: Draft = { ...typed, state: { kind: 'older' } }
const conflict: Draft = { ...typed, state: { kind: 'conflict', savedAt: 'then', revision: 9 } }
const refusal = (code: ApiError['code'], status: number, details: ApiError['details'] = []) =>
  new ApiError({ code, status, message: 'No.', details })
const arrived: DraftEvent = {
  ...{ kind: 'arrived', number: 3, values: note },
  revision: 6,
  savedAt: 'now',
  changes: note,
}
const failed = (error: unknown): DraftEvent => ({ kind: 'failed', number: 3, error, changes: note })

/** The effects in short. */
const effectsOf = (draft: Draft, event: DraftEvent): string[] =>
  advance(draft, event).effects.map((effect) =>
    'milliseconds' in effect
      ? `${effect.event} in ${effect.milliseconds}`
      : 'event' in effect
        ? `no ${effect.event}`
        : effect.kind,
  )

describe('a draft', () => {
  it.each<[string, Draft, DraftEvent, string[]]>([
    [
      'waits when something is typed',
      idle,
      { kind: 'typed', read: () => note, at: 7 },
      ['keepDue in 300', 'sendDue in 1500'],
    ],
    ['waits at most ten seconds', typed, { kind: 'typed', read: () => note, at: 9_500 }, ['sendDue in 500']],
    ['is kept here', typed, { kind: 'keepDue', changes: note }, ['no keepDue', 'keepHere']],
    ['is not kept here as the server has it', typed, { kind: 'keepDue', changes: {} }, ['no keepDue']],
    ['is sent', typed, { kind: 'sendDue', changes: note }, ['no sendDue', 'send']],
    ['is not sent as the server has it', typed, { kind: 'sendDue', changes: {} }, ['no sendDue']],
    ['is sent once at a time', sending, { kind: 'sendDue', changes: longer }, ['no sendDue']],
    ['is sent when the connection is back', waiting, { kind: 'online', changes: note }, ['no sendDue', 'send']],
    ['is not sent by a connection that was there', typed, { kind: 'online', changes: note }, []],
    [
      'is kept everywhere when the page goes',
      typed,
      { kind: 'flushed', changes: note },
      ['no keepDue', 'keepHere', 'no sendDue', 'send'],
    ],
    ['without a change does nothing when the page goes', idle, { kind: 'flushed', changes: null }, []],
    ['is forgotten here when the server has it', sending, arrived, ['forgetHere']],
    ['that has grown meanwhile is sent later', sending, { ...arrived, changes: longer }, ['sendDue in 1500']],
    [
      'that has grown meanwhile is sent at once when the page waits',
      { ...sending, isNextWanted: true },
      { ...arrived, changes: longer },
      ['no sendDue', 'send'],
    ],
    ['is tried again', sending, failed(refusal('network', 0)), ['no keepDue', 'keepHere', 'sendDue in 10000']],
    [
      'is not tried again where that is refused',
      sending,
      failed(refusal('draft.too-many', 409)),
      ['no keepDue', 'keepHere'],
    ],
    ['is never sent into a conflict', conflict, { kind: 'sendDue', changes: note }, ['no sendDue']],
    ['is sent over a conflict', conflict, { kind: 'overwritten', revision: 9, changes: note }, ['no sendDue', 'send']],
    [
      'waits for a choice',
      typed,
      { kind: 'outdated', offer, basis: 'two', changes: note },
      ['no sendDue', 'no keepDue', 'keepHere'],
    ],
    ['waits while there is a choice', older, { kind: 'sendDue', changes: note }, ['no sendDue']],
    ['is sent after the choice', older, { kind: 'keptCurrent' }, ['sendDue in 0']],
    [
      'is not sent beside its form',
      typed,
      { kind: 'submitted', changes: note },
      ['no sendDue', 'no keepDue', 'keepHere'],
    ],
    ['is not sent while its form is', { ...typed, isPaused: true }, { kind: 'sendDue', changes: note }, ['no sendDue']],
    [
      'is not sent beside its form by a connection that is back',
      { ...waiting, isPaused: true },
      { kind: 'online', changes: note },
      ['no sendDue'],
    ],
    ['is sent when its form was refused', { ...typed, isPaused: true }, { kind: 'refused' }, ['sendDue in 1500']],
    ['is sent when its form was refused, and not for any error', typed, { kind: 'refused' }, []],
    ['is forgotten', typed, { kind: 'forgotten' }, ['no sendDue', 'no keepDue', 'forgetHere']],
    ['of an earlier visit is sent', waiting, { kind: 'started' }, ['sendDue in 0']],
    ['of another opening is none of this one', sending, { ...arrived, number: 2 }, []],
    [
      'that failed in another opening is none of this one',
      sending,
      { ...failed(refusal('network', 0)), number: 2 } as DraftEvent,
      [],
    ],
  ])('%s', (_, draft, event, effects) => {
    expect(effectsOf(draft, event)).toEqual(effects)
  })

  it('says how it stands', () => {
    const then = refusal('draft.changed', 409, [
      { where: 'savedAt', message: 'then' },
      { where: 'revision', message: '9' },
    ])
    const over = refusal('task.over', 409)
    const states: [Draft, DraftEvent, Draft['state']][] = [
      [typed, { kind: 'sendDue', changes: note }, { kind: 'saving' }],
      [waiting, { kind: 'sendDue', changes: note }, { kind: 'waiting', isHere: true }],
      [sending, arrived, { kind: 'saved', at: 'now' }],
      [sending, failed(refusal('network', 0)), { kind: 'waiting', isHere: true }],
      [sending, failed(refusal('draft.too-many', 409)), { kind: 'waiting', isHere: true, isFull: true }],
      [sending, failed(then), { kind: 'conflict', savedAt: 'then', revision: 9 }],
      [sending, failed(over), { kind: 'over', error: over }],
      [waiting, { kind: 'keptHere', isKept: false }, { kind: 'waiting', isHere: false }],
      [typed, { kind: 'keptHere', isKept: false }, { kind: 'waiting', isHere: false }],
      [typed, { kind: 'outdated', offer, basis: 'two', changes: note }, { kind: 'older' }],
      // The choice stays, whatever is answered to a request that left before it.
      [{ ...sending, state: { kind: 'older' } }, arrived, { kind: 'older' }],
      [{ ...sending, state: { kind: 'older' } }, failed(then), { kind: 'older' }],
    ]
    for (const [draft, event, state] of states) expect(advance(draft, event).draft.state).toEqual(state)
  })

  it('remembers what was sent until the server has answered', () => {
    const once = advance(typed, { kind: 'sendDue', changes: note }).draft
    const lost = advance(once, failed(refusal('network', 0))).draft
    const twice = advance(lost, { kind: 'sendDue', changes: longer }).draft
    expect(twice.unanswered).toEqual([note, longer])
    expect(advance(twice, { ...arrived, values: longer, changes: longer } as DraftEvent).draft.unanswered).toEqual([])
  })

  it('in conflict stays so where the browser keeps nothing, and is unkept', () => {
    const { draft } = advance(conflict, { kind: 'keptHere', isKept: false })
    expect([draft.state.kind, isUnkept(draft), isUnkept(conflict)]).toEqual(['conflict', true, false])
  })
})
