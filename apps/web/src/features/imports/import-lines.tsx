import '@fontsource-variable/jetbrains-mono/wght.css'
import { Button, Table } from '@mantine/core'
import type { ImportedFile, ImportLine } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { ResultText } from '../../components/status/result-text.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { paths } from '../../config/paths.ts'
import { describeModelFault } from '../../lib/api/describe-fault.ts'
import classes from './imports.module.css'

interface Props {
  readonly file: ImportedFile
  /** Null: a new one. */
  readonly applicationId: string | null
}

/** The result of importing a file, line by line; first the parts that have changed. */
export function ImportLines({ file: { path, lines }, applicationId }: Props) {
  const { t } = useTranslation()
  const [isAll, setAll] = useState(false)
  const others = lines.filter(({ result }) => result !== 'runs')
  const rest = lines.length - others.length
  const shown = isAll ? lines : others
  return (
    <>
      {shown.length === 0 ? (
        <p className={classes.text}>{lines[0]?.message ?? t('imports.allRuns')}</p>
      ) : (
        <ScrollRegion label={t('imports.lines', { path })} className={classes.lines}>
          <PlainTable className={classes.table} aria-label={t('imports.lines', { path })}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('imports.element')}</Table.Th>
                <Table.Th scope="col">{t('imports.result')}</Table.Th>
                <Table.Th scope="col">{t('imports.means')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
                <Table.Tr key={index}>
                  <Table.Td className={classes.element}>
                    {line.elementId === null ? (
                      t('imports.wholeFile')
                    ) : (
                      <>
                        {line.elementName}
                        <div className="mono">{line.elementId}</div>
                      </>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <ResultText result={line.result}>{t(`imports.${line.result}`)}</ResultText>
                  </Table.Td>
                  <Table.Td className={classes.message}>
                    {line.message === null ? null : describeModelFault(line.message)}
                    <Place line={line} applicationId={applicationId} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      {rest === 0 || (others.length === 0 && lines[0]?.elementId === null) ? null : (
        <div>
          <Button size="xs" variant="subtle" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? t('imports.hideRuns') : t('imports.showRuns', { count: rest })}
          </Button>
        </div>
      )}
    </>
  )
}

/** Where somebody decides. */
function Place({ line: { needs }, applicationId }: { line: ImportLine; applicationId: string | null }) {
  const { t } = useTranslation()
  switch (needs?.kind) {
    case 'binding':
      return (
        <Link to={paths.bindings} search={{ name: needs.name }} target="_blank">
          {t('imports.bind')}
        </Link>
      )
    case 'form':
      return applicationId === null ? null : (
        <Link to={designPaths.newForm(applicationId)} target="_blank">
          {t('imports.makeForm')}
        </Link>
      )
    case 'process':
    case 'decision':
      return (
        <Link to={paths.deployments} target="_blank">
          {t('imports.deployIt')}
        </Link>
      )
    default:
      return null
  }
}
