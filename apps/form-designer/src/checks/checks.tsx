import IconAlertCircleFilled from 'icon:alert-circle-filled'
import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../web/src/components/scroll-region/scroll-region.tsx'
import classes from '../frame/view.module.css'
import { checkAccessibility } from '../model/check-accessibility.ts'
import { nameHolder } from '../model/names.ts'
import { useDesigner } from '../store/use-designer.ts'
import { CalculatedFindings } from './calculated-findings.tsx'
import { DesignProblems } from './design-problems.tsx'
import { ExpressionTrial } from './expression-trial.tsx'

/** The checks of the form: whether it compiles, whether it is accessible, and the results of its expressions. */
export default function Checks({ onShow }: { onShow: (id: string) => void }) {
  const { t } = useTranslation()
  return (
    <ScrollRegion className={classes.page} label={t('designer.views.checks')}>
      <div className={classes.stack}>
        <section>
          <h3>{t('designer.checks.form')}</h3>
          <DesignProblems onShow={onShow} />
        </section>
        <section>
          <h3>{t('designer.checks.accessibility')}</h3>
          <Accessibility onShow={onShow} />
          <p className={classes.note}>{t('designer.checks.bySystem')}</p>
        </section>
        <section>
          <h3>{t('designer.checks.expressions')}</h3>
          <ExpressionTrial onShow={onShow} />
        </section>
        <section>
          <h3>{t('designer.checks.calculated')}</h3>
          <CalculatedFindings onShow={onShow} />
        </section>
      </div>
    </ScrollRegion>
  )
}

function Accessibility({ onShow }: { onShow: (id: string) => void }) {
  const { t } = useTranslation()
  const design = useDesigner(({ stack }) => stack.design)
  const findings = checkAccessibility(design)
  if (findings.length === 0)
    return (
      <p className={classes.finding} data-tone="good">
        <IconCircleCheckFilled size={15} aria-hidden />
        {t('designer.checks.accessible')}
      </p>
    )
  return (
    <ul className={classes.list}>
      {findings.map(({ code, node, isFault }) => (
        <li key={`${node} ${code}`} className={classes.finding} data-tone={isFault ? 'error' : 'warning'}>
          {isFault ? (
            <IconAlertTriangleFilled size={15} aria-hidden />
          ) : (
            <IconAlertCircleFilled size={15} aria-hidden />
          )}
          <div>
            <UnstyledButton className={classes.link} onClick={() => onShow(node)}>
              {nameHolder(design, node)}
            </UnstyledButton>
            <p>{t(`designer.findings.${code}`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
