import IconLayoutGrid from 'icon:layout-grid'
import IconList from 'icon:list'
import IconTable from 'icon:table'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../lib/preferences.ts'
import classes from './view-switch.module.css'

type View = Preferences['catalogueView']

const views = [
  ['tiles', IconLayoutGrid],
  ['list', IconList],
  ['table', IconTable],
] as const

/** The switch between tiles, rows and a table. */
export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend
    <div className={classes.switch} role="group" aria-label={t('startProcess.view')}>
      {views.map(([name, ViewIcon]) => (
        <button
          key={name}
          type="button"
          className={classes.choice}
          aria-pressed={name === view}
          onClick={() => onChange(name)}
        >
          <ViewIcon size={15} stroke={1.6} aria-hidden />
          {t(`startProcess.${name}`)}
        </button>
      ))}
    </div>
  )
}
