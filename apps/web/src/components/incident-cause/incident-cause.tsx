import IconUserCheck from 'icon:user-check'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { QueryFailure } from '../banner/query-failure.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { Link } from '../link/link.tsx'
import { Person } from '../person/person.tsx'
import type { OpenCause } from './cause-dialog.tsx'
import { GroupNote } from './group-note.tsx'
import { groupQuery } from './group-queries.ts'
import { GroupState } from './group-state.tsx'
import classes from './incident-cause.module.css'
import { SnoozeMenu } from './snooze-menu.tsx'

interface Props {
  readonly id: string
  readonly onOpen: (open: OpenCause) => void
}

/** The cause of an incident, with its owner, snooze and note. */
export function IncidentCause({ id, onOpen }: Props) {
  const { t } = useTranslation()
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
          <Button
            size="xs"
            leftSection={<IconUserCheck size={15} stroke={1.6} />}
            onClick={() => onOpen({ kind: 'owner', group })}
          >
            {t('incidentGroup.changeOwner')}
          </Button>
        </span>
      </div>
      <dl className={classes.facts}>
        <dt>{t('incidentGroups.owner')}</dt>
        <dd>{owner === null ? t('incidentGroup.nobody') : <Person person={owner} />}</dd>
        <dt>{t('incidentGroup.note')}</dt>
        <dd>
          <GroupNote group={group} onEdit={() => onOpen({ kind: 'note', group })} />
        </dd>
      </dl>
    </section>
  )
}
