import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../frame/view.module.css'
import { nameHolder, nameProperty } from '../model/names.ts'
import { useDesigner } from '../store/use-designer.ts'

/** The errors that prevent the form from running, each with a link to its node. */
export function DesignProblems({ onShow }: { onShow?: (id: string) => void }) {
  const { t } = useTranslation()
  const design = useDesigner(({ stack }) => stack.design)
  const check = useDesigner((state) => state.check)
  if (check === null) return <p className={classes.note}>{t('designer.checks.running')}</p>
  if (check.problems.length === 0)
    return (
      <p className={classes.finding} data-tone="good">
        <IconCircleCheckFilled size={15} aria-hidden />
        {t('designer.checks.runs')}
      </p>
    )
  return (
    <ul className={classes.list}>
      {check.problems.map(({ node, property, message, at }) => (
        <li key={`${at} ${message}`} className={classes.finding} data-tone="error">
          <IconAlertTriangleFilled size={15} aria-hidden />
          <div>
            {node === null || design.nodes[node] === undefined ? null : onShow === undefined ? (
              <strong>{nameHolder(design, node)}</strong>
            ) : (
              <UnstyledButton className={classes.link} onClick={() => onShow(node)}>
                {nameHolder(design, node)}
              </UnstyledButton>
            )}
            {property === null ? null : ` ${nameProperty(property)}`}
            <p>{message}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
