import type { AppProcess, FormHistory } from '@millrace/contract'
import type { DataTag, UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallKey } from '../../lib/api/call-query.ts'
import type { DraftFields } from '../record/draft-field.ts'

/** The section of the catalogue with the texts of a kind of design. */
export type DesignTexts = 'appProcesses' | 'appDecisions' | 'forms'

/** The fields that processes, decisions, forms and templates share. */
export interface Designed extends Pick<AppProcess, 'id' | 'name' | 'revision' | 'version' | 'disabled' | 'editor'> {}

/** The options of a query with the key of its call, so that mutations can update the cached answer. */
export type Asked<Answer> = UseQueryOptions<Answer, Error, Answer, CallKey> & {
  readonly queryKey: DataTag<CallKey, Answer, Error>
}

/** The form for a kind of design: its initial values, and whether they are complete. */
export interface DesignDraft<Draft> {
  readonly fields: (props: DraftFields<Draft>) => ReactNode
  readonly isComplete: (draft: Draft) => boolean
}

/** A kind of design, with the calls that read and change it. */
export interface DesignKind<Thing extends Designed, Draft extends object> extends DesignDraft<Draft> {
  readonly texts: DesignTexts
  readonly query: Asked<Thing>
  readonly history: Asked<FormHistory>
  readonly pickDraft: (thing: Thing) => Draft
  readonly save: (draft: Draft, revision: number) => Promise<Thing>
  readonly disable: (deletedReason: string) => Promise<Thing>
  readonly restore: () => Promise<Thing>
  readonly restoreVersion: (version: number, current: number) => Promise<{ readonly version: number }>
  /** A dialog with two of its versions; undefined where versions cannot be compared. */
  readonly compare?: (compared: Compared) => ReactNode
}

export interface Compared {
  readonly from: number
  readonly to: number
  /** All versions, newest first. */
  readonly versions: readonly number[]
  readonly onClose: () => void
}
