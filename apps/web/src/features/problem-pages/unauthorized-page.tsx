import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import classes from './unauthorized-page.module.css'

/** The page that was wanted is not theirs: the way to one that is, and back. */
export function Page() {
  const { t } = useTranslation()
  return (
    <BarePage title={t('problemPages.unauthorizedTitle')} text={t('problemPages.unauthorizedText')}>
      <div className={classes.actions}>
        <LinkButton to={paths.home} size="lg" variant="filled" fullWidth>
          {t('problemPages.home')}
        </LinkButton>
        {history.length > 1 ? (
          <Button size="lg" fullWidth onClick={() => history.back()}>
            {t('problemPages.goBack')}
          </Button>
        ) : null}
        <LinkButton to={paths.logout} search={{ from: 'unauthorizedError' }} size="lg" variant="subtle" fullWidth>
          {t('problemPages.logout')}
        </LinkButton>
      </div>
    </BarePage>
  )
}
