import type { JsonValues } from '@millrace/forms'
import { advance, type Draft, type DraftEffect, type DraftEvent, type DraftTimer, openDraft } from './draft-machine.ts'
import type { Opening } from './opening.ts'

/** The functions of the browser and the server that a draft needs. */
export interface DraftPorts {
  readonly save: (
    form: Draft['form'],
    entry: { readonly values: JsonValues; readonly revision: number },
  ) => Promise<{ readonly revision: number; readonly savedAt: string }>
  /** Keeps it in this browser; false when that keeps nothing. */
  readonly keepHere: (draft: Draft, values: JsonValues) => boolean
  readonly forgetHere: () => void
}

export type DraftStore = ReturnType<typeof createDraftStore>

/**
 * Creates the store of a draft, which carries out what its state machine decides: timers, requests, and local storage.
 */
export function createDraftStore(form: Draft['form'], opening: Opening, ports: DraftPorts) {
  let draft = openDraft(form, opening)
  const listeners = new Set<() => void>()
  const timers: Partial<Record<DraftTimer, ReturnType<typeof setTimeout>>> = {}
  const events: DraftEvent[] = []
  let waiting: (() => void)[] = []

  const readEntries = () => draft.read?.() ?? null
  const readChanges = () => (draft.read === null ? null : listChanges(draft.form.values, draft.read()))

  /** One event after the other: an effect may lead to the next one. */
  const dispatch = (event: DraftEvent): void => {
    events.push(event)
    if (events.length > 1) return
    const before = draft
    for (let next = events[0]; next !== undefined; next = events[0]) {
      const step = advance(draft, next)
      draft = step.draft
      for (const effect of step.effects) carryOut(effect)
      events.shift()
    }
    if (!draft.isSending) {
      for (const arrived of waiting) arrived()
      waiting = []
    }
    if (draft !== before) for (const listener of listeners) listener()
  }

  const carryOut = (effect: DraftEffect): void => {
    switch (effect.kind) {
      case 'keepHere':
        dispatch({ kind: 'keptHere', isKept: ports.keepHere(draft, effect.values) })
        break
      case 'forgetHere':
        ports.forgetHere()
        break
      case 'send':
        void send(effect)
        break
      case 'stop':
        clearTimeout(timers[effect.event])
        break
      case 'wait':
        clearTimeout(timers[effect.event])
        timers[effect.event] = setTimeout(
          () => dispatch({ kind: effect.event, changes: readChanges() }),
          effect.milliseconds,
        )
    }
  }

  const send = async ({ values, revision, number }: Extract<DraftEffect, { kind: 'send' }>): Promise<void> => {
    try {
      const kept = await ports.save(draft.form, { values, revision })
      dispatch({ kind: 'arrived', number, values, ...kept, changes: readChanges() })
    } catch (error) {
      dispatch({ kind: 'failed', number, error, changes: readChanges() })
    }
  }

  return {
    get: () => draft,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispatch,
    /** All entries of the form as they are; null when nothing was typed. */
    readEntries,
    /** The entries that differ from what the form opened with; null when nothing was typed. */
    readChanges,
    /** Keeps everything at once. Settles when the server has answered, whatever it says. */
    flush: (): Promise<void> => {
      dispatch({ kind: 'flushed', changes: readChanges() })
      return draft.isSending ? new Promise((arrived) => waiting.push(arrived)) : Promise.resolve()
    },
  }
}

/** Top entries that are others than before. */
function listChanges(before: JsonValues, after: JsonValues): JsonValues {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key] ?? null)),
  )
}
