import type { IncidentGroupDetail } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { Detail, Fact, Facts } from '../../components/detail/detail.tsx'
import type { OpenCause } from '../../components/incident-cause/cause-dialog.tsx'
import { GroupNote } from '../../components/incident-cause/group-note.tsx'
import { GroupState } from '../../components/incident-cause/group-state.tsx'
import { Link } from '../../components/link/link.tsx'
import { MetaFact, MetaRow } from '../../components/page/meta-row.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Person } from '../../components/person/person.tsx'
import { paths } from '../../config/paths.ts'
import { describeModelFault } from '../../lib/api/describe-fault.ts'
import { presentDateTime } from '../../lib/dates.ts'
import { BatchPanel } from './batch-panel.tsx'
import { GroupActions } from './group-actions.tsx'
import { GroupIncidents } from './group-incidents.tsx'
import classes from './incident-groups.module.css'

/** The maximum number of characters of a heading; the whole message is below it. */
const longestTitle = 80

interface Props {
  readonly group: IncidentGroupDetail
  readonly onOpen: (open: OpenCause) => void
}

export function GroupRecord({ group, onOpen }: Props) {
  const { t } = useTranslation()
  const message = describeModelFault(group.message)
  const title = message.split('\n', 1)[0]?.trim() || t('incidentGroup.unnamed')
  const isCut = title.length > longestTitle
  const { process } = group
  return (
    <>
      <PageHeader
        title={isCut ? `${title.slice(0, longestTitle)}…` : title}
        badge={<GroupState group={group} />}
        help={t('incidentGroup.help')}
        actions={<GroupActions group={group} onOpen={onOpen} />}
      >
        <MetaRow>
          <MetaFact label={t('definition.element')}>{group.elementName ?? group.elementId ?? '–'}</MetaFact>
          <MetaFact label={t('incidentGroups.process')}>
            {process.definitionId === null ? (
              process.name
            ) : (
              <Link to={paths.definition(process.definitionId)}>{process.name}</Link>
            )}
          </MetaFact>
          <MetaFact label={t('incidentGroups.count')}>
            <span className={`tn ${classes.count}`} data-alarming={group.count > 0 || undefined}>
              {group.count.toLocaleString('en')}
            </span>
          </MetaFact>
        </MetaRow>
      </PageHeader>
      <Detail facts={<GroupFacts group={group} onOpen={onOpen} />}>
        {isCut || message.includes('\n') ? <p className={classes.fullMessage}>{message}</p> : null}
        {group.batch === null ? null : <BatchPanel key={group.batch.id} batch={group.batch} />}
        <GroupIncidents group={group} />
      </Detail>
    </>
  )
}

function GroupFacts({ group, onOpen }: Props) {
  const { t } = useTranslation()
  const { since, owner } = group
  return (
    <Facts>
      <Fact label={t('incidentGroups.owner')}>
        {owner === null ? t('incidentGroup.nobody') : <Person person={owner} />}
      </Fact>
      <Fact label={t('incidentGroups.first')}>
        <DateTime at={group.firstAt} />
      </Fact>
      <Fact label={t('incidentGroups.last')}>
        <DateTime at={group.lastAt} />
      </Fact>
      <Fact label={t('incidentGroups.since')}>
        {since === null ? (
          t('incidentGroup.beforeAll')
        ) : (
          <Link to={paths.definition(since.definitionId)}>
            {t('incidentGroup.sinceDeployment', { version: since.version, when: presentDateTime(since.deployedAt) })}
          </Link>
        )}
      </Fact>
      <Fact label={t('incidentGroups.type')}>{t(`incidentType.${group.type}`, { defaultValue: group.type })}</Fact>
      <Fact label={t('incidentGroup.note')}>
        <GroupNote group={group} onEdit={() => onOpen({ kind: 'note', group })} />
      </Fact>
    </Facts>
  )
}
