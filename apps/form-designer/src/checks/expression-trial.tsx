import { type FormLanguage, prepareExpressions, type RuntimeDocument } from '@millrace/forms'
import { use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getTimeZone } from '../../../web/src/lib/time-zone.ts'
import classes from '../frame/view.module.css'
import type { Rule } from '../model/list-rules.ts'
import { type RuleOutcome, readSample, type Sample, tryRules } from '../model/sample.ts'
import { SampleInput } from '../preview/sample-input.tsx'
import { RuleTable } from '../rules/rule-table.tsx'
import { loadFeel } from '../runtime.ts'
import { useDesigner } from '../store/use-designer.ts'
import { useSample } from '../work/use-sample.ts'

/** The results of all expressions with sample data. */
export function ExpressionTrial({ onShow }: { onShow: (id: string) => void }) {
  const { t } = useTranslation()
  const form = useDesigner(({ check }) => check?.form ?? null)
  const language = use(loadFeel())
  const [text] = useSample()
  const sample = useMemo(() => (form === null ? null : readSample(text, form)), [form, text])
  const outcomes = useMemo(
    () => (form === null || sample === null ? [] : tryAll(form, sample, language)),
    [form, sample, language],
  )
  return (
    <div className={classes.stack}>
      <SampleInput isWrong={form !== null && sample === null} />
      {form === null ? <p className={classes.note}>{t('designer.checks.firstProblems')}</p> : null}
      <RuleTable onShow={onShow} head={t('designer.rules.outcome')} present={(rule) => present(outcomes, rule)} />
    </div>
  )
}

function tryAll(form: RuntimeDocument, sample: Sample, language: FormLanguage): readonly RuleOutcome[] {
  const context = { now: new Date(), timeZone: getTimeZone(), dayZone: getTimeZone(), userId: null }
  return tryRules(form, sample, { ...context, expressions: prepareExpressions(form, language) })
}

function present(outcomes: readonly RuleOutcome[], { node, property }: Rule): string {
  const found = outcomes.find((one) => one.node === node && one.property === property)
  return (found?.outcomes ?? []).map((outcome) => JSON.stringify(outcome ?? null)).join(', ')
}
