import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../web/src/components/scroll-region/scroll-region.tsx'
import classes from '../frame/view.module.css'
import type { Rule } from '../model/list-rules.ts'
import { useDesigner } from '../store/use-designer.ts'
import { RuleTable } from './rule-table.tsx'

/** The page with all expressions of the form and their errors. */
export default function Rules({ onShow }: { onShow: (id: string) => void }) {
  const { t } = useTranslation()
  const check = useDesigner((state) => state.check)
  const present = ({ node, property }: Rule): string => {
    const isAt = (one: { node: string | null; property: string | null }) =>
      one.node === node && one.property === property
    const problem = check?.problems.find(isAt)
    if (problem !== undefined) return problem.message
    const unknown = check?.unknown.find(isAt)?.names ?? []
    return unknown.length === 0
      ? t('designer.rules.right')
      : t('designer.panel.unknown', { count: unknown.length, names: unknown.join(', ') })
  }
  return (
    <ScrollRegion className={classes.page} label={t('designer.views.rules')}>
      <RuleTable onShow={onShow} head={t('designer.rules.state')} present={present} />
    </ScrollRegion>
  )
}
