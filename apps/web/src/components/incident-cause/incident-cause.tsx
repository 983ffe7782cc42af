import IconUserCheck from 'icon:user-check'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { QueryFailure } from '../banner/query-failure.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { Link } from '../link/link.tsx'
import { Person } from '../person/person.tsx'
import { GroupNote } from './group-note.tsx'
import { groupQuery } from './group-queries.ts'
import { GroupState } from './group-state.tsx'
import classes from './incident-cause.module.css'
import { OwnerDialog } from './owner-dialog.tsx'
import { SnoozeMenu } from './snooze-menu.tsx'

/** The cause of an incident: who takes care of it, whether it is put off, and what is written about it. */
export function IncidentCause({ id }: { id: string }) {
  const { t } = useTranslation()
  const [isOwnerOpen, setOwnerOpen] = useState(false)
  const query = useQuery(groupQuery(id))
  const { data: group } = query
  if (group === undefined) {
    if (!query.isError) return <SkeletonRows count={2} height={24} />
    if (hasCode(query.error, 'thing.not-found'))
      return <p className={classes.cause}>{t('operatedInstance.causeGone')}</p>
    return <QueryFailure query={query} title={t('operatedInstance.causeFailed')} isRegion />
  }
  const { count, owner } = group
  return (
    <section className={classes.cause} aria-label={t('operatedInstance.cause')}>
      <div className={classes.head}>
        <strong>{t('operatedInstance.cause')}</strong>
        <GroupState group={group} />
        <Link to={paths.processError(id)}>
          {t('operatedInstance.causeCount', { count, number: count.toLocaleString('en') })}
        </Link>
        <span className={classes.buttons}>
          {group.state === 'fixed' ? null : <SnoozeMenu group={group} />}
          <Button size="xs" leftSection={<IconUserCheck size={15} stroke={1.6} />} onClick={() => setOwnerOpen(true)}>
            {t('incidentGroup.changeOwner')}
          </Button>
        </span>
      </div>
      <dl className={classes.facts}>
        <dt>{t('incidentGroups.owner')}</dt>
        <dd>{owner === null ? t('incidentGroup.nobody') : <Person person={owner} />}</dd>
        <dt>{t('incidentGroup.note')}</dt>
        <dd>
          <GroupNote group={group} />
        </dd>
      </dl>
      {isOwnerOpen ? <OwnerDialog group={group} onClose={() => setOwnerOpen(false)} /> : null}
    </section>
  )
}
