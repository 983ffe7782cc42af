import { Table } from '@mantine/core'
import { api, type DefinitionCallers, definitionLimits } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Link } from '../../components/link/link.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './definitions.module.css'

/** The processes that a version calls, and those that call it. */
export function DefinitionCalls({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = useQuery(callQuery(api.definitions.callers, { params: { id } }))
  const failure = (
    <QueryFailure query={query} title={t('definition.callersFailed')} isRegion className={classes.message} />
  )
  if (query.data === undefined) return query.isError ? failure : <SkeletonRows count={4} height={34} />
  const { calls, calledBy, isPartial } = query.data
  return (
    <div className={classes.part}>
      {failure}
      <Part title={t('definition.calls')}>
        {calls.length === 0 ? <p>{t('definition.noCalls')}</p> : <CallTable calls={calls} />}
      </Part>
      <Part title={t('definition.calledBy')}>
        {calledBy.length === 0 ? <p>{t('definition.noCallers')}</p> : null}
        <ul className={classes.plainList}>
          {calledBy.map((caller) => (
            <li key={caller.id}>
              <Link to={paths.definition(caller.id)}>{caller.name}</Link>{' '}
              <span className={classes.quiet}>{t('definition.versionNumber', { version: caller.version })}</span>
            </li>
          ))}
        </ul>
        {isPartial ? (
          <p className={classes.hint}>{t('definition.callersPartial', { number: definitionLimits.callers })}</p>
        ) : null}
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function CallTable({ calls }: { calls: DefinitionCallers['calls'] }) {
  const { t } = useTranslation()
  return (
    <ScrollRegion className={classes.scroll} label={t('definition.calls')}>
      <PlainTable className={classes.table} aria-label={t('definition.calls')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('definition.callStep')}</Table.Th>
            <Table.Th scope="col">{t('definition.calledProcess')}</Table.Th>
            <Table.Th scope="col">{t('definition.key')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {calls.map(({ elementId, elementName, calledKey, called }) => (
            <Table.Tr key={elementId}>
              <Table.Td>{elementName ?? elementId}</Table.Td>
              <Table.Td>
                {called === null ? (
                  <span className={classes.quiet}>{t('definition.calledUnknown')}</span>
                ) : (
                  <Link to={paths.definition(called.id)}>{called.name}</Link>
                )}
              </Table.Td>
              <Table.Td>{calledKey}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}
