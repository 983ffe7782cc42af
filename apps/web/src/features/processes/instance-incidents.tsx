import { Button } from '@mantine/core'
import type { Incident, InstanceDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { NothingMatches } from '../../components/empty-state/nothing-matches.tsx'
import { CauseDialog, type OpenCause } from '../../components/incident-cause/cause-dialog.tsx'
import { IncidentCause } from '../../components/incident-cause/incident-cause.tsx'
import { StatusIcon } from '../../components/status/status-badge.tsx'
import { describeModelFault } from '../../lib/api/describe-fault.ts'
import { IncidentDialog, type OpenIncident } from './incident-dialog.tsx'
import { IncidentMenu } from './incident-menu.tsx'
import classes from './instance-data.module.css'
import type { Selection } from './instance-record.tsx'
import { incidentsQuery } from './process-queries.ts'
import { RetryButton } from './retry-button.tsx'

interface Props {
  readonly instance: InstanceDetail
  readonly selection: Selection
  /** By somebody who does more about them than to retry. */
  readonly isOperated?: boolean
}

/** The open incidents of an instance, the newest first. Their dialogs stay open when the incidents end. */
export function InstanceIncidents(props: Props) {
  const [open, setOpen] = useState<OpenIncident | null>(null)
  const [cause, setCause] = useState<OpenCause | null>(null)
  return (
    <>
      <IncidentDialog instanceId={props.instance.id} open={open} onClose={() => setOpen(null)} />
      <CauseDialog open={cause} onClose={() => setCause(null)} />
      <IncidentList {...props} onOpen={setOpen} onOpenCause={setCause} />
    </>
  )
}

interface Dialogs {
  readonly onOpen: (open: OpenIncident) => void
  readonly onOpenCause: (open: OpenCause) => void
}

function IncidentList({ instance, selection, isOperated = false, ...dialogs }: Props & Dialogs) {
  const { t } = useTranslation()
  const query = useQuery(incidentsQuery(instance.id))
  const { data } = query
  const failure = (
    <QueryFailure query={query} title={t('instance.incidentsFailed')} isRegion className={classes.message} />
  )
  if (data === undefined) return query.isError ? failure : <SkeletonRows count={2} height={60} />
  const shown = data.items.filter(({ elementId }) => selection.elementId === null || elementId === selection.elementId)
  return (
    <>
      {failure}
      {data.items.length === 0 ? <p className={classes.message}>{t('instance.incidentsEmpty')}</p> : null}
      {data.items.length > 0 && shown.length === 0 ? (
        <NothingMatches
          text={t('instance.incidentsNotOfStep')}
          action={t('instance.showAll')}
          onClear={() => selection.select(null)}
        />
      ) : null}
      {data.isCapped ? (
        <p className={classes.message}>{t('instance.incidentsCapped', { count: data.items.length })}</p>
      ) : null}
      <ul className={classes.incidents}>
        {shown.map((incident) => (
          <IncidentItem
            key={incident.id}
            {...dialogs}
            incident={incident}
            instance={instance}
            isOperated={isOperated}
            isAlone={data.items.length === 1}
          />
        ))}
      </ul>
    </>
  )
}

interface ItemProps extends Dialogs {
  readonly incident: Incident
  readonly instance: InstanceDetail
  readonly isOperated: boolean
  /** There is no other one: all of it is shown. */
  readonly isAlone: boolean
}

function IncidentItem({ incident, instance, isOperated, isAlone, onOpen, onOpenCause }: ItemProps) {
  const { t } = useTranslation()
  const { elementName, elementId, type, message, at, detail, note } = incident
  const causeId = isOperated ? incident.causeId : null
  const [isOpen, setOpen] = useState(isAlone && causeId !== null)
  return (
    <li className={classes.incident}>
      <div className={classes.incidentHead}>
        <StatusIcon status="incident" />
        <strong>{elementName ?? elementId ?? type}</strong>
        <span className={classes.quiet}>
          {t('instance.since')} <DateTime at={at} />
        </span>
        <span className={classes.right}>
          {detail === null && causeId === null ? null : (
            <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('instance.showDetail')}
            </Button>
          )}
          <RetryButton instance={instance} incident={incident} />
          {isOperated ? <IncidentMenu incident={incident} onOpen={onOpen} /> : null}
        </span>
      </div>
      <div className={classes.incidentMessage}>{describeModelFault(message)}</div>
      {note === null || !isOperated ? null : (
        <div className={classes.incidentNote}>
          {t('operatedInstance.note')}: {note}
        </div>
      )}
      {isOpen && causeId !== null ? <IncidentCause id={causeId} onOpen={onOpenCause} /> : null}
      {isOpen && detail !== null ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <pre className={`mono ${classes.detail}`} tabIndex={0}>
          {detail}
        </pre>
      ) : null}
    </li>
  )
}
