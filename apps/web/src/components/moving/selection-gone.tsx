import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { Banner } from '../banner/banner.tsx'
import { LinkButton } from '../link/link-button.tsx'
import classes from './moving.module.css'

/** The page for a plan whose instances were selected in another tab or an earlier visit. */
export function SelectionGone() {
  const { t } = useTranslation()
  return (
    <div className={classes.message}>
      <Banner
        kind="warning"
        title={t('moves.selectionGone')}
        actions={<LinkButton to={paths.engineInstances}>{t('moves.toInstances')}</LinkButton>}
      >
        {t('moves.selectionGoneText')}
      </Banner>
    </div>
  )
}
