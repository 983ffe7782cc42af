import { describeModelFault } from '../../lib/api/describe-fault.ts'
import '@fontsource-variable/jetbrains-mono/wght.css'
import { Table } from '@mantine/core'
import type { DeploymentWarning } from '@millrace/contract'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { paths } from '../../config/paths.ts'
import type { ApiError } from '../../lib/api/api-error.ts'
import classes from './deployments.module.css'

/** A table of the errors or warnings of files, each with its element and the code by which the help can be searched. */
export function ProblemTable({ problems }: { problems: readonly DeploymentWarning[] }) {
  const { t } = useTranslation()
  return (
    <ScrollRegion label={t('deployments.problemText')} className={classes.problems}>
      <PlainTable className={classes.table} aria-label={t('deployments.problemText')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('deployments.problemFile')}</Table.Th>
            <Table.Th scope="col">{t('deployments.problemElement')}</Table.Th>
            <Table.Th scope="col">{t('deployments.problemText')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {problems.map(({ fileName, elementId, code, message, needs }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <Table.Tr key={index}>
              <Table.Td className={classes.fileName}>{fileName}</Table.Td>
              <Table.Td>
                {elementId === null ? t('deployments.wholeFile') : <span className="mono">{elementId}</span>}
              </Table.Td>
              <Table.Td className={classes.problemText}>
                {describeModelFault(message)}
                {code === '' ? null : <div className={`mono ${classes.codeText}`}>{code}</div>}
                {needs === null ? null : <Mend needs={needs} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}

/** Where somebody makes known what is missing. */
function Mend({ needs: { kind, name } }: { needs: NonNullable<DeploymentWarning['needs']> }) {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  if (kind === 'binding')
    return (
      <Link to={paths.bindings} search={{ name }}>
        {t('deployments.bind')}
      </Link>
    )
  if (kind === 'user' || kind === 'group')
    return (
      <Link to={paths.engineTasks} search={{ stuck: 'true' }}>
        {t('deployments.assignTasks')}
      </Link>
    )
  return pathname === paths.deployments ? null : <Link to={paths.deployments}>{t('deployments.deployIt')}</Link>
}

/**
 * Converts the details of a refusal to problems of files: `where` is the file name, followed by `#` and the element id
 * if an element has the error.
 */
export function toProblems({ details }: ApiError): DeploymentWarning[] {
  return details.map(({ where, message, code = '' }) => {
    const mark = where.lastIndexOf('#')
    return {
      fileName: mark === -1 ? where : where.slice(0, mark),
      elementId: mark === -1 ? null : where.slice(mark + 1),
      code,
      message,
      needs: null,
    }
  })
}
