import type { InstanceDetail } from '@millrace/contract'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Attachments } from '../../components/attachments/attachments.tsx'
import { Comments } from '../../components/comments/comments.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { type PageTab, PageTabs } from '../../components/tabs/page-tabs.tsx'
import { type InstanceMenu, instanceMenus, paths } from '../../config/paths.ts'
import classes from './instance-data.module.css'
import { InstanceDecisions } from './instance-decisions.tsx'
import { InstanceExternalTasks } from './instance-external-tasks.tsx'
import { InstanceIncidents } from './instance-incidents.tsx'
import { InstanceJobs } from './instance-jobs.tsx'
import type { Selection } from './instance-record.tsx'
import { InstanceRelated } from './instance-related.tsx'
import { InstanceSubscriptions } from './instance-subscriptions.tsx'
import { InstanceTasks } from './instance-tasks.tsx'
import { InstanceVariables } from './instance-variables.tsx'
import { SelectedStep } from './selected-step.tsx'

/** The data of an instance; the open tab is the last part of the address. */
export function InstanceData({ instance, selection }: { instance: InstanceDetail; selection: Selection }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { menu } = useParams({ strict: false })
  const { permissions, counts } = instance
  const tabs: PageTab<InstanceMenu>[] = []
  if (permissions.seeVariables)
    tabs.push({ value: 'variables', label: t('instance.variables'), count: counts.variables })
  if (permissions.seeIncidents)
    tabs.push({ value: 'incidents', label: t('instance.incidents'), count: counts.incidents, isAlarming: true })
  tabs.push({ value: 'tasks', label: t('operatedInstance.tasks') })
  if (permissions.seeVariables) tabs.push({ value: 'decisions', label: t('operatedInstance.decisions') })
  if (permissions.retry || permissions.seeIncidents) {
    if (permissions.seeJobs) tabs.push({ value: 'jobs', label: t('jobs.tab') })
    tabs.push({ value: 'externaltasks', label: t('instance.externalTasks') })
    tabs.push({ value: 'related', label: t('instance.related') })
    tabs.push({ value: 'subscriptions', label: t('instance.subscriptions') })
  }
  tabs.push({ value: 'comments', label: t('comments.title') }, { value: 'files', label: t('files.title') })
  const wanted = instanceMenus.find((name) => name === menu)
  const open = tabs.find(({ value }) => value === wanted) ?? tabs[0]
  if (open === undefined) return null
  const of = { instanceId: instance.id, selection }
  const panels: Readonly<Record<InstanceMenu, () => ReactNode>> = {
    variables: () => <InstanceVariables {...of} isOperated isEditable={permissions.retry} />,
    incidents: () => <InstanceIncidents instance={instance} selection={selection} isOperated={permissions.retry} />,
    tasks: () => <InstanceTasks {...of} />,
    comments: () => <Comments subject={{ of: 'instance', id: instance.id }} />,
    files: () => <Attachments subject={{ of: 'instance', id: instance.id }} />,
    decisions: () => <InstanceDecisions {...of} />,
    jobs: () => <InstanceJobs {...of} />,
    externaltasks: () => <InstanceExternalTasks {...of} mayRetry={permissions.retry} />,
    related: () => (
      <>
        <InstanceRelated instanceId={instance.id} />
        {permissions.seeBatches ? (
          <LinkButton mt={8} size="xs" to={paths.batches} search={{ instance: instance.id }}>
            {t('batches.ofInstance')}
          </LinkButton>
        ) : null}
      </>
    ),
    subscriptions: () => <InstanceSubscriptions instance={instance} selection={selection} />,
  }
  return (
    <PageTabs
      label={t('common.details')}
      listClassName={classes.tabList}
      tabs={tabs}
      value={open.value}
      onChange={(value) =>
        void navigate({
          to: paths.engineInstance(instance.id, value),
          search: (before: object) => before,
          replace: true,
        })
      }
    >
      <SelectedStep selection={selection} />
      {panels[open.value]()}
    </PageTabs>
  )
}
