import type { AppProcess, FormHistory } from '@millrace/contract'
import type { DataTag, UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallKey } from '../../lib/api/call-query.ts'
import type { DraftFields } from '../record/draft-field.ts'

/** Where the words of a kind stand. */
export type DesignTexts = 'appProcesses' | 'appDecisions' | 'forms'

/** What a process, a decision, a form and a template have in common. */
export interface Designed extends Pick<AppProcess, 'id' | 'name' | 'revision' | 'version' | 'disabled' | 'editor'> {}

/** A query by its call, so that others can be told what it would answer. */
export type Asked<Answer> = UseQueryOptions<Answer, Error, Answer, CallKey> & {
  readonly queryKey: DataTag<CallKey, Answer, Error>
}

/** What is typed of a kind: how it begins, and when it is enough. */
export interface DesignDraft<Draft> {
  readonly fields: (props: DraftFields<Draft>) => ReactNode
  readonly isComplete: (draft: Draft) => boolean
}

/** One thing that is designed, and the calls that it is asked for and changed by. */
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
  /** All that there are, the newest first. */
  readonly versions: readonly number[]
  readonly onClose: () => void
}
