import { Modal } from '@mantine/core'
import type { DesignComparison } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import type { Asked, Compared } from '../../components/designs/design-kind.ts'
import { FormDifferences } from '../../components/form-differences/form-differences.tsx'

interface Props extends Omit<Compared, 'versions'> {
  readonly query: Asked<DesignComparison>
}

/** The differences between two versions of a form, node by node. */
export function CompareDialog({ query, from, to, onClose }: Props) {
  const { t } = useTranslation()
  const { data, isError, error } = useQuery(query)
  return (
    <Modal opened onClose={onClose} title={t('forms.compareTitle', { from, to })} size={720}>
      {isError ? <ErrorBanner title={t('forms.compareFailed')} error={error} /> : null}
      {data === undefined && !isError ? <SkeletonRows count={4} height={40} /> : null}
      {data === undefined ? null : <FormDifferences comparison={data} />}
    </Modal>
  )
}
