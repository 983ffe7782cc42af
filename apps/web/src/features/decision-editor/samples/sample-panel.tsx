import IconCircleCheckFilled from 'icon:circle-check-filled'
import IconCircleDashed from 'icon:circle-dashed'
import IconCircleXFilled from 'icon:circle-x-filled'
import IconPlus from 'icon:plus'
import { Button } from '@mantine/core'
import type { Sample } from '@millrace/dmn'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CheckedDecision } from '../checks/check-decisions.ts'
import type { SampleAnswer } from '../checks/run-samples.ts'
import { Coverage } from './coverage.tsx'
import { SampleFields } from './sample-fields.tsx'
import { SampleSummary } from './sample-summary.tsx'
import classes from './samples.module.css'

interface Props {
  readonly decision: CheckedDecision
  readonly samples: readonly Sample[]
  /** In their order; those that are not calculated yet do not exist. */
  readonly answers: readonly SampleAnswer[]
  /** The place of the one that is open. */
  readonly chosen: number
  readonly canEdit: boolean
  readonly onChoose: (place: number) => void
  readonly onChange: (samples: readonly Sample[]) => void
}

/**
 * The samples of a decision: values, the expected result, and whether the decision returns it. All samples run with
 * each change.
 */
export function SamplePanel({ decision, samples, answers, chosen, canEdit, onChoose, onChange }: Props) {
  const { t } = useTranslation()
  const open = samples[chosen]
  const [isOpen, setOpen] = useState(samples.length === 1)
  const choose = (place: number) => {
    setOpen(place !== chosen || !isOpen)
    onChoose(place)
  }
  const passed = answers.filter(({ verdict }) => verdict === 'passed').length
  const expecting = samples.filter(({ expected }) => expected !== null).length
  const change = (changed: Sample) => onChange(samples.map((one, at) => (at === chosen ? changed : one)))
  const add = () => {
    onChange([...samples, { name: '', values: open?.values ?? {}, expected: null }])
    onChoose(samples.length)
    setOpen(true)
  }
  return (
    <section className={classes.panel} aria-label={t('decisionEditor.samples')}>
      <div className={classes.head}>
        <h2>{t('decisionEditor.samples')}</h2>
        {expecting === 0 ? null : (
          <span role="status" data-tone={passed === expecting ? 'good' : 'bad'}>
            {t('decisionEditor.passed', { passed, count: expecting })}
          </span>
        )}
        {canEdit ? (
          <Button size="xs" leftSection={<IconPlus size={15} stroke={1.6} />} onClick={add}>
            {t('decisionEditor.addSample')}
          </Button>
        ) : null}
      </div>
      {samples.length === 0 ? <p className={classes.none}>{t('decisionEditor.noSamples')}</p> : null}
      <ul className={classes.list}>
        {samples.map((sample, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sample is known by its place
          <li key={at} data-chosen={at === chosen || undefined}>
            <button type="button" aria-expanded={isOpen && at === chosen} onClick={() => choose(at)}>
              <Verdict verdict={answers[at]?.verdict ?? 'open'} />
              <span className={classes.name}>
                {sample.name || t('decisionEditor.sampleNumber', { number: at + 1 })}
              </span>
              <RuleNumbers answer={answers[at]} />
            </button>
            {isOpen && at === chosen ? null : (
              <SampleSummary decision={decision} sample={sample} answer={answers[at] ?? null} />
            )}
            {isOpen && at === chosen ? (
              <SampleFields
                decision={decision}
                sample={sample}
                answer={answers[at] ?? null}
                canEdit={canEdit}
                onChange={change}
                onRemove={() => {
                  onChange(samples.filter((_, place) => place !== at))
                  onChoose(Math.max(0, at - 1))
                }}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <Coverage rules={decision.rules} answers={answers} />
    </section>
  )
}

/** The rules that match, at the end of the line of a sample. */
function RuleNumbers({ answer }: { answer: SampleAnswer | undefined }) {
  const { t } = useTranslation()
  if (answer === undefined || answer.rules.length === 0) return null
  const rules = answer.rules.map(({ order }) => order).join(', ')
  return (
    <span className={classes.numbers} data-failed={answer.verdict === 'failed' || undefined}>
      {t('decisionEditor.rulesOf', { count: answer.rules.length, rules })}
    </span>
  )
}

const verdicts = {
  passed: { Icon: IconCircleCheckFilled, label: 'decisionEditor.verdictPassed' },
  failed: { Icon: IconCircleXFilled, label: 'decisionEditor.verdictFailed' },
  open: { Icon: IconCircleDashed, label: 'decisionEditor.verdictOpen' },
} as const

function Verdict({ verdict }: Pick<SampleAnswer, 'verdict'>) {
  const { t } = useTranslation()
  const { Icon, label } = verdicts[verdict]
  return <Icon className={classes.verdict} data-verdict={verdict} size={15} aria-label={t(label)} />
}
