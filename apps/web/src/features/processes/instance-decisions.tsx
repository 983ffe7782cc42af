import { Table } from '@mantine/core'
import { api, type EvaluatedDecisionRow } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './instance-data.module.css'
import { InstanceItems } from './instance-items.tsx'
import type { Selection } from './instance-record.tsx'

interface Props {
  readonly instanceId: string
  readonly selection: Selection
}

/** The decisions that an instance evaluated: their inputs, the rules that fired, and their results. */
export function InstanceDecisions({ instanceId, selection }: Props) {
  const { t } = useTranslation()
  return (
    <InstanceItems
      label={t('operatedInstance.decisions')}
      query={useQuery(callQuery(api.processes.decisions, { params: { id: instanceId } }))}
      selection={selection}
      failed={t('operatedInstance.decisionsFailed')}
      empty={t('operatedInstance.decisionsEmpty')}
      notOfStep={t('operatedInstance.decisionsNotOfStep')}
    >
      {(decision) => <Decision decision={decision} />}
    </InstanceItems>
  )
}

function Decision({ decision }: { readonly decision: EvaluatedDecisionRow }) {
  const { t } = useTranslation()
  const { name, key, at, elementName, elementId, hitPolicy, aggregation, inputs, rules, result } = decision
  const policy = [hitPolicy, aggregation].filter(Boolean).join(' ')
  const step = elementName ?? elementId
  return (
    <>
      <div className={classes.incidentHead}>
        <strong title={key}>{name}</strong>
        {step === null ? null : <span className={classes.quiet}>{step}</span>}
        {policy === '' ? null : <span className={classes.quiet}>{t('operatedInstance.hitPolicy', { policy })}</span>}
        <span className={`${classes.right} ${classes.quiet}`}>
          <DateTime at={at} />
        </span>
      </div>
      <dl className={classes.decision}>
        {inputs.length === 0 ? null : (
          <>
            <dt>{t('operatedInstance.decisionInputs')}</dt>
            <dd>
              <Values values={inputs} />
            </dd>
          </>
        )}
        {hitPolicy === null ? null : (
          <>
            <dt>{t('operatedInstance.decisionRules')}</dt>
            <dd>{rules.length === 0 ? t('operatedInstance.decisionNoRules') : <Rules decision={decision} />}</dd>
          </>
        )}
        <dt>{t('operatedInstance.decisionResult')}</dt>
        <dd className="mono">{result ?? t('operatedInstance.noValue')}</dd>
      </dl>
    </>
  )
}

function Rules({ decision: { name, rules } }: { readonly decision: EvaluatedDecisionRow }) {
  const { t } = useTranslation()
  return (
    <PlainTable aria-label={`${name}: ${t('operatedInstance.decisionRules')}`}>
      <Table.Tbody>
        {rules.map(({ order, outputs }) => (
          <Table.Tr key={order}>
            <Table.Th scope="row" className={classes.ruleNumber}>
              {t('operatedInstance.decisionRule', { number: order })}
            </Table.Th>
            <Table.Td>
              <Values values={outputs} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </PlainTable>
  )
}

function Values({ values }: { readonly values: EvaluatedDecisionRow['inputs'] }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.values}>
      {values.map(({ name, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and two may have one name
        <li key={index}>
          <span className={classes.quiet}>{name}</span>{' '}
          <span className="mono">{text ?? t('operatedInstance.noValue')}</span>
        </li>
      ))}
    </ul>
  )
}
