import type { OpenedForm, SentForm } from '@millrace/contract'
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { useSession } from '../../../lib/session/session.ts'
import type { FormPlace } from '../find-choices.ts'
import { createDraftActions } from './draft-actions.ts'
import { type DraftState, isUnkept } from './draft-machine.ts'
import { createDraftPorts } from './draft-ports.ts'
import { createDraftStore } from './draft-store.ts'
import { type DraftOwner, forgetOlderDraft } from './local-draft.ts'
import { rememberSending } from './on-its-way.ts'
import { openForm } from './opening.ts'

/** The functions by which a page controls the draft of its form. */
export interface DraftHandle {
  /** Deletes the draft, because the server has accepted the form. */
  readonly forget: () => void
  /** Saves the entries immediately, and returns the state of the draft. */
  readonly save: () => Promise<DraftState>
}

export interface DraftOptions {
  readonly form: OpenedForm
  readonly place: FormPlace
  readonly isReadOnly: boolean
  /** The error of the last attempt to submit the form. */
  readonly error: unknown
  readonly handle: RefObject<DraftHandle | null> | undefined
  /** Whether something typed is kept neither here nor on the server. */
  readonly onUnkept: (isUnkept: boolean) => void
  /** Whether something was typed that has not been taken. */
  readonly onTyped: ((hasTyped: boolean) => void) | undefined
  /** Called when a form with input is left, because the data that it was opened with has no draft or an older one. */
  readonly onLeft: (() => void) | undefined
}

/** The instance and form of a sent form. */
export type SentPlace = Pick<SentForm, 'instanceId' | 'formId'>

/** Stores the input of a form as a draft, and opens the form with an earlier draft. */
export function useDraft({ form, place, isReadOnly, error, handle, onUnkept, onTyped, onLeft }: DraftOptions) {
  const { userId, workplaces } = useSession()
  const { kind, id, subject } = place
  const owner = useMemo(
    (): DraftOwner => ({ workplace: workplaces.selected, user: userId, kind, subject }),
    [workplaces.selected, userId, kind, subject],
  )
  const [store] = useState(() =>
    createDraftStore(form, openForm(form, isReadOnly ? null : owner, 0), createDraftPorts(place, owner)),
  )
  const draft = useSyncExternalStore(store.subscribe, store.get)
  const actions = createDraftActions(store, { form, place, owner: isReadOnly ? null : owner })

  const leave = useEffectEvent(() => {
    const hasTyped = store.readEntries() !== null
    rememberSending(id, store.flush())
    if (hasTyped) onLeft?.()
  })
  useEffect(() => {
    store.dispatch({ kind: 'started' })
    const flush = () => void store.flush()
    const retry = () => store.dispatch({ kind: 'online', changes: store.readChanges() })
    window.addEventListener('pagehide', flush)
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('pagehide', flush)
      window.removeEventListener('online', retry)
      leave()
    }
  }, [store])
  const followValues = useEffectEvent(actions.followValues)
  useEffect(() => {
    if (error) store.dispatch({ kind: 'refused' })
  }, [store, error])
  // Not while the form is being sent, so once more when that was refused.
  const { isPaused } = draft
  const basis = form.basis?.revision
  // biome-ignore lint/correctness/useExhaustiveDependencies: when one of them changes
  useEffect(() => followValues(), [isPaused, basis])
  const reportUnkept = useEffectEvent(onUnkept)
  const isLosing = isUnkept(draft)
  useEffect(() => reportUnkept(isLosing), [isLosing])
  const reportTyped = useEffectEvent((has: boolean) => onTyped?.(has))
  const hasTyped = draft.read !== null
  useEffect(() => reportTyped(hasTyped), [hasTyped])
  useImperativeHandle(
    handle,
    () => ({
      forget: () => {
        store.dispatch({ kind: 'forgotten' })
        forgetOlderDraft(owner)
      },
      save: async () => {
        await store.flush()
        const { state, revision, opening } = store.get()
        // It opened with what the server has, and nothing has been changed since.
        return state.kind === 'idle' && revision > 0 ? { kind: 'saved', at: opening.draft?.savedAt ?? '' } : state
      },
    }),
    [store, owner],
  )
  return { opening: draft.opening, state: draft.state, ...actions }
}
