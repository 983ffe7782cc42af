import IconArrowsDiff from 'icon:arrows-diff'
import { Button } from '@mantine/core'
import { type DefinitionDetail, type DefinitionVersion, definitionLimits, listLimits } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShortTime } from '../../components/dates/dates.tsx'
import { Fact, Facts } from '../../components/detail/detail.tsx'
import { Link } from '../../components/link/link.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { paths } from '../../config/paths.ts'
import { CompareDefinitions } from './compare-definitions.tsx'
import { Alarm, Running } from './counts.tsx'
import classes from './definitions.module.css'
import { HistoryLevelFact } from './history-level.tsx'
import { TimeToLive } from './time-to-live.tsx'

/** The facts of a version, and the list of all versions. */
export function DefinitionFacts({ definition }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const { counts, deployment } = definition
  return (
    <aside className={classes.aside} aria-label={t('record.facts')}>
      <Versions definition={definition} />
      <div className={classes.facts}>
        <Facts>
          <Fact label={t('definition.running')}>
            <Running count={counts.running} limit={listLimits.count} />
          </Fact>
          <Fact label={t('definition.ended')}>
            <Running count={counts.ended} limit={listLimits.count} />
          </Fact>
          <Fact label={t('definition.incidents')}>
            <Alarm count={counts.incidents} limit={listLimits.count} />
          </Fact>
          <Fact label={t('definition.deployment')}>
            <Link to={paths.deployment(deployment.id)}>{deployment.name ?? t('deployments.unnamed')}</Link>
          </Fact>
          <Fact label={t('definition.file')}>{definition.fileName}</Fact>
          <Fact label={t('definition.timeToLive')}>
            <TimeToLive definition={definition} />
          </Fact>
          <Fact label={t('definition.historyLevel')}>
            <HistoryLevelFact definition={definition} />
          </Fact>
          {definition.versionTag === null ? null : (
            <Fact label={t('definition.versionTag')}>{definition.versionTag}</Fact>
          )}
          {definition.tenantId === null ? null : <Fact label={t('definition.tenant')}>{definition.tenantId}</Fact>}
        </Facts>
      </div>
    </aside>
  )
}

function Versions({ definition: { id, versions, hasOlderVersions } }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const [isComparing, setComparing] = useState(false)
  return (
    <>
      <div className={classes.asideHead}>
        <h2>{t('definition.versions')}</h2>
        {versions.length > 1 ? (
          <Button size="xs" leftSection={<IconArrowsDiff size={15} stroke={1.6} />} onClick={() => setComparing(true)}>
            {t('definition.compare')}
          </Button>
        ) : null}
      </div>
      <ul className={classes.versions}>
        {versions.map((version) => (
          <VersionItem key={version.id} version={version} isOpen={version.id === id} />
        ))}
      </ul>
      {hasOlderVersions ? (
        <p className={classes.hint}>{t('definition.olderVersions', { number: definitionLimits.versions })}</p>
      ) : null}
      {isComparing ? <CompareDefinitions id={id} versions={versions} onClose={() => setComparing(false)} /> : null}
    </>
  )
}

function VersionItem({ version, isOpen }: { version: DefinitionVersion; isOpen: boolean }) {
  const { t } = useTranslation()
  const { running, incidents } = version
  const number = `${running.toLocaleString('en')}${running >= listLimits.total ? '+' : ''}`
  return (
    <li className={classes.version} data-open={isOpen || undefined}>
      <Link
        to={paths.definition(version.id)}
        className={classes.versionLink ?? ''}
        aria-current={isOpen ? 'page' : undefined}
      >
        <span className={classes.versionNumber}>{t('definition.versionNumber', { version: version.version })}</span>
        <span className={classes.versionEnd}>
          {incidents > 0 ? (
            <span className={classes.alarm} data-alarming>
              {t('definition.incidentsOf', { count: incidents, number: incidents.toLocaleString('en') })}
            </span>
          ) : null}
          {version.isSuspended ? <StatusBadge status="suspended" /> : null}
        </span>
        <span className={classes.quiet}>
          <ShortTime at={version.deployedAt} /> {version.deployedBy?.displayName}
        </span>
        <span className={`${classes.versionEnd} ${classes.quiet}`}>
          {running === 0 ? t('definition.noneRunning') : t('definition.runningOf', { count: running, number })}
        </span>
      </Link>
    </li>
  )
}
