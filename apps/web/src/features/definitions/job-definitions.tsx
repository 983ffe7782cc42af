import IconDots from 'icon:dots'
import { ActionIcon, Menu, Table } from '@mantine/core'
import type { DefinitionDetail, JobDefinition } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import classes from './definitions.module.css'
import { type JobAction, JobDialog } from './job-dialog.tsx'

/**
 * The elements of a version that create jobs, such as timers and asynchronous steps, with actions on the jobs of each.
 */
export function JobDefinitions({ definition }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<{ readonly job: JobDefinition; readonly action: JobAction } | null>(null)
  if (definition.jobDefinitions.length === 0) return <p className={classes.message}>{t('definition.noJobs')}</p>
  return (
    <>
      <ScrollRegion className={classes.scroll} label={t('definition.jobsTab')}>
        <PlainTable className={classes.table} aria-label={t('definition.jobsTab')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('definition.element')}</Table.Th>
              <Table.Th scope="col">{t('definition.jobType')}</Table.Th>
              <Table.Th scope="col">{t('definition.jobConfiguration')}</Table.Th>
              <Table.Th scope="col" ta="end" pe={24}>
                {t('definition.jobPriority')}
              </Table.Th>
              <Table.Th scope="col">{t('definition.jobState')}</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {definition.jobDefinitions.map((job) => (
              <Table.Tr key={job.id}>
                <Table.Td>{nameOf(job)}</Table.Td>
                <Table.Td>{job.type}</Table.Td>
                <Table.Td className={classes.wrapped}>{job.configuration}</Table.Td>
                <Table.Td ta="end" pe={24} className="tn">
                  {job.priority?.toLocaleString('en') ?? (
                    <span className={classes.quiet}>{t('definition.priorityOfModel')}</span>
                  )}
                </Table.Td>
                <Table.Td>
                  <StatusBadge status={job.isSuspended ? 'suspended' : 'active'} />
                </Table.Td>
                <Table.Td ta="end">
                  <JobMenu job={job} onChoose={(action) => setAsked({ job, action })} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
      {asked === null ? null : (
        <JobDialog
          definitionId={definition.id}
          job={asked.job}
          name={nameOf(asked.job)}
          action={asked.action}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

function nameOf({ elementName, elementId }: JobDefinition): string {
  return elementName ?? elementId
}

function JobMenu({ job, onChoose }: { job: JobDefinition; onChoose: (action: JobAction) => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={t('definition.jobActions', { name: nameOf(job) })}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose('retry')}>{t('definition.retryJobs')}</Menu.Item>
        <Menu.Item onClick={() => onChoose('priority')}>{t('definition.setPriority')}</Menu.Item>
        {job.isSuspended ? (
          <Menu.Item onClick={() => onChoose('activate')}>{t('definition.activateJobs')}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => onChoose('suspend')}>{t('definition.suspendJobs')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
