import { api, type OpenedForm, type SentForm } from '@millrace/contract'
import { carryOver, fitValues, isNothing, type JsonValues } from '@millrace/forms'
import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { touch } from '../../../lib/api/touch.ts'
import { useSession } from '../../../lib/session/session.ts'
import { getTimeZone } from '../../../lib/time-zone.ts'
import type { FormPlace } from '../find-choices.ts'
import { DraftKeeper, type DraftState, type KeeperStart } from './draft-keeper.ts'
import { type DraftOwner, findLocalDraft, forgetLocalDraft, keepLocalDraft } from './local-draft.ts'
import { rememberSending } from './on-its-way.ts'

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

/** One opening of the form: with a draft, another one, or none. */
interface Opening extends KeeperStart {
  readonly number: number
  readonly values: JsonValues
  /** Of the draft that it opened with. */
  readonly draft: { readonly savedAt: string; readonly isOfOtherForm: boolean } | null
  readonly revision: number
  /** What those are called whom the values name. */
  readonly names: OpenedForm['names']
  /** When the form was sent that it was filled with by a press. */
  readonly filledAsAt: string | null
}

/** Keeps what is typed into a form, and opens the form with what was typed before. */
export function useDraft({ form, place, isReadOnly, error, handle, onUnkept, onLeft }: DraftOptions) {
  const { username, workplaces } = useSession()
  const { kind, id, subject } = place
  const owner = useMemo(
    (): DraftOwner => ({ workplace: workplaces.selected, user: username, kind, subject }),
    [workplaces.selected, username, kind, subject],
  )
  const [opening, setOpening] = useState(() => open(form, isReadOnly ? null : owner, 0))
  const [state, setState] = useState(opening.state)
  const [keeper, setKeeper] = useState(() => createKeeper(opening))
  const reopen = (next: Opening) => {
    keeper.forget()
    setOpening(next)
    setState(next.state)
    setKeeper(createKeeper(next))
  }

  function createKeeper(from: Opening): DraftKeeper {
    const { hash } = form.document
    return new DraftKeeper(
      {
        opened: form.values,
        revision: from.revision,
        save: async ({ values, revision }) => {
          const kept = await call(kind === 'task' ? api.tasks.keepDraft : api.processes.keepStartDraft, {
            params: { id },
            body: { values, hash, revision, writer },
          })
          // The menu counts drafts. Later saves make no other number.
          if (revision === 0) touch({ touches: ['drafts', 'tasks.counts'] })
          return kept
        },
        keepHere: (entry) => keepLocalDraft(owner, { ...entry, hash, savedAt: new Date().toISOString() }),
        forgetHere: () => forgetLocalDraft(owner),
        onState: (next) => {
          setState(next)
          onUnkept(next.kind === 'waiting' && !next.isHere)
        },
      },
      from,
    )
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
      forget: () => keeper.forget(),
      save: async () => {
        await keeper.flush()
        const { state, revision } = keeper
        // It opened with what the server has, and nothing has been changed since.
        return state.kind === 'idle' && revision > 0 ? { kind: 'saved', at: opening.draft?.savedAt ?? '' } : state
      },
    }),
    [keeper, opening],
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
      const now = keeper.readEntries() ?? opening.values
      const isFree = (key: string) =>
        kind === 'task'
          ? isNothing(now[key])
          : isSame(now[key] ?? null, form.values[key] ?? null) || isNothing(now[key])
      const taken = Object.entries(carryOver(form.document, sent)).filter(
        ([key, value]) => isFree(key) && !isSame(value, now[key]),
      )
      if (taken.length === 0) return false
      const values = { ...now, ...Object.fromEntries(taken) }
      const next = {
        ...{ number: opening.number + 1, values, typed: values, draft: null, filledAsAt: at, sent: {} },
        ...{ revision: keeper.revision, names: [...opening.names, ...sent.names], state: { kind: 'idle' } as const },
      }
      keeper.forget()
      const filled = createKeeper(next)
      setOpening(next)
      setState(next.state)
      setKeeper(filled)
      filled.change(() => values)
      return true
    },
    /** Throws the draft away, and opens the form as it was before. */
    startOver: async (): Promise<void> => {
      // What is on its way would be a draft again after it.
      keeper.pause()
      await keeper.flush()
      try {
        await call(kind === 'task' ? api.tasks.discardDraft : api.processes.discardStartDraft, { params: { id } })
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

/** With what this browser kept, if it is newer than what the server has. */
function open(form: OpenedForm, owner: DraftOwner | null, number: number): Opening {
  const here = owner === null ? null : findLocalDraft(owner)
  if (here === null) return openWith(owner === null ? { ...form, draft: null } : form, number)
  const there = form.draft
  const isNewer = there === null || there.revision <= here.revision
  const values = merge(form, here.values)
  return {
    number,
    values,
    typed: values,
    draft: { savedAt: here.savedAt, isOfOtherForm: here.hash !== form.document.hash },
    revision: there?.revision ?? 0,
    sent: there?.values ?? {},
    names: form.names,
    filledAsAt: null,
    state: isNewer
      ? { kind: 'waiting', isHere: true }
      : { kind: 'conflict', savedAt: there.savedAt, revision: there.revision },
  }
}

function openWith(form: OpenedForm, number: number): Opening {
  const { draft, document } = form
  const sent = draft?.values ?? {}
  const isEmpty = Object.keys(sent).length === 0
  return {
    number,
    values: merge(form, sent),
    typed: null,
    draft: draft === null || isEmpty ? null : { savedAt: draft.savedAt, isOfOtherForm: draft.hash !== document.hash },
    revision: draft?.revision ?? 0,
    sent,
    names: form.names,
    filledAsAt: null,
    state: { kind: 'idle' },
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function merge({ document, values }: OpenedForm, draft: JsonValues): JsonValues {
  return { ...values, ...fitValues(document.data, draft) }
}

async function readForm(kind: FormPlace['kind'], id: string): Promise<OpenedForm | null> {
  const asked = { params: { id }, query: { timeZone: getTimeZone() } }
  return kind === 'task' ? (await call(api.tasks.get, asked)).form : (await call(api.processes.startForm, asked)).form
}
