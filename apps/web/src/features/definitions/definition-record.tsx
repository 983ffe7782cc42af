import type { DefinitionDetail } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { CopyId } from '../../components/copy-id/copy-id.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { LazyManyMode, manyModes } from '../../components/moving/modes.tsx'
import { MetaFact, MetaRow } from '../../components/page/meta-row.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { type PageTab, PageTabs } from '../../components/tabs/page-tabs.tsx'
import { useSearchState } from '../../lib/use-search-state.ts'
import { DefinitionActions } from './definition-actions.tsx'
import { DefinitionCalls } from './definition-calls.tsx'
import { DefinitionDecisions } from './definition-decisions.tsx'
import { DefinitionDiagram } from './definition-diagram.tsx'
import { DefinitionFacts } from './definition-facts.tsx'
import { Forms, Starters } from './definition-parts.tsx'
import { DefinitionReports } from './definition-reports.tsx'
import classes from './definitions.module.css'
import { JobDefinitions } from './job-definitions.tsx'
import { PlannedChanges } from './planned-changes.tsx'
import { LazySimulation } from './simulation/lazy-simulation.tsx'

const parts = ['diagram', 'calls', 'jobs', 'forms', 'decisions', 'starters', 'reports', 'simulation'] as const

type Part = (typeof parts)[number]

export function DefinitionRecord({ definition }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const [{ part = 'diagram', mode }, change] = useSearchState()
  const open = parts.find((one) => one === part) ?? 'diagram'
  const { deployment } = definition
  const plan = manyModes.find((one) => one === mode)
  const newest = definition.versions[0]?.version ?? definition.version
  const tabs: readonly PageTab<Part>[] = [
    { value: 'diagram', label: t('definition.diagramTab') },
    { value: 'calls', label: t('definition.callsTab') },
    { value: 'jobs', label: t('definition.jobsTab'), count: definition.jobDefinitions.length },
    { value: 'forms', label: t('definition.formsTab'), count: definition.forms.length },
    { value: 'decisions', label: t('definition.decisionsTab'), count: definition.decisions.length },
    {
      value: 'starters',
      label: t('definition.startersTab'),
      count: definition.starters.users.length + definition.starters.groups.length || undefined,
    },
    { value: 'reports', label: t('definition.reportsTab') },
    { value: 'simulation', label: t('simulation.tab') },
  ]
  if (plan !== undefined)
    return (
      <LazyManyMode
        definition={definition}
        kind={plan}
        onExit={() => change({ mode: undefined, selection: undefined })}
      />
    )
  return (
    <>
      <PageHeader
        title={definition.name}
        badge={<StatusBadge status={definition.isSuspended ? 'suspended' : 'active'} />}
        help={t('definition.help')}
        actions={<DefinitionActions definition={definition} />}
        hasTabs
      >
        <MetaRow>
          <MetaFact label={t('definition.key')}>{definition.key}</MetaFact>
          <MetaFact label={t('definition.version')}>
            {t('definition.versionOf', { version: definition.version, newest })}
          </MetaFact>
          <MetaFact label={t('definition.deployed')}>
            <DateTime at={deployment.deployedAt} />
            {deployment.deployedBy === null
              ? null
              : ` ${t('definition.by', { name: deployment.deployedBy.displayName })}`}
          </MetaFact>
          <MetaFact label={t('record.id')}>
            <CopyId id={definition.id} />
          </MetaFact>
        </MetaRow>
      </PageHeader>
      {definition.isSuspended ? (
        <div className={classes.notice}>
          <Banner kind="warning" title={t('definition.suspendedTitle')}>
            {t('definition.suspendedText')}
          </Banner>
        </div>
      ) : null}
      {definition.historyLevel === 'none' ? (
        <div className={classes.notice}>
          <Banner kind="info" title={t('definition.noHistoryTitle')}>
            {t('definition.noHistoryText')}
          </Banner>
        </div>
      ) : null}
      <PlannedChanges definition={definition} />
      <div className={classes.page}>
        <PageTabs
          label={t('definition.tabs')}
          tabs={tabs}
          value={open}
          onChange={(value) => change({ part: value === 'diagram' ? undefined : value })}
          className={classes.main}
        >
          <OpenPart part={open} definition={definition} />
        </PageTabs>
        <DefinitionFacts definition={definition} />
      </div>
    </>
  )
}

function OpenPart({ part, definition }: { part: Part; definition: DefinitionDetail }) {
  switch (part) {
    case 'diagram':
      return <DefinitionDiagram definition={definition} />
    case 'calls':
      return <DefinitionCalls id={definition.id} />
    case 'jobs':
      return <JobDefinitions definition={definition} />
    case 'forms':
      return <Forms definition={definition} />
    case 'decisions':
      return <DefinitionDecisions definition={definition} />
    case 'starters':
      return <Starters definition={definition} />
    case 'reports':
      return <DefinitionReports definition={definition} />
    case 'simulation':
      return <LazySimulation definition={definition} />
  }
}
