import type { AuditRestorePreview } from '@millrace/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import classes from './audit.module.css'
import { FieldTable } from './field-table.tsx'
import { listFields } from './list-fields.ts'
import { presentField } from './present-change.ts'

interface Props {
  readonly query: UseQueryResult<AuditRestorePreview>
  readonly name: string
  /** The revision to restore, for users. */
  readonly number: string
}

/** The changes that a restore would make: fields, further changes, and fields that stay as they are. */
export function RestorePreview({ query, name, number }: Props) {
  const { t } = useTranslation()
  if (query.isError) return <QueryFailure query={query} title={t('auditRestores.previewFailed')} />
  if (query.data === undefined) return <SkeletonRows count={4} height={34} />
  const { before, after, isEnabled, effects, kept } = query.data
  const fields = listFields(before, after)
  const further = [
    ...(isEnabled ? [t('auditRestores.enabled', { name })] : []),
    ...effects.map(({ effect, count }) => t(`auditEffects.${effect}`, { count, number: count.toLocaleString('en') })),
  ]
  return (
    <div className={classes.preview} aria-live="polite">
      <p>{t('auditRestores.text', { number })}</p>
      {fields.length === 0 ? null : <FieldTable label={t('auditRestores.changesOf', { name })} fields={fields} />}
      <Sentences title={t('auditRestores.effects')} sentences={further} />
      <Sentences
        title={t('auditRestores.kept')}
        sentences={kept.map(({ column, reason, name: missing }) =>
          t('auditRestores.keptField', {
            field: presentField(column, t),
            reason: t(`auditKept.${reason}`, { name: missing ?? '' }),
          }),
        )}
      />
    </div>
  )
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {[...new Set(sentences)].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}
