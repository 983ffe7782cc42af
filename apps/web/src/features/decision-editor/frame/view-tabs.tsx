import IconFunction from 'icon:function'
import IconSitemap from 'icon:sitemap'
import IconTable from 'icon:table'
import { useTranslation } from 'react-i18next'
import { type DecisionSession, useDecision } from '../tables/decision-session.ts'
import classes from './decision-editor.module.css'

const icons = {
  drd: IconSitemap,
  decisionTable: IconTable,
  literalExpression: IconFunction,
  boxedExpression: IconFunction,
} as const

/** The views of a file: the diagram of its decisions, and each decision. */
export function ViewTabs({ session }: { session: DecisionSession }) {
  const { t } = useTranslation()
  const { views, active } = useDecision(session)
  return (
    <nav className={classes.views} aria-label={t('decisionEditor.views')}>
      {views.map((view) => {
        const Icon = icons[view.type]
        const isOpen = view.element.id === active?.element.id
        return (
          <button
            key={view.element.id}
            type="button"
            aria-current={isOpen ? 'page' : undefined}
            onClick={() => session.open(view)}
          >
            <Icon size={15} stroke={1.6} />
            {view.type === 'drd' ? t('decisionEditor.diagram') : view.element.name || view.element.id}
          </button>
        )
      })}
    </nav>
  )
}
