import type { Disabled } from '@millrace/contract'
import { externalSystemList } from '@millrace/contract/lists/external-systems'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { awaitAlso, type Section } from '../../components/page/await-also.ts'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { EditRecord } from '../../components/record/edit-record.tsx'
import { useTrailQueries } from './external-trail.tsx'
import { describeExternal } from './queries.ts'

interface Kept {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly disabled: Disabled | null
}

interface Props<Part extends Kept, Draft extends object> {
  readonly query: UseQueryResult<Part>
  /** The queries of sections that the page waits for, so that nothing moves when they arrive. */
  readonly sections?: readonly Section[]
  /** Creates an answer what the page shows. */
  readonly keep: (part: Part) => void
  readonly help: string
  /** Verb and object. */
  readonly action: string
  readonly disable: { readonly text: string; readonly action: string }
  readonly onDisable: (reason: string) => Promise<Part>
  readonly onRestore: () => Promise<Part>
  readonly pick: (part: Part) => Draft
  readonly save: (draft: Draft, revision: number, part: Part) => Promise<Part>
  readonly isComplete: (draft: Draft) => boolean
  /** @param isDirty whether something is not saved yet. */
  readonly children: (part: Part, fields: DraftFields<Draft>, isDirty: boolean) => ReactNode
}

/** The page of an external system or of a part of one. */
export function EditorPage<Part extends Kept, Draft extends object>(props: Props<Part, Draft>) {
  const { t } = useTranslation()
  const { action, disable, onDisable, onRestore, query, sections = [], ...record } = props
  // The names of the breadcrumb take a line of their own on a phone.
  const names = Object.values(useTrailQueries()).map(({ isLoading, isFetched }) => ({
    isPending: isLoading,
    isFetched,
  }))
  return (
    <EditRecord
      {...record}
      query={awaitAlso(query, ...names, ...sections)}
      list={externalSystemList}
      {...describeExternal(t)}
      facts={['updated', 'updatedBy']}
      texts={{ action, saved: t('externalSystems.saved'), failed: t('externalSystems.saveFailed') }}
      disable={{ ...disable, onDisable, onRestore }}
    />
  )
}
