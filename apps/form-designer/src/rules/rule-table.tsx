import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../frame/view.module.css'
import { listRules, type Rule } from '../model/list-rules.ts'
import { nameHolder, nameProperty } from '../model/names.ts'
import { useDesigner } from '../store/use-designer.ts'

interface Props {
  readonly onShow: (id: string) => void
  /** The head of the last column. */
  readonly head: string
  /** Returns the text of a rule in the last column. */
  readonly present: (rule: Rule) => string
}

/** The table of all expressions in the form, each with a link to its field. */
export function RuleTable({ onShow, head, present }: Props) {
  const { t } = useTranslation()
  const design = useDesigner(({ stack }) => stack.design)
  const rules = listRules(design)
  if (rules.length === 0) return <p className={classes.note}>{t('designer.rules.none')}</p>
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('designer.rules.node')}</th>
          <th scope="col">{t('designer.rules.property')}</th>
          <th scope="col">{t('designer.rules.expression')}</th>
          <th scope="col">{head}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={`${rule.node}.${rule.property}`}>
            <td>
              <UnstyledButton className={classes.link} onClick={() => onShow(rule.node)}>
                {nameHolder(design, rule.node)}
              </UnstyledButton>
            </td>
            <td>{nameProperty(rule.property)}</td>
            <td className={classes.mono}>{rule.expression.slice(1)}</td>
            <td>{present(rule)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
