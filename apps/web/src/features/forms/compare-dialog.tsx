import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { FormDifferences } from '../../components/form-differences/form-differences.tsx'
import type { FormKind } from './form-kind.ts'

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
      {data === undefined ? null : <FormDifferences comparison={data} />}
    </Modal>
  )
}
