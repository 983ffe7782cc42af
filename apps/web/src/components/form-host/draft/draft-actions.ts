import { api, type OpenedForm } from '@millrace/contract'
import { carryOver, isNothing } from '@millrace/forms'
import { call } from '../../../lib/api/call.ts'
import { getTimeZone } from '../../../lib/time-zone.ts'
import type { FormPlace } from '../find-choices.ts'
import type { DraftStore } from './draft-store.ts'
import { type DraftOwner, forgetOlderDraft } from './local-draft.ts'
import { merge, type Opening, offerOf, offerTyped, openForm, openWith } from './opening.ts'
import type { SentPlace } from './use-draft.ts'

interface Place {
  readonly form: OpenedForm
  readonly place: FormPlace
  /** Null where nothing is kept: the form can only be read. */
  readonly owner: DraftOwner | null
}

/** Creates the actions of users on the draft of a form, including those after values of the form have changed. */
export function createDraftActions(store: DraftStore, { form, place: { kind, id }, owner }: Place) {
  const reopen = (opening: Opening) => store.dispatch({ kind: 'opened', form, opening })
  /** The number of the next opening: the form is drawn again. */
  const next = () => store.get().opening.number + 1
  const openPlain = () => reopen(openWith({ ...form, draft: null }, next()))
  /** Opens the form with values that nobody has typed, and stores them like typed ones. */
  const changeTo = (opening: Opening) => {
    reopen(opening)
    store.dispatch({ kind: 'typed', read: () => opening.values, at: Date.now() })
  }
  const discard = () =>
    call(kind === 'task' ? api.tasks.discardDraft : api.processes.discardStartDraft, { params: { id } })
  const forgetOlder = () => {
    if (owner !== null) forgetOlderDraft(owner)
  }

  return {
    /** Something was typed. What it gets makes all entries of the form as they are then. */
    type: (read: () => OpenedForm['values']): void => store.dispatch({ kind: 'typed', read, at: Date.now() }),
    /** The form is being sent: nothing is saved beside it. */
    submit: (): void => store.dispatch({ kind: 'submitted', changes: store.readChanges() }),
    /** Saves over what was saved elsewhere. */
    saveOver: (revision: number): void =>
      store.dispatch({ kind: 'overwritten', revision, changes: store.readChanges() }),
    /** Shows changed process values in fields that the user has not changed. */
    followValues: (): void => {
      const { shownBasis, isPaused } = store.get()
      const basis = form.basis?.revision
      if (isPaused || shownBasis === basis) return
      const typed = store.readChanges()
      const offer = typed === null ? null : offerTyped(form, typed)
      if (typed === null) reopen(openForm(form, owner, next()))
      else if (offer === null) openPlain()
      else store.dispatch({ kind: 'outdated', offer, basis, changes: typed })
    },
    /** Opens the form with what was saved elsewhere. What was typed here is given up. */
    takeOther: async (): Promise<void> => {
      const fresh = await readForm(kind, id)
      reopen(openWith({ ...form, draft: fresh?.draft ?? null, names: fresh?.names ?? form.names }, next()))
    },
    /**
     * Fills it as another one was sent: what nobody has changed yet, and of a task, which has data of its own, only
     * what is empty. Answers whether there was anything; null when it is too late: the form has been sent, or somebody
     * has started to type into one that was to be filled by itself.
     */
    fillAs: async ({ instanceId, formId }: SentPlace, isByItself: boolean): Promise<boolean | null> => {
      const asked = { params: { id: instanceId, formId }, query: { timeZone: getTimeZone() } }
      const { form: sent, at } = await call(api.processes.form, asked)
      // What is on its way counts up the revision that the next one is saved over.
      await store.flush()
      const { opening, isPaused, revision } = store.get()
      const typed = store.readEntries()
      if (isPaused || (isByItself && typed !== null)) return null
      const old = isByItself && opening.draft !== null && opening.draft.savedAt < at ? form.draft : null
      if (isByItself && opening.draft !== null && old === null) return null
      // A draft that is older than what the form is to be filled with is offered beside it.
      const now = typed ?? (old === null ? opening.values : form.values)
      const isFree = (key: string) =>
        kind === 'task'
          ? isNothing(now[key])
          : isSame(now[key] ?? null, form.values[key] ?? null) || isNothing(now[key])
      const taken = Object.entries(carryOver(form.document, sent)).filter(
        ([key, value]) => isFree(key) && !isSame(value, now[key]),
      )
      if (taken.length === 0) return false
      const values = { ...now, ...Object.fromEntries(taken) }
      const offer =
        old === null ? null : offerOf(form, old, { changedAt: at, current: values, isOnServer: true, isTyped: false })
      changeTo({
        ...{ number: next(), values, typed: values, draft: null, filledAsAt: at, sent: {}, offer },
        ...{ revision, names: [...opening.names, ...sent.names] },
        state: { kind: offer === null ? 'idle' : 'older' },
      })
      return true
    },
    /** Lays the draft that is offered over the values: from now on it is a draft of these values. */
    useMine: (): void => {
      const { opening } = store.get()
      const { offer } = opening
      if (offer === null) return
      const values = merge(form, offer.values)
      forgetOlder()
      changeTo({
        ...{ ...opening, number: next(), values, typed: values, sent: {}, offer: null, filledAsAt: null },
        ...{ draft: { savedAt: offer.savedAt, isOfOtherForm: offer.isOfOtherForm }, state: { kind: 'idle' } },
      })
    },
    /** Throws the draft that is offered away: what is typed over the values is kept from now on. */
    keepCurrent: async (): Promise<void> => {
      const { offer } = store.get().opening
      if (offer?.isOnServer) await discard()
      forgetOlder()
      if (offer?.isTyped) return openPlain()
      store.dispatch({ kind: 'keptCurrent' })
    },
    /** Throws the draft away, and opens the form as it was before. */
    startOver: async (): Promise<void> => {
      // What is on its way would be a draft again after it.
      store.dispatch({ kind: 'submitted', changes: store.readChanges() })
      await store.flush()
      try {
        await discard()
      } catch (failure) {
        store.dispatch({ kind: 'refused' })
        throw failure
      }
      openPlain()
    },
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

async function readForm(kind: FormPlace['kind'], id: string): Promise<OpenedForm | null> {
  const asked = { params: { id }, query: { timeZone: getTimeZone() } }
  return kind === 'task' ? (await call(api.tasks.get, asked)).form : (await call(api.processes.startForm, asked)).form
}
