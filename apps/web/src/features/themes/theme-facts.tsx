import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../components/detail/detail.tsx'
import classes from './themes.module.css'
import type { Picked } from './use-theme-editor.ts'

/** The facts of the selected theme, before it is edited. */
export function ThemeFacts({ theme, isInUse }: { theme: Picked | null; isInUse: boolean }) {
  const { t } = useTranslation()
  if (theme === null) return null
  const count = theme.usedBy ?? 0
  return (
    <section className={classes.facts} aria-label={t('themes.facts')}>
      <h3 className={classes.factsTitle}>{theme.name}</h3>
      <Facts>
        <Fact label={t('themes.code')}>{theme.code}</Fact>
        <Fact label={t('themes.usedByLabel')}>
          {isInUse ? <div>{t('themes.usedBySite')}</div> : null}
          <div>{count === 0 ? t('themes.usedBy_zero') : t('themes.usedBy', { count })}</div>
        </Fact>
      </Facts>
    </section>
  )
}
