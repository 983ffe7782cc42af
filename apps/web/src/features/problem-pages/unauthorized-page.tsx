import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import { ProblemPage } from './problem-page.tsx'

/** The page for users without permission for the requested page, with links to their first page and back. */
export function Page() {
  const { t } = useTranslation()
  return (
    <ProblemPage title={t('problemPages.unauthorizedTitle')} text={t('problemPages.unauthorizedText')}>
      <LinkButton to={paths.home} variant="filled">
        {t('problemPages.home')}
      </LinkButton>
      {history.length > 1 ? <Button onClick={() => history.back()}>{t('problemPages.goBack')}</Button> : null}
      <LinkButton to={paths.logout} search={{ from: 'unauthorizedError' }} variant="subtle">
        {t('problemPages.logout')}
      </LinkButton>
    </ProblemPage>
  )
}
