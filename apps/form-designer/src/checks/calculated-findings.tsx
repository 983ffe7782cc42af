import IconAlertCircleFilled from 'icon:alert-circle-filled'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import { UnstyledButton } from '@mantine/core'
import { prepareExpressions } from '@millrace/forms'
import { use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getTimeZone } from '../../../web/src/lib/time-zone.ts'
import classes from '../frame/view.module.css'
import { checkCalculated } from '../model/check-calculated.ts'
import { nameHolder } from '../model/names.ts'
import { readSample } from '../model/sample.ts'
import { loadFeel } from '../runtime.ts'
import { useDesigner } from '../store/use-designer.ts'
import { useSample } from '../work/use-sample.ts'

/**
 * Lists calculated fields whose values break rules of the field with the sample data, each with a link to the field.
 */
export function CalculatedFindings({ onShow }: { onShow: (id: string) => void }) {
  const { t } = useTranslation()
  const design = useDesigner(({ stack }) => stack.design)
  const form = useDesigner(({ check }) => check?.form ?? null)
  const language = use(loadFeel())
  const [text] = useSample()
  const findings = useMemo(() => {
    const sample = form === null ? null : readSample(text, form)
    if (form === null || sample === null) return null
    const context = { now: new Date(), timeZone: getTimeZone(), userId: null }
    return checkCalculated(form, sample, { ...context, expressions: prepareExpressions(form, language) })
  }, [form, text, language])
  if (findings === null) return <p className={classes.note}>{t('designer.checks.firstProblems')}</p>
  if (findings.length === 0)
    return (
      <p className={classes.finding} data-tone="good">
        <IconCircleCheckFilled size={15} aria-hidden />
        {t('designer.checks.calculatedFit')}
      </p>
    )
  return (
    <ul className={classes.list}>
      {findings.map(({ node, message }) => (
        <li key={`${node} ${message}`} className={classes.finding} data-tone="warning">
          <IconAlertCircleFilled size={15} aria-hidden />
          <div>
            <UnstyledButton className={classes.link} onClick={() => onShow(node)}>
              {nameHolder(design, node)}
            </UnstyledButton>
            <p>{t('designer.checks.calculatedBroken', { message })}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
