import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SampleAnswer } from '../checks/run-samples.ts'
import classes from './samples.module.css'

interface Props {
  /** Ids of the rules of the table, in their order. */
  readonly rules: readonly (string | null)[]
  readonly answers: readonly SampleAnswer[]
}

/** The number of rules that the samples reach, and the rules that they do not reach. */
export function Coverage({ rules, answers }: Props) {
  const { t } = useTranslation()
  if (rules.length === 0 || answers.length === 0) return null
  const reached = new Set(answers.flatMap((answer) => answer.rules.map(({ order }) => order)))
  const missing = rules.flatMap((_, at) => (reached.has(at + 1) ? [] : [at + 1]))
  const covered = rules.length - missing.length
  return (
    <div className={classes.coverage}>
      <p>
        <span>{t('decisionEditor.coverage')}</span>
        <span>{t('decisionEditor.covered', { covered, count: rules.length })}</span>
      </p>
      <Progress
        size={6}
        value={(covered / rules.length) * 100}
        aria-label={t('decisionEditor.coverage')}
        color="var(--app-accent)"
      />
      {missing.length === 0 ? null : (
        <small>
          {t('decisionEditor.notCovered', {
            count: missing.length,
            rules: missing.length > most ? `${missing.slice(0, most).join(', ')} …` : missing.join(', '),
          })}
        </small>
      )}
    </div>
  )
}

/** Rules that are named; more say nothing new. */
const most = 12
