import { api, type OpenedForm, type SentForm } from '@millrace/contract'
import { carryOver, isNothing } from '@millrace/forms'
import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { touch } from '../../../lib/api/touch.ts'
import { useSession } from '../../../lib/session/session.ts'
import { getTimeZone } from '../../../lib/time-zone.ts'
import type { FormPlace } from '../find-choices.ts'
import { DraftKeeper, type DraftState } from './draft-keeper.ts'
import { type DraftOwner, forgetLocalDraft, forgetSetAside, keepLocalDraft } from './local-draft.ts'
import { rememberSending } from './on-its-way.ts'
import { merge, type Opening, offerOf, offerTyped, openForm, openWith } from './opening.ts'

/** What a page does with the draft of its form. */
export interface DraftHandle {
  /** The form has been taken: nothing is kept of it any more. */
  readonly forget: () => void
  /** Saves what was typed at once, and tells how it stands with it then. */
  readonly save: () => Promise<DraftState>
}

export interface DraftOptions {
  readonly form: OpenedForm
  readonly place: FormPlace
  readonly isReadOnly: boolean
  /** What the last try to send the form was answered with. */
  readonly error: unknown
  readonly handle: RefObject<DraftHandle | null> | undefined
  /** Whether something typed is kept neither here nor on the server. */
  readonly onUnkept: (isUnkept: boolean) => void
  /** Called when the form goes away and something was typed into it: what it was opened with has no draft, or an older one. */
  readonly onLeft: (() => void) | undefined
}

/** Where a form that was sent is found. */
export type SentPlace = Pick<SentForm, 'instanceId' | 'formId'>

/** Keeps what is typed into a form, and opens the form with what was typed before. */
export function useDraft({ form, place, isReadOnly, error, handle, onUnkept, onLeft }: DraftOptions) {
  const { username, workplaces } = useSession()
  const { kind, id, subject } = place
  const owner = useMemo(
    (): DraftOwner => ({ workplace: workplaces.selected, user: username, kind, subject }),
    [workplaces.selected, username, kind, subject],
  )
  const [opening, setOpening] = useState(() => openForm(form, isReadOnly ? null : owner, 0))
  const [state, setState] = useState(opening.state)
  const [keeper, setKeeper] = useState(() => createKeeper(opening))
  const reopen = (next: Opening) => {
    keeper.forget()
    setOpening(next)
    setState(next.state)
    setKeeper(createKeeper(next))
  }

  // The values have changed while the form is shown: what nobody has typed over is shown as it is now.
  const shown = useRef(form.basis?.revision)
  const followValues = useEffectEvent(() => {
    if (shown.current === form.basis?.revision || keeper.isPaused) return
    shown.current = form.basis?.revision
    const typed = keeper.readChanges()
    if (typed === null) return reopen(openForm(form, isReadOnly ? null : owner, opening.number + 1))
    const offer = offerTyped(form, typed)
    if (offer === null) return reopen(openWith({ ...form, draft: null }, opening.number + 1))
    setOpening({ ...opening, offer })
    keeper.wait()
  })
  useEffect(() => followValues())
  const discard = () =>
    call(kind === 'task' ? api.tasks.discardDraft : api.processes.discardStartDraft, { params: { id } })
  /** Opens the form with values that nobody has typed, and keeps them as if somebody had. */
  const changeTo = (next: Opening) => {
    keeper.forget()
    const filled = createKeeper(next)
    setOpening(next)
    setState(next.state)
    setKeeper(filled)
    filled.change(() => next.values)
  }

  function createKeeper(from: Opening): DraftKeeper {
    const { hash } = form.document
    const basis = form.basis === undefined ? {} : { basis: form.basis.revision }
    const made: DraftKeeper = new DraftKeeper(
      {
        opened: form.values,
        revision: from.revision,
        save: async ({ values, revision }) => {
          const kept = await call(kind === 'task' ? api.tasks.keepDraft : api.processes.keepStartDraft, {
            params: { id },
            body: { values, hash, revision, writer, ...basis },
          })
          // The menu counts drafts. Later saves make no other number.
          if (revision === 0) touch({ touches: ['drafts', 'tasks.counts'] })
          return kept
        },
        keepHere: (entry) =>
          // Of a start form nobody could tell later which of the two is older: it would be sent over the one that is offered.
          (form.basis === undefined && made.state.kind === 'older') ||
          keepLocalDraft(owner, { ...entry, hash, ...basis, savedAt: new Date().toISOString() }),
        forgetHere: () => forgetLocalDraft(owner),
        onState: (next) => {
          setState(next)
          onUnkept(next.kind === 'waiting' && !next.isHere)
        },
      },
      from,
    )
    return made
  }

  useEffect(() => {
    keeper.begin()
    const flush = () => void keeper.flush()
    window.addEventListener('pagehide', flush)
    window.addEventListener('online', keeper.retry)
    return () => {
      window.removeEventListener('pagehide', flush)
      window.removeEventListener('online', keeper.retry)
      rememberSending(id, keeper.flush())
    }
  }, [keeper, id])
  const current = useRef({ keeper, onLeft })
  useEffect(() => {
    current.current = { keeper, onLeft }
  })
  useEffect(
    () => () => {
      const { keeper, onLeft } = current.current
      if (keeper.readEntries() !== null) onLeft?.()
    },
    [],
  )
  useEffect(() => {
    if (error) keeper.resume()
  }, [error, keeper])
  useImperativeHandle(
    handle,
    () => ({
      forget: () => {
        keeper.forget()
        forgetSetAside(owner)
      },
      save: async () => {
        await keeper.flush()
        const { state, revision } = keeper
        // It opened with what the server has, and nothing has been changed since.
        return state.kind === 'idle' && revision > 0 ? { kind: 'saved', at: opening.draft?.savedAt ?? '' } : state
      },
    }),
    [keeper, opening, owner],
  )

  return {
    opening,
    state,
    keeper,
    /** Opens the form with what was saved elsewhere. What was typed here is given up. */
    takeOther: async (): Promise<void> => {
      const fresh = await readForm(kind, id)
      reopen(openWith({ ...form, draft: fresh?.draft ?? null, names: fresh?.names ?? form.names }, opening.number + 1))
    },
    /**
     * Fills it as another one was sent: what nobody has changed yet, and of a task, which has data of its own, only what is
     * empty. Answers whether there was anything; null when it is too late: the form has been sent, or
     * somebody has begun to type into one that was to be filled by itself.
     */
    fillAs: async ({ instanceId, formId }: SentPlace, isByItself: boolean): Promise<boolean | null> => {
      const asked = { params: { id: instanceId, formId }, query: { timeZone: getTimeZone() } }
      const { form: sent, at } = await call(api.processes.form, asked)
      // What is on its way counts up the revision that the next one is saved over.
      await keeper.flush()
      if (keeper.isPaused || (isByItself && keeper.readEntries() !== null)) return null
      const old = isByItself && opening.draft !== null && opening.draft.savedAt < at ? form.draft : null
      if (isByItself && opening.draft !== null && old === null) return null
      // A draft that is older than what the form is to be filled with is offered beside it.
      const now = keeper.readEntries() ?? (old === null ? opening.values : form.values)
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
        ...{ number: opening.number + 1, values, typed: values, draft: null, filledAsAt: at, sent: {}, offer },
        ...{ revision: keeper.revision, names: [...opening.names, ...sent.names] },
        state: { kind: offer === null ? 'idle' : 'older' },
      })
      return true
    },
    /** Lays the draft that is offered over the values: from now on it is a draft of these values. */
    useMine: (): void => {
      const { offer } = opening
      if (offer === null) return
      const values = merge(form, offer.values)
      const next: Opening = {
        ...{ ...opening, number: opening.number + 1, values, typed: values, sent: {}, offer: null, filledAsAt: null },
        ...{ draft: { savedAt: offer.savedAt, isOfOtherForm: offer.isOfOtherForm }, state: { kind: 'idle' } },
      }
      forgetSetAside(owner)
      changeTo(next)
    },
    /** Throws the draft that is offered away: what is typed over the values is kept from now on. */
    keepCurrent: async (): Promise<void> => {
      if (opening.offer?.isOnServer) await discard()
      forgetSetAside(owner)
      if (opening.offer?.isTyped) return reopen(openWith({ ...form, draft: null }, opening.number + 1))
      setOpening({ ...opening, offer: null })
      keeper.keepCurrent()
    },
    /** Throws the draft away, and opens the form as it was before. */
    startOver: async (): Promise<void> => {
      // What is on its way would be a draft again after it.
      keeper.pause()
      await keeper.flush()
      try {
        await discard()
      } catch (failure) {
        keeper.resume()
        throw failure
      }
      reopen(openWith({ ...form, draft: null }, opening.number + 1))
    },
  }
}

/** Names this window to the server. Another one after each load: a copied tab must not pass for this one. */
const writer = [...crypto.getRandomValues(new Uint8Array(12))]
  .map((byte) => byte.toString(16).padStart(2, '0'))
  .join('')

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

async function readForm(kind: FormPlace['kind'], id: string): Promise<OpenedForm | null> {
  const asked = { params: { id }, query: { timeZone: getTimeZone() } }
  return kind === 'task' ? (await call(api.tasks.get, asked)).form : (await call(api.processes.startForm, asked)).form
}
