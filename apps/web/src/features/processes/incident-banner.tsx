import { Button } from '@mantine/core'
import type { InstanceDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { describeModelFault } from '../../lib/api/describe-fault.ts'
import { presentDateTime } from '../../lib/dates.ts'
import classes from './instance-header.module.css'
import type { Selection } from './instance-record.tsx'
import { incidentsQuery } from './process-queries.ts'
import { RetryButton } from './retry-button.tsx'
import { useInstancePath } from './use-instance-path.ts'

/** The banner with the newest incident and the actions on it. */
export function IncidentBanner({ instance, selection }: { instance: InstanceDetail; selection: Selection }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const toInstance = useInstancePath()
  const { data } = useQuery(incidentsQuery(instance.id))
  const incident = data?.items[0]
  if (incident === undefined) return null
  const others = (data?.items.length ?? 1) - 1
  const showAll = () => {
    selection.select(null)
    void navigate({ to: toInstance(instance.id, 'incidents') })
  }
  const { elementName, elementId, message, at } = incident
  const name = elementName ?? elementId
  return (
    <div className={classes.incident}>
      <Banner
        kind="error"
        title={name === null ? t('instance.incidentTitleUnnamed') : t('instance.incidentTitle', { name })}
        actions={
          <>
            <Button size="xs" onClick={showAll}>
              {t('instance.showIncidents')}
            </Button>
            <RetryButton instance={instance} incident={incident} isMain />
          </>
        }
      >
        {describeModelFault(message)} {t('instance.incidentSince', { when: presentDateTime(at) })}
        {others > 0 ? <div className={classes.more}>{t('instance.incidentsMore', { count: others })}</div> : null}
      </Banner>
    </div>
  )
}
