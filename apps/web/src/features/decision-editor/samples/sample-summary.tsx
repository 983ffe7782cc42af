import type { Sample } from '@millrace/dmn'
import { useTranslation } from 'react-i18next'
import type { CheckedDecision } from '../checks/check-decisions.ts'
import type { SampleAnswer } from '../checks/run-samples.ts'
import { toText } from './sample-value.ts'
import classes from './samples.module.css'

interface Props {
  readonly decision: CheckedDecision
  readonly sample: Sample
  readonly answer: SampleAnswer | null
}

/** A summary of a sample: its values, the expected result, and the actual result if it differs. */
export function SampleSummary({ decision, sample, answer }: Props) {
  const { t } = useTranslation()
  const { inputs, outputs } = decision
  const present = (rows: readonly Readonly<Record<string, unknown>>[]) =>
    rows.length === 0
      ? t('decisionEditor.noMatch')
      : rows.map((row) => outputs.map(({ name }) => toText(row[name]) || '–').join(', ')).join('; ')
  const result = answer?.failure ?? (answer?.result == null ? null : present(answer.result))
  return (
    <dl className={classes.summary}>
      <div>
        <dt>{t('decisionEditor.inputShort')}</dt>
        <dd>{inputs.map(({ name }) => toText(sample.values[name]) || '–').join(', ')}</dd>
      </div>
      {sample.expected === null ? null : (
        <div>
          <dt>{t('decisionEditor.expectedShort')}</dt>
          <dd>{present(sample.expected)}</dd>
        </div>
      )}
      {result === null || answer?.verdict === 'passed' ? null : (
        <div data-failed={answer?.verdict === 'failed' || undefined}>
          <dt>{t('decisionEditor.result')}</dt>
          <dd>{result}</dd>
        </div>
      )}
    </dl>
  )
}
