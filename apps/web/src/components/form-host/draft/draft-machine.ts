import type { OpenedForm } from '@millrace/contract'
import type { JsonValues } from '@millrace/forms'
import { ApiError, hasCode } from '../../../lib/api/api-error.ts'
import type { Offer, Opening } from './opening.ts'

/** The state of a draft that users see. */
export type DraftState =
  /** The user has not typed anything. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: string }
  /**
   * The server does not have it; `isHere`: this browser does; `isFull`: the user has as many drafts as one may have.
   */
  | { readonly kind: 'waiting'; readonly isHere: boolean; readonly isFull?: true }
  /** Another window or device has saved another draft. */
  | { readonly kind: 'conflict'; readonly savedAt: string; readonly revision: number }
  /** A draft that is older than the values of the form waits for its user to choose. */
  | { readonly kind: 'older' }
  /** The form can be sent no more, such as because somebody else has completed the task. */
  | { readonly kind: 'over'; readonly error: ApiError }

/** The state of the draft of an open form. */
export interface Draft {
  /** The form as it was when `opening` was made of it. */
  readonly form: Pick<OpenedForm, 'values' | 'basis' | 'document'>
  readonly opening: Opening
  readonly state: DraftState
  /** The revision of the values that the user has been shown, or been offered to choose. */
  readonly shownBasis: string | undefined
  /** The revision of the draft on the server, as this window knows it; 0 for none. */
  readonly revision: number
  /** The changes that the server has, as text. */
  readonly sent: string
  /** The changes that were sent since the server last answered: it may have each of them. The newest is the last. */
  readonly unanswered: readonly JsonValues[]
  /** Reads all entries of the form; null when nothing was typed. The machine keeps it and never calls it. */
  readonly read: (() => JsonValues) | null
  /** The form is being sent, or the draft is not wanted any more. */
  readonly isPaused: boolean
  readonly isSending: boolean
  /** Something has to be sent as soon as the server has answered. */
  readonly isNextWanted: boolean
  /** Whether this browser has stored the latest input. */
  readonly isHere: boolean
  /** When the first change was typed that was not sent yet, in milliseconds. */
  readonly firstChangeAt: number | null
  /** Whether entries are about to be stored in this browser. */
  readonly isKeepDue: boolean
}

/**
 * An event that changes the state of a draft. `changes` are the entries that differ from the initial ones at the time
 * of the event; null when nothing was typed.
 */
export type DraftEvent =
  | { readonly kind: 'started' | 'refused' | 'forgotten' | 'keptCurrent' }
  | { readonly kind: 'typed'; readonly read: () => JsonValues; readonly at: number }
  /** The time to keep it here or to send it has come; the connection is back; the page goes; the form is sent. */
  | { readonly kind: 'keepDue' | 'sendDue' | 'online' | 'flushed' | 'submitted'; readonly changes: JsonValues | null }
  | { readonly kind: 'keptHere'; readonly isKept: boolean }
  /** `number` is that of the opening from which it was sent. */
  | ({ readonly kind: 'arrived'; readonly number: number; readonly changes: JsonValues | null } & Arrival)
  | { readonly kind: 'failed'; readonly number: number; readonly error: unknown; readonly changes: JsonValues | null }
  /** The user replaces a draft that was saved elsewhere. */
  | { readonly kind: 'overwritten'; readonly revision: number; readonly changes: JsonValues | null }
  /** The values of the form have changed, and the user has to choose between them and their input. */
  | {
      readonly kind: 'outdated'
      readonly offer: Offer
      readonly basis: string | undefined
      readonly changes: JsonValues
    }
  | { readonly kind: 'opened'; readonly form: Draft['form']; readonly opening: Opening }

interface Arrival {
  readonly values: JsonValues
  readonly revision: number
  readonly savedAt: string
}

export type DraftEffect =
  | { readonly kind: 'keepHere'; readonly values: JsonValues }
  | { readonly kind: 'forgetHere' }
  | { readonly kind: 'send'; readonly values: JsonValues; readonly revision: number; readonly number: number }
  /** Starts a timer again, for the event `keepDue` or `sendDue`. */
  | { readonly kind: 'wait'; readonly event: DraftTimer; readonly milliseconds: number }
  | { readonly kind: 'stop'; readonly event: DraftTimer }

export type DraftTimer = 'keepDue' | 'sendDue'

interface DraftStep {
  readonly draft: Draft
  readonly effects: readonly DraftEffect[]
}

/** Milliseconds after a change until it is kept in this browser, and until it is sent when nothing else changes. */
const localPause = 300
const pause = 1_500
/** Milliseconds after which it is sent although somebody types on and on. */
const longestPause = 10_000
/** Milliseconds between two tries while the server does not answer. */
const retryPause = 10_000
/** Unanswered requests that are remembered. */
const maxUnanswered = 5

const stopSending: DraftEffect = { kind: 'stop', event: 'sendDue' }
const stopKeeping: DraftEffect = { kind: 'stop', event: 'keepDue' }
const sendIn = (milliseconds: number): DraftEffect => ({ kind: 'wait', event: 'sendDue', milliseconds })

/** Returns the draft of a form that has just been opened. */
export function openDraft(form: Draft['form'], opening: Opening): Draft {
  const { typed, state, revision, sent } = opening
  return {
    ...{ form, opening, state, revision, sent: JSON.stringify(sent), unanswered: [] },
    ...{ shownBasis: form.basis?.revision, isHere: true, firstChangeAt: null, isKeepDue: false },
    ...{ read: typed === null ? null : () => typed, isPaused: false, isSending: false, isNextWanted: false },
  }
}

/**
 * Returns the next state of a draft after an event, and the actions to take: input is stored soon in this browser, and
 * after a pause on the server. Only changes are sent, one request at a time, and never over changes saved elsewhere.
 */
export function advance(draft: Draft, event: DraftEvent): DraftStep {
  switch (event.kind) {
    case 'started':
      return { draft, effects: draft.state.kind === 'waiting' ? [sendIn(0)] : [] }
    case 'typed':
      return type(draft, event.read, event.at)
    case 'keepDue':
      return keep(draft, event.changes)
    case 'sendDue':
      return send(draft, event.changes)
    case 'online':
      return draft.state.kind === 'waiting' ? send(draft, event.changes) : { draft, effects: [] }
    case 'flushed':
      if (draft.read === null) return { draft, effects: [] }
      return after(keep({ ...draft, isNextWanted: draft.isSending }, event.changes), (kept) =>
        send(kept, event.changes),
      )
    case 'submitted':
      return after({ draft: { ...draft, isPaused: true }, effects: [stopSending] }, (paused) =>
        keep(paused, event.changes),
      )
    case 'refused':
      return draft.isPaused
        ? { draft: { ...draft, isPaused: false }, effects: [sendIn(pause)] }
        : { draft, effects: [] }
    case 'forgotten':
      return {
        draft: { ...draft, isPaused: true, read: null, isKeepDue: false, isHere: true },
        effects: [stopSending, stopKeeping, { kind: 'forgetHere' }],
      }
    case 'keptHere':
      return { draft: noteKept(draft, event.isKept), effects: [] }
    case 'arrived':
      return event.number === draft.opening.number ? arrive(draft, event, event.changes) : { draft, effects: [] }
    case 'failed':
      return event.number === draft.opening.number ? fail(draft, event.error, event.changes) : { draft, effects: [] }
    case 'overwritten':
      return send({ ...draft, revision: event.revision, state: { kind: 'saving' } }, event.changes)
    case 'outdated': {
      const kept = keep(draft, event.changes)
      return {
        draft: {
          ...{ ...kept.draft, opening: { ...draft.opening, offer: event.offer } },
          ...{ shownBasis: event.basis, state: { kind: 'older' } },
        },
        effects: [stopSending, ...kept.effects],
      }
    }
    case 'keptCurrent':
      return {
        draft: { ...draft, opening: { ...draft.opening, offer: null }, state: { kind: 'idle' } },
        effects: draft.read === null ? [] : [sendIn(0)],
      }
    case 'opened': {
      const opened = advance(openDraft(event.form, event.opening), { kind: 'started' })
      return { ...opened, effects: [stopSending, stopKeeping, { kind: 'forgetHere' }, ...opened.effects] }
    }
  }
}

/** Returns whether input is stored neither in this browser nor on the server. */
export function isUnkept({ state, isHere }: Draft): boolean {
  return !isHere && ['waiting', 'conflict', 'over'].includes(state.kind)
}

function type(draft: Draft, read: () => JsonValues, at: number): DraftStep {
  const firstChangeAt = draft.firstChangeAt ?? at
  return {
    draft: { ...draft, read, firstChangeAt, isKeepDue: true },
    effects: [
      ...(draft.isKeepDue ? [] : [{ kind: 'wait', event: 'keepDue', milliseconds: localPause } as const]),
      sendIn(Math.max(0, Math.min(pause, longestPause - (at - firstChangeAt)))),
    ],
  }
}

function keep(draft: Draft, changes: JsonValues | null): DraftStep {
  const kept = { ...draft, isKeepDue: false }
  const isKnown = changes === null || JSON.stringify(changes) === draft.sent
  // Of a start form nobody could tell later which of the two is older: it would be sent over the one that is offered.
  const isAmbiguous = draft.form.basis === undefined && draft.state.kind === 'older'
  if (isKnown || isAmbiguous) return { draft: kept, effects: [stopKeeping] }
  return { draft: kept, effects: [stopKeeping, { kind: 'keepHere', values: changes }] }
}

function noteKept(draft: Draft, isKept: boolean): Draft {
  const { state } = draft
  const noted = { ...draft, isHere: isKept }
  if (state.kind === 'waiting') return { ...noted, state: { ...state, isHere: isKept } }
  if (isKept || isBlocked(state)) return noted
  return { ...noted, state: { kind: 'waiting', isHere: false } }
}

function send(draft: Draft, changes: JsonValues | null): DraftStep {
  const { isPaused, isSending, state, revision, unanswered } = draft
  const isNothing = changes === null || JSON.stringify(changes) === draft.sent
  if (isPaused || isSending || isNothing || isBlocked(state)) return { draft, effects: [stopSending] }
  return {
    draft: {
      ...{ ...draft, isSending: true, isNextWanted: false, firstChangeAt: null },
      unanswered: [...unanswered, changes].slice(-maxUnanswered),
      state: state.kind === 'waiting' ? state : { kind: 'saving' },
    },
    effects: [stopSending, { kind: 'send', values: changes, revision, number: draft.opening.number }],
  }
}

/** Nothing is sent before the user has chosen, or at all. */
function isBlocked({ kind }: DraftState): boolean {
  return kind === 'conflict' || kind === 'over' || kind === 'older'
}

function arrive(before: Draft, { values, revision, savedAt }: Arrival, changes: JsonValues | null): DraftStep {
  const sent = JSON.stringify(values)
  const state: DraftState = before.state.kind === 'older' ? before.state : { kind: 'saved', at: savedAt }
  const draft = { ...before, isSending: false, revision, sent, unanswered: [], state, isHere: true }
  if (state.kind === 'older') return { draft, effects: [] }
  if (JSON.stringify(changes) === sent) return { draft, effects: [{ kind: 'forgetHere' }] }
  return draft.isNextWanted ? send(draft, changes) : { draft, effects: [sendIn(pause)] }
}

function fail(before: Draft, error: unknown, changes: JsonValues | null): DraftStep {
  const state = before.state.kind === 'older' ? before.state : stateAfter(error, before.isHere)
  const { draft, effects } = keep({ ...before, isSending: false, state }, changes)
  if (state.kind !== 'waiting') return { draft, effects }
  if (draft.isNextWanted) return after({ draft, effects }, (kept) => send(kept, changes))
  return { draft, effects: isFinal(error) ? effects : [...effects, sendIn(retryPause)] }
}

function stateAfter(error: unknown, isHere: boolean): DraftState {
  if (hasCode(error, 'draft.changed')) {
    const detailOf = (name: string) => error.details.find(({ where }) => where === name)?.message ?? ''
    return { kind: 'conflict', savedAt: detailOf('savedAt'), revision: Number(detailOf('revision')) }
  }
  if (hasCode(error, ...ended)) return { kind: 'over', error }
  return { kind: 'waiting', isHere, ...(hasCode(error, 'draft.too-many') ? { isFull: true } : {}) }
}

/** After these the form cannot be sent by this user any more. */
const ended = ['task.over', 'task.not-yours', 'thing.not-found', 'definition.not-startable', 'right.missing'] as const

/** Returns whether the same would be refused again. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status } = error
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

function after({ draft, effects }: DraftStep, next: (draft: Draft) => DraftStep): DraftStep {
  const step = next(draft)
  return { draft: step.draft, effects: [...effects, ...step.effects] }
}
