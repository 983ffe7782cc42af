import { type Application, api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { PartTable } from './part-table.tsx'
import { useMayAdd } from './use-may-add.ts'

/** The decisions of an application. */
export function DecisionsOfApplication({
  application: { id, decisions: count, disabled },
}: {
  application: Application
}) {
  const { t } = useTranslation()
  const mayAdd = useMayAdd({ id, disabled })
  const search = { application: id, isDisabled: 'false' }
  const decisions = useQuery(callQuery(api.appDecisions.list, { query: search }))
  return (
    <PartTable
      label={t('applications.decisions')}
      query={decisions}
      count={count}
      parts={decisions.data?.items.map((decision) => ({ ...decision, to: designPaths.appDecision(id, decision.id) }))}
      failed={t('applications.decisionsFailed')}
      none={t('applications.noDecisions')}
      all={{ to: designPaths.appDecisions, search: { application: id } }}
      add={
        mayAdd ? (
          <LinkButton size="xs" to={designPaths.newAppDecision(id)}>
            {t('applications.addDecision')}
          </LinkButton>
        ) : null
      }
    />
  )
}
