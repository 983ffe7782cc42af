import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../web/src/components/scroll-region/scroll-region.tsx'
import classes from '../frame/view.module.css'
import { listRules } from '../model/list-rules.ts'
import { nameHolder, nameProperty } from '../model/names.ts'
import { useDesigner } from '../store/use-designer.ts'

/** All logic of the form on one page, each with the way to its field. */
export default function Rules({ onShow }: { onShow: (id: string) => void }) {
  const { t } = useTranslation()
  const design = useDesigner(({ stack }) => stack.design)
  const check = useDesigner((state) => state.check)
  const rules = listRules(design)
  return (
    <ScrollRegion className={classes.page} label={t('designer.views.rules')}>
      {rules.length === 0 ? (
        <p className={classes.note}>{t('designer.rules.none')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('designer.rules.node')}</th>
              <th scope="col">{t('designer.rules.property')}</th>
              <th scope="col">{t('designer.rules.expression')}</th>
              <th scope="col">{t('designer.rules.state')}</th>
            </tr>
          </thead>
          <tbody>
            {rules.map(({ node, property, expression }) => {
              const isAt = (one: { node: string | null; property: string | null }) =>
                one.node === node && one.property === property
              const problem = check?.problems.find(isAt)
              const unknown = check?.unknown.find(isAt)
              return (
                <tr key={`${node}.${property}`}>
                  <td>
                    <UnstyledButton className={classes.link} onClick={() => onShow(node)}>
                      {nameHolder(design, node)}
                    </UnstyledButton>
                  </td>
                  <td>{nameProperty(property)}</td>
                  <td className={classes.mono}>{expression.slice(1)}</td>
                  <td>
                    {problem?.message ??
                      (unknown === undefined
                        ? t('designer.rules.right')
                        : t('designer.panel.unknown', {
                            count: unknown.names.length,
                            names: unknown.names.join(', '),
                          }))}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </ScrollRegion>
  )
}
