import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import { ProblemPage } from './problem-page.tsx'

export function Page() {
  const { t } = useTranslation()
  return (
    <ProblemPage title={t('problemPages.notFoundTitle')} text={t('problemPages.notFoundText')}>
      <LinkButton to={paths.home} variant="filled">
        {t('problemPages.home')}
      </LinkButton>
    </ProblemPage>
  )
}
