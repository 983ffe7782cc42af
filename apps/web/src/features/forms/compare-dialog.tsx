import { Modal } from '@mantine/core'
import type { DesignComparison } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import type { FormKind } from './form-kind.ts'
import classes from './forms.module.css'

interface Props {
  readonly kind: FormKind
  readonly from: number
  readonly to: number
  readonly onClose: () => void
}

/** What is different in two versions of a form, node by node. */
export function CompareDialog({ kind, from, to, onClose }: Props) {
  const { t } = useTranslation()
  const { data, isError, error } = useQuery(kind.compare(from, to))
  return (
    <Modal opened onClose={onClose} title={t('forms.compareTitle', { from, to })} size={720}>
      {isError ? <ErrorBanner title={t('forms.compareFailed')} error={error} /> : null}
      {data === undefined && !isError ? <SkeletonRows count={4} height={40} /> : null}
      {data === undefined ? null : <Differences comparison={data} />}
    </Modal>
  )
}

function Differences({ comparison: { form, nodes } }: { comparison: DesignComparison }) {
  const { t } = useTranslation()
  if (form.length === 0 && nodes.length === 0) return <p className={classes.none}>{t('forms.noDifferences')}</p>
  return (
    <ul className={classes.differences}>
      {form.length === 0 ? null : (
        <li>
          <strong>{t('forms.ofForm')}</strong>
          <Properties properties={form} />
        </li>
      )}
      {nodes.map(({ id, kind, name, isMoved, properties }) => (
        <li key={`${kind} ${id}`}>
          <strong>{name}</strong>{' '}
          <span className={classes.what}>
            {[
              ...(kind !== 'changed' || properties.length > 0 ? [t(`forms.${kind}`)] : []),
              ...(isMoved ? [t('forms.moved')] : []),
            ].join(', ')}
          </span>
          <Properties properties={properties} />
        </li>
      ))}
    </ul>
  )
}

function Properties({ properties }: { properties: DesignComparison['form'] }) {
  if (properties.length === 0) return null
  return (
    <dl className={classes.properties}>
      {properties.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <del>{present(before)}</del> <ins>{present(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function present(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
