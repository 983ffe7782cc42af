import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { Banner } from '../banner/banner.tsx'
import { LinkButton } from '../link/link-button.tsx'
import classes from './moving.module.css'

/** Another tab, or a later visit: the instances were selected elsewhere. */
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
