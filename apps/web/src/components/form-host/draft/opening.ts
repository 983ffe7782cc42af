import type { OpenedForm } from '@millrace/contract'
import { fitValues, type JsonValues } from '@millrace/forms'
import type { DraftState } from './draft-machine.ts'
import { isOlder } from './is-older.ts'
import { type Difference, listDifferences } from './list-differences.ts'
import {
  type DraftOwner,
  findLocalDraft,
  findOlderDraft,
  forgetLocalDraft,
  keepOlderDraft,
  type LocalDraft,
} from './local-draft.ts'

/** One opening of a form: with a draft, with another draft, or without one. */
export interface Opening {
  /** The changes that the server has. */
  readonly sent: JsonValues
  readonly state: DraftState
  /** All entries of the form where it opens with what this browser kept; null where nothing has to be sent. */
  readonly typed: JsonValues | null
  readonly number: number
  readonly values: JsonValues
  /** The draft with which the form was opened. */
  readonly draft: { readonly savedAt: string; readonly isOfOtherForm: boolean } | null
  readonly revision: number
  /** The display names of users and groups in the values. */
  readonly names: OpenedForm['names']
  /** When the form was sent that it was filled with by a press. */
  readonly filledAsAt: string | null
  /** A draft that is older than the values: beside them, until the user has chosen. */
  readonly offer: Offer | null
}

export interface Offer {
  readonly values: JsonValues
  readonly savedAt: string
  readonly isOfOtherForm: boolean
  /** When the values came that the form has now; null where that is not known. */
  readonly changedAt: string | null
  /** The server has it, or another one that is older too. */
  readonly isOnServer: boolean
  /** Whether the offered draft is the current input, because the values changed while the user was typing. */
  readonly isTyped: boolean
  /** At least one. */
  readonly differences: readonly Difference[]
}

/**
 * Opens a form with the draft of this browser or the server. A draft that is older than the values of the form is
 * offered.
 */
export function openForm(form: OpenedForm, owner: DraftOwner | null, number: number): Opening {
  if (owner === null) return openWith({ ...form, draft: null }, number)
  const kept = findLocalDraft(owner)
  const isKeptOld = kept !== null && isOlder(kept, form.basis)
  // What is typed from now on is kept in its place.
  if (kept !== null && isKeptOld) keepOlderDraft(owner, kept)
  const there = form.draft !== null && !isOlder(form.draft, form.basis) ? form.draft : null
  const isArrived = kept !== null && there !== null && isSame(kept.values, there.values)
  if (isArrived) forgetLocalDraft(owner)
  const opening = openOver({ ...form, draft: there }, isKeptOld || isArrived ? null : kept, number)
  const old = [findOlderDraft(owner), there === null ? form.draft : null]
    .flatMap((draft) => draft ?? [])
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
  const isOnServer = form.draft !== null && there === null
  const at = { changedAt: form.basis?.changedAt ?? null, current: opening.values, isOnServer, isTyped: false }
  const offer = old.map((draft) => offerOf(form, draft, at)).find((one) => one !== null) ?? null
  const known = { ...opening, revision: form.draft?.revision ?? 0, offer }
  return offer === null ? known : { ...known, state: { kind: 'older' } }
}

/** Returns the values that a draft would change in a form; null when it changes none. */
export function offerOf(
  form: OpenedForm,
  { values, savedAt, hash }: Pick<LocalDraft, 'values' | 'savedAt' | 'hash'>,
  { current, ...facts }: Pick<Offer, 'changedAt' | 'isOnServer' | 'isTyped'> & { current: JsonValues },
): Offer | null {
  const fitting = fitValues(form.document.data, values)
  const differences = listDifferences(form, fitting, current)
  if (differences.length === 0) return null
  return { ...facts, values: fitting, savedAt, isOfOtherForm: hash !== form.document.hash, differences }
}

/** Returns an offer to choose between the user's input and newer values; null when they are equal. */
export function offerTyped(form: OpenedForm, values: JsonValues): Offer | null {
  const facts = { changedAt: form.basis?.changedAt ?? null, isOnServer: true, isTyped: true, current: form.values }
  return offerOf(form, { values, savedAt: new Date().toISOString(), hash: form.document.hash }, facts)
}

/** Opens the form with the draft of this browser, if it is newer than the draft on the server or continues it. */
function openOver(form: OpenedForm, here: LocalDraft | null, number: number): Opening {
  if (here === null) return openWith(form, number)
  const there = form.draft
  // The server may have what this browser sent last, although its answer was lost.
  const isOwn = there !== null && here.unanswered?.some((values) => isSame(values, there.values)) === true
  const isNewer = there === null || there.revision <= here.revision || isOwn
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
    offer: null,
    state: isNewer
      ? { kind: 'waiting', isHere: true }
      : { kind: 'conflict', savedAt: there.savedAt, revision: there.revision },
  }
}

/** Opens a form with the values of the server. */
export function openWith(form: OpenedForm, number: number): Opening {
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
    offer: null,
    state: { kind: 'idle' },
  }
}

/** Returns the values of a form, replaced by those of a draft where it has any. */
export function merge({ document, values }: OpenedForm, draft: JsonValues): JsonValues {
  return { ...values, ...fitValues(document.data, draft) }
}

function isSame(a: JsonValues, b: JsonValues): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
