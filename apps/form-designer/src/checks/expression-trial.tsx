import { Textarea, UnstyledButton } from '@mantine/core'
import { type FormLanguage, prepareExpressions, type RuntimeDocument } from '@millrace/forms'
import { use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getTimeZone } from '../../../web/src/lib/time-zone.ts'
import classes from '../frame/view.module.css'
import { listRules } from '../model/list-rules.ts'
import { nameHolder, nameProperty } from '../model/names.ts'
import { type RuleOutcome, readSample, type Sample, tryRules } from '../model/sample.ts'
import { loadFeel } from '../runtime.ts'
import { useDesigner } from '../store/use-designer.ts'
import { useSample } from '../work/use-sample.ts'

/** What each expression comes to with sample data. */
export function ExpressionTrial({ onShow }: { onShow: (id: string) => void }) {
  const { t } = useTranslation()
  const design = useDesigner(({ stack }) => stack.design)
  const form = useDesigner(({ check }) => check?.form ?? null)
  const language = use(loadFeel())
  const [text, setText] = useSample()
  const sample = form === null ? null : readSample(text, form)
  const outcomes = useMemo(
    () => (form === null || sample === null ? [] : tryAll(form, sample, language)),
    [form, sample, language],
  )
  const rules = listRules(design)
  if (rules.length === 0) return <p className={classes.note}>{t('designer.rules.none')}</p>
  return (
    <div className={classes.stack}>
      <Textarea
        size="xs"
        label={t('designer.preview.data')}
        description={t('designer.preview.dataHint')}
        error={form !== null && sample === null ? t('designer.preview.badData') : undefined}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {form === null ? <p className={classes.note}>{t('designer.checks.firstProblems')}</p> : null}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('designer.rules.node')}</th>
            <th scope="col">{t('designer.rules.property')}</th>
            <th scope="col">{t('designer.rules.expression')}</th>
            <th scope="col">{t('designer.rules.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ node, property, expression }) => (
            <tr key={`${node}.${property}`}>
              <td>
                <UnstyledButton className={classes.link} onClick={() => onShow(node)}>
                  {nameHolder(design, node)}
                </UnstyledButton>
              </td>
              <td>{nameProperty(property)}</td>
              <td className={classes.mono}>{expression.slice(1)}</td>
              <td className={classes.mono}>{present(outcomes, node, property)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function tryAll(form: RuntimeDocument, sample: Sample, language: FormLanguage): readonly RuleOutcome[] {
  const context = { now: new Date(), timeZone: getTimeZone(), userId: null }
  return tryRules(form, sample, { ...context, expressions: prepareExpressions(form, language) })
}

function present(outcomes: readonly RuleOutcome[], node: string, property: string): string {
  const found = outcomes.find((one) => one.node === node && one.property === property)
  return (found?.outcomes ?? []).map((outcome) => JSON.stringify(outcome ?? null)).join(', ')
}
