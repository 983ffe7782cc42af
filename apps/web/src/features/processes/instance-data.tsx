import type { InstanceDetail } from '@millrace/contract'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type PageTab, PageTabs } from '../../components/tabs/page-tabs.tsx'
import { type InstanceMenu, instanceMenus } from '../../config/paths.ts'
import classes from './instance-data.module.css'
import { InstanceIncidents } from './instance-incidents.tsx'
import type { Selection } from './instance-record.tsx'
import { InstanceVariables } from './instance-variables.tsx'
import { SelectedStep } from './selected-step.tsx'
import { useInstancePath } from './use-instance-path.ts'

/** The data of an instance; the open tab is the last part of the address. */
export function InstanceData({ instance, selection }: { instance: InstanceDetail; selection: Selection }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const toInstance = useInstancePath()
  const { menu } = useParams({ strict: false })
  const { permissions, counts } = instance
  const tabs: PageTab<InstanceMenu>[] = []
  if (permissions.seeVariables)
    tabs.push({ value: 'variables', label: t('instance.variables'), count: counts.variables })
  if (permissions.seeIncidents)
    tabs.push({ value: 'incidents', label: t('instance.incidents'), count: counts.incidents, isAlarming: true })
  const wanted = instanceMenus.find((name) => name === menu)
  const open = tabs.find(({ value }) => value === wanted) ?? tabs[0]
  if (open === undefined) return null
  return (
    <PageTabs
      label={t('common.details')}
      listClassName={classes.tabList}
      tabs={tabs}
      value={open.value}
      onChange={(value) =>
        void navigate({ to: toInstance(instance.id, value), search: (before: object) => before, replace: true })
      }
    >
      <SelectedStep selection={selection} />
      {open.value === 'variables' ? (
        <InstanceVariables instanceId={instance.id} selection={selection} />
      ) : (
        <InstanceIncidents instance={instance} selection={selection} />
      )}
    </PageTabs>
  )
}
