import { Table } from '@mantine/core'
import { api, type DefinitionDetail, type DefinitionEvaluation, reportLimits } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Link } from '../../components/link/link.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { Decisions } from './definition-parts.tsx'
import classes from './definitions.module.css'

/** The decisions of a version: those of its deployment, how often their rules fired, and the newest evaluations. */
export function DefinitionDecisions({ definition }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const query = useQuery(callQuery(api.definitions.decisions, { params: { id: definition.id } }))
  const { data } = query
  return (
    <>
      <Decisions definition={definition} />
      <QueryFailure query={query} title={t('definition.evaluationsFailed')} isRegion className={classes.message} />
      {data === undefined ? (
        query.isError ? null : (
          <SkeletonRows count={4} height={34} />
        )
      ) : data.items.length === 0 ? (
        <p className={classes.message}>{t('definition.noEvaluations')}</p>
      ) : (
        <>
          <section className={classes.reports} aria-label={t('definition.rulesFired')}>
            <h2 className={classes.partHead}>{t('definition.rulesFired')}</h2>
            <ScrollRegion className={classes.scroll} label={t('definition.rulesFired')}>
              <PlainTable className={classes.table} aria-label={t('definition.rulesFired')}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">{t('definition.decision')}</Table.Th>
                    <Table.Th scope="col" ta="end">
                      {t('definition.evaluations')}
                    </Table.Th>
                    <Table.Th scope="col">{t('definition.rules')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.decisions.map(({ key, name, evaluations, rules }) => (
                    <Table.Tr key={key}>
                      <Table.Td>{name}</Table.Td>
                      <Table.Td ta="end" className="tn">
                        {evaluations.toLocaleString('en')}
                      </Table.Td>
                      <Table.Td className={classes.wrapped}>
                        {rules.length === 0
                          ? t('definition.noRules')
                          : rules
                              .map(({ order, count }) =>
                                t('definition.ruleCount', { order, number: count.toLocaleString('en') }),
                              )
                              .join(', ')}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </PlainTable>
            </ScrollRegion>
            {data.isPartial ? (
              <p className={classes.hint}>
                {t('definition.evaluationsPartial', { number: reportLimits.decisions.toLocaleString('en') })}
              </p>
            ) : null}
          </section>
          <Evaluations items={data.items} />
        </>
      )}
    </>
  )
}

function Evaluations({ items }: { readonly items: readonly DefinitionEvaluation[] }) {
  const { t } = useTranslation()
  const list = (values: readonly { readonly name: string; readonly text: string | null }[]) =>
    values.map(({ name, text }) => `${name}: ${text ?? '–'}`).join(', ')
  return (
    <section className={classes.reports} aria-label={t('definition.evaluations')}>
      <h2 className={classes.partHead}>{t('definition.evaluations')}</h2>
      <ScrollRegion className={classes.scroll} label={t('definition.evaluations')}>
        <PlainTable className={classes.table} aria-label={t('definition.evaluations')}>
          <Table.Thead>
            <Table.Tr>
              {(['evaluatedAt', 'decision', 'evaluatedIn', 'inputs', 'rules', 'result'] as const).map((name) => (
                <Table.Th key={name} scope="col">
                  {t(`definition.${name}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map(({ id, at, name, instanceId, instanceTitle, inputs, rules, result }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <DateTime at={at} />
                </Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td>
                  <Link to={paths.engineInstance(instanceId, 'decisions')}>{instanceTitle}</Link>
                </Table.Td>
                <Table.Td className={classes.wrapped}>{list(inputs)}</Table.Td>
                <Table.Td className="tn">
                  {rules.length === 0 ? t('definition.noRules') : rules.map(({ order }) => order).join(', ')}
                </Table.Td>
                <Table.Td className={`mono ${classes.wrapped}`}>{result ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
    </section>
  )
}
