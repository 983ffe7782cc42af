import { Table, VisuallyHidden } from '@mantine/core'
import { type AnswerOf, api, type DeploymentDetail } from '@millrace/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { LazyDefinitionDiagram } from '../../components/bpmn-diagram/lazy-diagram.tsx'
import { ChoiceChips } from '../../components/chip/choice-chips.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Detail } from '../../components/detail/detail.tsx'
import { PublicLinkButton } from '../../components/public-link/public-link-button.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { toUrl } from '../../lib/api/send.ts'
import { presentSize } from '../../lib/present-size.ts'
import { needsQuery } from './deployment-queries.ts'
import classes from './deployments.module.css'
import { ProblemTable } from './problem-table.tsx'
import { ProcessIconButton } from './process-icon-button.tsx'

export function DeploymentContent({ deployment, facts }: { deployment: DeploymentDetail; facts: ReactNode }) {
  const needs = useQuery(needsQuery(deployment.id))
  // Without the facts: where they are below the content, they would move when it comes.
  if (needs.isPending)
    return (
      <Detail key="pending" facts={null}>
        <SkeletonRows count={12} height={34} />
      </Detail>
    )
  return (
    <Detail facts={facts}>
      <Needs needs={needs} />
      <Definitions deployment={deployment} />
      <Files deployment={deployment} />
    </Detail>
  )
}

/** A warning about objects that the models name and that do not exist. Empty when nothing is missing. */
function Needs({ needs }: { needs: UseQueryResult<AnswerOf<typeof api.deployments.needs>> }) {
  const { t } = useTranslation()
  const headingId = useId()
  if (needs.data === undefined) return <QueryFailure query={needs} title={t('deployments.needsFailed')} />
  if (needs.data.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('deployments.needsTitle')}</h2>
      <Banner kind="warning" title={t('deployments.warnings', { count: needs.data.length })}>
        {t('deployments.needsText')}
      </Banner>
      <ProblemTable problems={needs.data} />
    </section>
  )
}

function Definitions({ deployment: { processes, decisions } }: { deployment: DeploymentDetail }) {
  const { t } = useTranslation()
  const headingId = useId()
  const [chosen, setChosen] = useState(processes[0]?.id ?? null)
  const shown = processes.find(({ id }) => id === chosen)
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('deployment.definitions')}</h2>
      {processes.length + decisions.length === 0 ? <p>{t('deployment.noDefinitions')}</p> : null}
      {processes.length + decisions.length > 0 ? (
        <ScrollRegion className={classes.scroll} label={t('deployment.definitions')}>
          <PlainTable className={classes.table} aria-labelledby={headingId}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('common.name')}</Table.Th>
                <Table.Th scope="col">{t('deployment.kind')}</Table.Th>
                <Table.Th scope="col">{t('deployment.key')}</Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('deployment.version')}
                </Table.Th>
                <Table.Th scope="col">{t('deployment.file')}</Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('deployment.running')}
                </Table.Th>
                <Table.Th scope="col">
                  <VisuallyHidden>{t('formLinks.link')}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {processes.map((process) => (
                <Table.Tr key={process.id}>
                  <Table.Td>
                    <ProcessIconButton process={process} />
                    {process.name} {process.isSuspended ? <StatusBadge status="suspended" /> : null}
                  </Table.Td>
                  <Table.Td>{t('deployment.process')}</Table.Td>
                  <Table.Td>{process.key}</Table.Td>
                  <Table.Td className="tn" ta="end">
                    {process.version}
                  </Table.Td>
                  <Table.Td>{process.fileName}</Table.Td>
                  <Table.Td className="tn" ta="end">
                    {process.runningInstances.toLocaleString('en')}
                  </Table.Td>
                  <Table.Td ta="end">
                    <PublicLinkButton of={{ definitionId: process.id }} name={process.name} />
                  </Table.Td>
                </Table.Tr>
              ))}
              {decisions.map((decision) => (
                <Table.Tr key={decision.id}>
                  <Table.Td>{decision.name}</Table.Td>
                  <Table.Td>{t('deployment.decision')}</Table.Td>
                  <Table.Td>{decision.key}</Table.Td>
                  <Table.Td className="tn" ta="end">
                    {decision.version}
                  </Table.Td>
                  <Table.Td>{decision.fileName}</Table.Td>
                  <Table.Td />
                  <Table.Td />
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      ) : null}
      {shown ? (
        <>
          {processes.length > 1 ? (
            <div className={classes.choices}>
              <ChoiceChips
                label={t('deployment.diagramTab')}
                choices={processes.map(({ id, name }) => ({ value: id, label: name }))}
                value={shown.id}
                onChange={setChosen}
              />
            </div>
          ) : null}
          <div className={classes.diagram}>
            <LazyDefinitionDiagram key={shown.id} definitionId={shown.id} />
          </div>
        </>
      ) : null}
    </section>
  )
}

function Files({ deployment: { id, resources } }: { deployment: DeploymentDetail }) {
  const { t } = useTranslation()
  const headingId = useId()
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('deployment.files')}</h2>
      <ScrollRegion className={classes.scroll} label={t('deployment.files')}>
        <PlainTable className={classes.table} aria-labelledby={headingId}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('common.name')}</Table.Th>
              <Table.Th scope="col" ta="end">
                {t('deployment.size')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {resources.map((file) => (
              <Table.Tr key={file.id}>
                <Table.Td>
                  <a
                    href={toUrl(api.deployments.downloadFile, { params: { id, fileId: file.id } })}
                    download={file.name}
                    title={t('deployment.downloadFile', { name: file.name })}
                  >
                    {file.name}
                  </a>
                </Table.Td>
                <Table.Td className="tn" ta="end">
                  {presentSize(file.size)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
    </section>
  )
}
