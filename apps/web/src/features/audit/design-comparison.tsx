// The components that compare designs speak in the words of designers.
import '../../lib/design-texts.ts'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { FormDifferences } from '../../components/form-differences/form-differences.tsx'
import { LazyDifferences } from '../../components/model-comparison/lazy-comparison.ts'
import { LazyDecisionDifferences } from '../../components/model-comparison/lazy-decision-differences.ts'
import { callQuery } from '../../lib/api/call-query.ts'

export interface DesignComparisonProps {
  readonly entity: string
  /** The params of the entry within a revision. */
  readonly params: { readonly number: string; readonly id: string }
  /** The design that was saved, as XML; null where it is a form. */
  readonly xml: string | null
}

/** The changes of a saved version of a form, process or decision, as sentences. */
export function DesignComparison({ entity, params, xml }: DesignComparisonProps) {
  if (entity === 'form-version') return <OfForm params={params} />
  return <OfModel entity={entity} params={params} xml={xml ?? ''} />
}

function OfForm({ params }: Pick<DesignComparisonProps, 'params'>) {
  const { t } = useTranslation()
  const comparison = useQuery(callQuery(api.audit.formComparison, { params }))
  return (
    <>
      <QueryFailure query={comparison} title={t('audit.comparisonFailed')} />
      {comparison.isPending ? <SkeletonRows count={3} height={24} /> : null}
      {comparison.data === undefined ? null : <FormDifferences comparison={comparison.data} />}
    </>
  )
}

function OfModel({ entity, params, xml }: DesignComparisonProps & { readonly xml: string }) {
  const { t } = useTranslation()
  const before = useQuery(callQuery(api.audit.designBefore, { params }))
  const Differences = entity === 'app-decision-version' ? LazyDecisionDifferences : LazyDifferences
  return (
    <>
      <QueryFailure query={before} title={t('audit.comparisonFailed')} />
      {before.isPending ? <SkeletonRows count={3} height={24} /> : null}
      {before.data === undefined ? null : <Differences before={before.data.xml} after={xml} />}
    </>
  )
}
