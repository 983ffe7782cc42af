import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error.ts'
import { Banner } from '../banner/banner.tsx'
import { ErrorBanner } from '../banner/error-banner.tsx'

/** The changes of another user, with a line for each field that has another value. */
export interface OtherChanges {
  readonly revision: number
  readonly lines: readonly string[]
}

interface Props {
  /** The title from the error catalogue. */
  readonly title: string
  /** The error of the last save. */
  readonly error: unknown
  /** The revision of the record on the page; null: nothing is unsaved. */
  readonly revision: number | null
  readonly onLoad: () => Promise<OtherChanges>
}

/**
 * The error of a save. If another user has saved the record meanwhile, it names the user and loads their changes:
 * fields that the user has not changed get the new values, and the others keep the input.
 */
export function SaveBanner({ title, error, revision, onLoad }: Props) {
  const { t } = useTranslation()
  const [loaded, setLoaded] = useState<(OtherChanges & { readonly name: string }) | null>(null)
  const name = findOther(error)
  // Saved or discarded: the next input is about no changes of others.
  if (loaded !== null && revision === null) setLoaded(null)
  const load = useMutation({ mutationFn: onLoad, onSuccess: (changes) => setLoaded({ ...changes, name: name ?? '' }) })
  if (error === null)
    return loaded === null || loaded.revision !== revision ? null : (
      <Banner kind="info" title={t('record.changesLoaded', { name: loaded.name })}>
        {loaded.lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
        {t('record.saveAgain')}
      </Banner>
    )
  if (name === null) return <ErrorBanner title={title} error={error} comfort={t('record.stillHere')} />
  return (
    <>
      <Banner
        kind="error"
        title={title}
        actions={
          <Button size="xs" loading={load.isPending} onClick={() => load.mutate()}>
            {t('record.loadChanges')}
          </Button>
        }
      >
        {t('record.changedBy', { name })} {t('record.stillHere')}
      </Banner>
      {load.isError ? <ErrorBanner title={t('record.loadFailed')} error={load.error} /> : null}
    </>
  )
}

/** Returns the name of the user who has saved the record meanwhile; null for other errors. */
function findOther(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'thing.changed') return null
  return error.details.find(({ where }) => where === 'updatedBy')?.message ?? null
}
