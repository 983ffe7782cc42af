import IconRefresh from 'icon:refresh'
import { Button } from '@mantine/core'
import type { InstanceDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { presentDateTime } from '../../lib/dates.ts'
import classes from './instance-header.module.css'
import type { Selection } from './instance-record.tsx'
import { incidentsQuery } from './process-queries.ts'
import { useInstancePath } from './use-instance-path.ts'
import { useRetryIncident } from './use-retry-incident.ts'

/** The newest incident, with what can be done about it. */
export function IncidentBanner({ instance, selection }: { instance: InstanceDetail; selection: Selection }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const toInstance = useInstancePath()
  const { data } = useQuery(incidentsQuery(instance.id))
  const retry = useRetryIncident(instance.id)
  const incident = data?.[0]
  if (incident === undefined) return null
  const others = (data?.length ?? 1) - 1
  const showAll = () => {
    selection.select(null)
    void navigate({ to: toInstance(instance.id, 'incidents') })
  }
  const { elementName, elementId, message, at, canRetry } = incident
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
            {canRetry && instance.permissions.retry ? (
              <Button
                size="xs"
                variant="filled"
                leftSection={<IconRefresh size={15} stroke={1.6} />}
                loading={retry.isPending}
                onClick={() => retry.mutate(incident.id)}
              >
                {t('instance.retry')}
              </Button>
            ) : null}
          </>
        }
      >
        {message} {t('instance.incidentSince', { when: presentDateTime(at) })}
        {others > 0 ? <div className={classes.more}>{t('instance.incidentsMore', { count: others })}</div> : null}
      </Banner>
    </div>
  )
}
