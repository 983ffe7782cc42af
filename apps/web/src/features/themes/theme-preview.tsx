import IconBell from 'icon:bell'
import IconCircle from 'icon:circle'
import IconClock from 'icon:clock'
import IconInbox from 'icon:inbox'
import IconRocket from 'icon:rocket'
import IconSearch from 'icon:search'
import { useComputedColorScheme } from '@mantine/core'
import type { ThemeVariables } from '@millrace/contract'
import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scheme } from '../../lib/theme/base-tokens.ts'
import { resolveTheme } from '../../lib/theme/resolve-theme.ts'
import { SchemeSwitch } from './theme-editor.tsx'
import classes from './theme-preview.module.css'

/** An example of the product in a theme, in light or dark. It is not interactive. */
export function ThemePreview({ variables, productName }: { variables: ThemeVariables; productName: string }) {
  const { t } = useTranslation()
  const [scheme, setScheme] = useState<Scheme>(useComputedColorScheme('light', { getInitialValueInEffect: false }))
  return (
    <section className={classes.region} aria-label={t('themes.previewRegion')}>
      <div className={classes.head}>
        <h3>{t('themes.previewRegion')}</h3>
        <SchemeSwitch label={t('themes.previewRegion')} value={scheme} onChange={setScheme} />
      </div>
      <div
        className={classes.desk}
        data-mantine-color-scheme={scheme}
        style={resolveTheme(variables, scheme) as CSSProperties}
        inert
        aria-hidden
      >
        <div className={classes.bar}>
          <span className={classes.brand}>{productName}</span>
          <span className={classes.search}>
            <IconSearch size={14} stroke={1.6} /> {t('themes.sample.search')}
          </span>
          <IconBell size={16} stroke={1.6} />
        </div>
        <Menu />
        <div className={classes.sheet}>
          <Tasks />
          <Diagram />
        </div>
      </div>
    </section>
  )
}

function Menu() {
  const { t } = useTranslation()
  return (
    <div className={classes.menu}>
      <span className={classes.entry}>
        <IconRocket size={15} stroke={1.6} /> {t('themes.sample.start')}
      </span>
      <span className={classes.entry}>
        <IconInbox size={15} stroke={1.6} /> {t('themes.sample.tasks')}
      </span>
      <span className={classes.current}>
        {t('themes.sample.assigned')} <span className="tn">24</span>
      </span>
      <span className={classes.sub}>
        {t('themes.sample.unclaimed')} <span className="tn">61</span>
      </span>
    </div>
  )
}

function Tasks() {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.title}>{t('themes.sample.assigned')}</div>
      <div className={classes.tabs}>
        <span className={classes.tabOpen}>{t('themes.sample.all')}</span>
        <span>{t('themes.sample.today')}</span>
      </div>
      <div className={classes.task}>
        {t('themes.sample.first')}
        <span className={classes.late}>
          <IconClock size={13} stroke={1.8} /> {t('status.overdue')}
        </span>
      </div>
      <div className={classes.task} data-selected>
        {t('themes.sample.second')}
        <span className={classes.mine}>
          <IconCircle size={13} stroke={1.8} /> {t('status.assigned')}
        </span>
      </div>
      <div className={classes.task}>
        {t('themes.sample.third')}
        <span className={classes.quiet}>24/11</span>
      </div>
      <div className={classes.fields}>
        <span className={classes.label}>{t('themes.sample.comment')}</span>
        <span className={classes.input}>{t('themes.sample.commentText')}</span>
        <span className={classes.buttons}>
          <span className={classes.primary}>{t('themes.sample.complete')}</span>
          <span className={classes.button}>{t('themes.sample.draft')}</span>
          <span className={classes.link}>{t('themes.sample.link')}</span>
        </span>
      </div>
    </>
  )
}

/** Steps that are done, active and not reached: their colours are the same in every theme, the ground is not. */
function Diagram() {
  return (
    <svg className={classes.diagram} viewBox="0 0 360 56" role="presentation">
      <path d="M28 28h32m72 0h32" stroke="var(--app-green-solid)" fill="none" />
      <path d="M236 28h32" stroke="var(--bp-line)" fill="none" />
      <circle cx="18" cy="28" r="10" stroke="var(--app-green-solid)" fill="var(--app-sheet)" />
      <rect x="60" y="8" width="72" height="40" rx="6" stroke="var(--app-green-solid)" fill="var(--app-sheet)" />
      <rect x="164" y="8" width="72" height="40" rx="6" stroke="var(--app-blue-solid)" fill="var(--app-blue-soft)" />
      <rect x="268" y="8" width="72" height="40" rx="6" stroke="var(--bp-line)" fill="var(--app-sheet)" />
    </svg>
  )
}
